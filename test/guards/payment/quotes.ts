import type { Guard } from '../guard';

const submit = 'test/registration/submit-registration.test.ts';
const amounts = 'test/payment/changed-amount.test.ts';
const price = 'test/forms/price.test.ts';
const pay = 'lambdas/registration/submit/submit-registration.ts';
const authorise = 'lambdas/payment/stripe/authorise.ts';

/** What is paid is what was quoted, of this entry and this hold, and it is paid once whatever quotes were tried. */
export const guardsOfQuotes: readonly Guard[] = [
  {
    guard: 'A quote is good for the hold that it was made for.',
    invariant: 'S5',
    file: pay,
    from: ' || quote.holdHash !== hashOfHold(hold, hash)',
    to: '',
    test: [submit, 'nothing is charged when'],
  },
  {
    guard: 'What is registered is what was priced.',
    invariant: 'S5',
    file: pay,
    from: `if (quote.entryHash !== hash(canonicalJson(command.entry))) return { kind: 'entry-changed' };`,
    to: '',
    test: [submit, 'nothing is charged when'],
  },
  {
    guard: 'Money that is held for another quote registers nobody after the end of the hold.',
    invariant: 'S5',
    file: pay,
    from: 'return amount === charge.amount ? send(authorisation) : differs;',
    to: 'return send(authorisation);',
    test: [submit, 'money that is held for another quote is not taken for this one, in time and after it'],
  },
  {
    guard: 'Who pays nothing leaves no payment behind that could be authorised, or is.',
    invariant: 'S6',
    file: 'lambdas/registration/record/postgres-sweeps.ts',
    from: 'const unused = await letGoOfUnused(sql, newId, byId);',
    to: 'const unused: readonly Put[] = [];',
    test: [
      'test/registration/two-tabs.test.ts',
      'whichever of two tabs is first, the runner is in for what that tab says, and no money stays held',
    ],
  },
  {
    guard: 'Of two sweeps of one registration, the one that knows of a payment counts.',
    invariant: 'S6',
    file: 'lambdas/registration/record/postgres-sweeps.ts',
    from: '(one, other) => one.amount - other.amount',
    to: '(one, other) => other.amount - one.amount',
    test: [
      'test/registration/two-tabs.test.ts',
      'whichever of two tabs is first, the runner is in for what that tab says, and no money stays held',
    ],
  },
  {
    guard: 'What a sweep of a free entry finds held is let go.',
    invariant: 'S6',
    file: 'lambdas/payment/settle/settle-payments.ts',
    from: '...(held && { amount: held.amount }) });',
    to: '});',
    test: [
      'test/registration/two-tabs.test.ts',
      'whichever of two tabs is first, the runner is in for what that tab says, and no money stays held',
    ],
  },
  {
    guard: 'The money that is held is that of the quote, also when somebody changed the payment meanwhile.',
    invariant: 'S5',
    file: authorise,
    from: 'if (held.amount !== attempt.amount && !holdsNothing.has(status)) return differs;',
    to: '',
    test: [amounts, 'money that is held for one quote is not the money of another'],
  },
  {
    guard: 'A payment is created with one amount for ever: two would be two payments.',
    invariant: 'S5',
    file: authorise,
    from: 'const opening = tried ? { ...payment, amount: tried.opened } : payment;',
    to: 'const opening = payment;',
    test: [amounts, 'a card that was declined at 65 is tried again at 45, on the same payment, and 45 is held'],
  },
  {
    guard: 'New quotes are no way to test cards without end.',
    invariant: 'S5',
    file: authorise,
    from: 'Math.max(0, cardTries - (tried?.rounds ?? 0))',
    to: 'cardTries',
    test: [amounts, 'each quote lets fewer cards be tried than the one before: new quotes are no way to test cards'],
  },
  {
    guard: 'After as many quotes as cards no card is tried.',
    invariant: 'S5',
    file: authorise,
    from: 'const most = Math.max(0,',
    to: 'const most = Math.max(1,',
    test: [amounts, 'each quote lets fewer cards be tried than the one before: new quotes are no way to test cards'],
  },
  {
    guard: 'What is waived is waived on every line: the lines are what is captured.',
    invariant: 'S5',
    file: 'lambdas/api/form/price.ts',
    from: 'lines: lines.map((line) => ({ ...line, amount: 0 })),',
    to: 'lines,',
    test: [
      price,
      'shares and lines add up to the total, no line is less than 0 or more than its list, whatever is bought',
    ],
  },
  {
    guard: 'What was given back of a line is not given back again.',
    invariant: 'S5',
    file: 'lambdas/registration/change/change-rules.ts',
    from: 'Math.max(0, whole() - refunded)',
    to: 'whole()',
    test: ['test/quote/giving-back.test.ts', 'a refund of a line is never more than is left of it'],
  },
  {
    guard: 'A runner is shown what giving back brings by the function that gives it back.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-refunds.ts',
    from: `return 'kind' in answer ? undefined : answer.refunds;`,
    to: `return 'kind' in answer ? undefined : new Map(lines.map(({ position, amount }) => [position, amount]));`,
    test: ['test/quote/giving-back.test.ts', 'what is shown beforehand is what is given back, line by line'],
  },
  {
    guard: 'Nobody is shown money of a spot that they can no longer give back.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-refunds.ts',
    from: `refundOn(row, lines, '', 'runner', undefined)`,
    to: `refundOn(row, lines, '', 'director', undefined)`,
    test: ['test/quote/giving-back.test.ts', 'what is shown beforehand is what is given back, line by line'],
  },
  {
    guard: 'A director gives no more of a line back than it was.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-refunds.ts',
    from: `if (total > amount) return { kind: 'too-much', most: amount } as const;`,
    to: '',
    test: [
      'test/quote/giving-back.test.ts',
      'a director gives one line back, tries it first, and never more than it was',
    ],
  },
  {
    guard: 'An order that comes twice gives money of a line back once.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-refunds.ts',
    from: `return { kind: 'refunded', refund: total - refunded, left: amount - total } as const;`,
    to: `return { kind: 'refunded', refund: Math.min(total, amount - refunded), left: amount - total } as const;`,
    test: [
      'test/quote/giving-back.test.ts',
      'a director gives one line back, tries it first, and never more than it was',
    ],
  },
  {
    guard: 'A dry run gives nothing back.',
    invariant: 'S5',
    file: 'lambdas/registration/change/postgres-changes.ts',
    from: 'if (isDryRun || refund === 0)',
    to: 'if (refund === 0)',
    test: [
      'test/quote/giving-back.test.ts',
      'a director gives one line back, tries it first, and never more than it was',
    ],
  },
];
