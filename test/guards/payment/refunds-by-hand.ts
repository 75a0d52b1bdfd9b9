import type { Guard } from '../guard';

const byHand = 'test/payment/refunds-by-hand.test.ts';
const refunds = 'lambdas/payment/stripe/refunds.ts';

/** Money that somebody gave back at the processor: who has it back runs for it only if a director says so. */
export const guardsOfRefundsByHand: readonly Guard[] = [
  {
    guard: 'Only a whole payment that was given back asks what becomes of the spot.',
    invariant: 'S4',
    file: refunds,
    from: 'sumOf(all.filter((one) => !isLost(one))) >= paid.amount_received',
    to: 'true',
    test: [byHand, 'that a whole payment was given back by hand is told'],
  },
  {
    guard: 'What we gave back ourselves asks nobody.',
    invariant: 'S4',
    file: refunds,
    from: 'const byHand = all.filter(({ metadata }) => !metadata?.registration_id);',
    to: 'const byHand = all;',
    test: [byHand, 'what we gave back is no news'],
  },
  {
    guard: 'Whoever has their money back is reported until a director has decided.',
    invariant: 'S4',
    file: 'lambdas/payment/disputes/by-hand-sql.ts',
    from: `WHERE dispute.status = 'refunded' AND dispute.decided IS NULL AND m.live`,
    to: `WHERE dispute.status = 'refunded' AND dispute.decided = 'keep' AND m.live`,
    test: [byHand, 'it rings until a director takes it back'],
  },
  {
    guard: 'What was given back by hand is not given back once more.',
    invariant: 'S5',
    file: 'lambdas/ledger/dispute-sql.ts',
    from: `dispute.status IN ('lost', 'prevented', 'refunded')`,
    to: `dispute.status IN ('lost', 'prevented')`,
    test: [byHand, 'gives nothing back once more'],
  },
  {
    guard: 'Whoever has their money back is not told that they get none.',
    invariant: 'S5',
    file: 'lambdas/mail/letters/templates.ts',
    from: 'isGivenBack ? texts.givenBack : texts.noMoney',
    to: 'texts.noMoney',
    test: ['test/mail/letters/later-letters.test.ts', 'of what was paid goes back'],
  },
  {
    guard: 'Nobody loses a spot over a refund by hand that came back.',
    invariant: 'S4',
    file: 'lambdas/payment/disputes/settle-dispute.ts',
    from: ` || status === 'returned'`,
    to: '',
    test: [byHand, 'when the bank sends it back nothing is left to decide'],
  },
];
