import type { Guard } from '../guard';

const writing = 'test/registration/fee-transfers.test.ts';
const paying = 'test/registration/submit-transfer.test.ts';
const quoting = 'test/registration/quote-transfer.test.ts';
const givenBack = 'a director gives a fee back: in parts, never more than it was, once however often it is ordered';
const transfers = 'lambdas/registration/change/transfer/postgres-transfers.ts';
const submit = 'lambdas/registration/submit/submit-transfer.ts';
const quote = 'lambdas/registration/change/transfer/quote-transfer.ts';

/** What a spot costs that is passed on. */
export const guardsOfTransferFees: readonly Guard[] = [
  {
    guard: 'Nobody takes a spot over without the fee.',
    invariant: 'S5',
    file: transfers,
    from: `if (seat.transfer_fee !== null && paidId === undefined) return { kind: 'page-outdated' };`,
    to: '',
    test: [writing, 'where a fee is due nobody takes a spot over without it'],
  },
  {
    guard: 'Of two who pay for one spot, one gets it.',
    invariant: 'S4',
    file: transfers,
    from: ' && (paidId === undefined || paidId === becameId)',
    to: '',
    test: [writing, 'of two who pay for one spot, one gets it'],
  },
  {
    guard: 'A fee that is paid twice is decided once.',
    invariant: 'S3',
    file: 'lambdas/registration/record/postgres-fee-transfers.ts',
    from: 'if (before) return asBefore(registrationId, before.outcome, before.number);',
    to: '',
    test: [writing, 'who pays it gets the spot under the id of their payment'],
  },
  {
    guard: 'The card of somebody who got no spot is let go.',
    invariant: 'S4',
    file: 'lambdas/registration/record/postgres-fee-transfers.ts',
    from: `outbox: await order('void')`,
    to: `outbox: await order('capture')`,
    test: [writing, ', and pays nothing'],
  },
  {
    guard: 'The sweep of a fee does not let go of it.',
    invariant: 'S6',
    file: 'lambdas/registration/record/postgres-sweeps.ts',
    from: 'WHERE NOT EXISTS (SELECT FROM payment p WHERE p.registration_id = r.id) AND id',
    to: 'WHERE id',
    test: [writing, 'a sweep that comes after it lets go of nothing'],
  },
  {
    guard: 'Nobody loses a spot over a fee.',
    invariant: 'S1',
    file: 'lambdas/payment/settle/postgres-payments.ts',
    from: 'const failed = refused.filter(({ registrationId }) => !fees.has(registrationId));',
    to: 'const failed = refused;',
    test: [writing, 'nobody loses the spot over a fee'],
  },
  {
    guard: 'A fee is paid only with the link of its offer.',
    invariant: 'S12',
    file: submit,
    from: `if ((await tokens.readTransfer(command.token)) !== quote.transferId) return { kind: 'not-yours' };`,
    to: '',
    test: [paying, 'the link of another offer'],
  },
  {
    guard: 'A quote is for one payment.',
    invariant: 'S5',
    file: submit,
    from: 'if (quote?.registrationId !== registrationId)',
    to: 'if (!quote)',
    test: [paying, 'the id of another payment'],
  },
  {
    guard: 'A quote is for one person.',
    invariant: 'S16',
    file: submit,
    from: `if (quote.runnerHash !== hash(canonicalJson(runner))) return { kind: 'entry-changed' };`,
    to: '',
    test: [paying, 'somebody else'],
  },
  {
    guard: 'A fee is quoted only for who has the link.',
    invariant: 'S12',
    file: quote,
    from: `if ((await tokens.readTransfer(token)) !== transferId) return { kind: 'not-yours' };`,
    to: '',
    test: [quoting, 'with the link of another offer'],
  },
  {
    guard: 'A link is no place to try cards.',
    invariant: 'S15',
    file: quote,
    from: 'return nth > maxTransferQuotes;',
    to: 'return nth < 0;',
    test: [quoting, 'for the eleventh time in a day'],
  },
  {
    guard: 'Nobody asks about one person after the other with the link of an offer.',
    invariant: 'S12',
    file: quote,
    from: `    if (await isOneTooMany({ counts, report }, transferId)) return { kind: 'too-many-quotes' };\n`,
    to: '',
    test: [quoting, 'for the eleventh time in a day, about somebody who is registered'],
  },
  {
    guard: 'Nobody pays for a spot while they have one.',
    invariant: 'S2',
    file: quote,
    from: `      return { kind: 'same-person' };\n`,
    to: '      void person;\n',
    test: [quoting, 'for somebody who is in already'],
  },
  {
    guard: 'A fee that is given back leaves its runner paid for.',
    invariant: 'S6',
    file: 'lambdas/watch/books-sql.ts',
    from: `f.wanted = 'void')`,
    to: `f.wanted <> 'capture')`,
    test: [writing, givenBack],
  },
  {
    guard: 'A refund of a fee that was just ordered is not ordered again.',
    invariant: 'S5',
    file: 'lambdas/watch/books-sql.ts',
    from: 'AND (p.registration_id IN (c.id, c.paid_as) OR',
    to: 'AND (coalesce(c.paid_as, c.id) = p.registration_id OR',
    test: [writing, givenBack],
  },
  {
    guard: 'A dry run gives nothing of a fee back.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-changes.ts',
    from: 'if (isDryRun || answer.refund === 0)',
    to: 'if (answer.refund === 0)',
    test: [writing, givenBack],
  },
];
