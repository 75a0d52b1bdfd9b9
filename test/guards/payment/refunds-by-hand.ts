// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files, to the letter.
import type { Guard } from '../guard';

const byHand = 'test/payment/refunds-by-hand.test.ts';
const refunds = 'lambdas/payment/stripe/refund-news.ts';
const counted = 'test/payment/given-back.test.ts';
const reconciling = 'test/payment/reconcile-payments.test.ts';

/** Money that somebody gave back at the processor: who has it back runs for it only if a director says so. */
export const guardsOfRefundsByHand: readonly Guard[] = [
  {
    guard: 'Only a whole payment that was given back asks what becomes of the spot.',
    invariant: 'S4',
    file: refunds,
    from: 'givenBack >= paid.amount_received',
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
    guard: 'A refund by hand is found though its webhook was lost.',
    invariant: 'S4',
    file: 'lambdas/payment/reconcile/reconcile-payments.ts',
    from: 'await tell(refunds.since(from))',
    to: '0',
    test: [reconciling, 'disputes and refunds whose webhook was lost are told of again'],
  },
  {
    guard: 'Every page of refunds is read.',
    invariant: 'S4',
    file: refunds,
    from: 'if (!answer.body.has_more || !after) return;',
    to: 'return;',
    test: [byHand, 'are found when their webhooks were lost, however many were made since'],
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
    guard: 'What was given back by hand gets a credit note.',
    invariant: 'S5',
    file: 'lambdas/payment/documents/postgres-documents.ts',
    from: `greatest(\${givenBack('p')}, d.up_to) AS refunded`,
    to: 'p.refunded',
    test: [counted, 'a part that was given back by hand counts once in every book, and gets a credit note'],
  },
  {
    guard: 'An order that reckons with a refund by hand is counted once.',
    invariant: 'S5',
    file: 'lambdas/domain/money/given-back-sql.ts',
    from: `\`greatest(\${p}.refunded, \${p}.given_back)\``,
    to: `\`(\${p}.refunded + \${p}.given_back)\``,
    test: [counted, 'what an order gave back besides counts once'],
  },
  {
    guard: 'What a bank took back for good is no income.',
    invariant: 'S5',
    file: 'lambdas/domain/money/given-back-sql.ts',
    from: ' + coalesce(${lostAmount}, 0))`;',
    to: ')`;',
    test: [counted, 'what a bank took back is no income'],
  },
  {
    guard: 'What a bank has not decided about is income.',
    invariant: 'S5',
    file: 'lambdas/domain/money/given-back-sql.ts',
    from: `('lost', 'prevented')`,
    to: `('lost', 'prevented', 'needs_response')`,
    test: [counted, 'what a bank took back is no income'],
  },
  {
    guard: 'No more is given back than was paid, whatever a bank says.',
    invariant: 'S5',
    file: 'lambdas/domain/money/given-back-sql.ts',
    from: '`least(${taken(p)}, ${givenBack(p)}',
    to: '`greatest(0, ${givenBack(p)}',
    test: [counted, 'a part that a bank took counts besides what was given back'],
  },
  {
    guard: 'A donation that a bank took back is not collected.',
    invariant: 'S5',
    file: 'lambdas/fundraisers/fundraiser-sql.ts',
    from: ` AND NOT \${isAllGone('p')}`,
    to: '',
    test: ['test/fundraisers/fundraisers.test.ts', 'or a bank took it'],
  },
  {
    guard: 'What the processor said earlier changes nothing.',
    invariant: 'S5',
    file: 'lambdas/payment/disputes/postgres-disputes.ts',
    from: ' AND (p.given_back_at IS NULL OR p.given_back_at < $3)',
    to: '',
    test: [counted, 'a part that was given back by hand counts once in every book, and gets a credit note'],
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
