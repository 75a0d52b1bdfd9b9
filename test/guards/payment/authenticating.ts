import type { Guard } from '../guard';

const authenticating = 'test/payment/authenticating.test.ts';
const declines = 'test/payment/declines.test.ts';
const submit = 'test/registration/submit-registration.test.ts';
const adapter = 'lambdas/payment/stripe/authorise.ts';
const submitting = 'lambdas/registration/submit/submit-registration.ts';

/** Cards whose bank asks first: who may continue a payment, until when, and what they are told. */
export const guardsOfAuthenticating: readonly Guard[] = [
  {
    guard: 'A bank that says yes long after the hold’s end charges nobody.',
    invariant: 'S11',
    file: submitting,
    from: `if (state !== 'open' || lateMs >= authenticationGraceSeconds * 1000) return { kind: 'hold-expired' };`,
    to: '',
    test: [submit, 'a runner who answered later is not, and nothing is charged'],
  },
  {
    guard: 'After the hold’s end only what its bank was asked before is continued: a declined card ends it.',
    invariant: 'S11',
    file: submitting,
    from: `return !card || card.kind === 'declined' ?`,
    to: 'return !card ?',
    test: [submit, 'after the hold’s end, if the bank '],
  },
  {
    guard: 'A payment of another registration or amount is not continued.',
    invariant: 'S5',
    file: adapter,
    from: 'if (!isFor(held, payment) || !isBegun) return undefined;',
    to: 'if (!isBegun) return undefined;',
    test: [authenticating, 'another registration’s is ignored, and their own card is tried'],
  },
  {
    guard: 'A payment on which no card was tried is not continued.',
    invariant: 'S11',
    file: adapter,
    from: 'if (!isFor(held, payment) || !isBegun) return undefined;',
    to: 'if (!isFor(held, payment)) return undefined;',
    test: [authenticating, 'one on which no card was tried is not continued'],
  },
  {
    guard: 'An answer that the processor repeats is not taken for the present: the runner may have answered since.',
    invariant: 'S6',
    file: adapter,
    from: 'if (held && (!answer.isReplay || isFinal(held)))',
    to: 'if (held)',
    test: [authenticating, 'after the bank said yes the same request holds the money: '],
  },
  {
    guard: 'The confirmation after the bank’s question has no key, which would repeat what was true at first.',
    invariant: 'S6',
    file: adapter,
    from: 'const answer = await confirm(id, {}, attempt.deadline);',
    to: 'const answer = await confirm(id, {}, attempt.deadline, id);',
    test: [authenticating, 'after the bank said yes the same request holds the money: '],
  },
  {
    guard: 'A bank that asks again and again does not keep a request for ever.',
    invariant: 'L3',
    file: adapter,
    from: 'attempt.confirmed === maxConfirmations',
    to: 'attempt.confirmed === maxConfirmations * 4',
    test: [authenticating, 'a bank that asks again and again is not waited for within one request'],
  },
  {
    guard: 'Who names another card is not charged on the one before.',
    invariant: 'S4',
    file: adapter,
    from: `if (now.kind === 'done' && waitsForCard.has(now.body.status)) return declined('too-many-cards', 0);`,
    to: `if (now.kind === 'done') return (await judge(now.body, { registrationId, triesLeft: 0, deadline, confirmed: 0 }));`,
    test: [authenticating, 'each question counts as a tried card, and when none is left no card is tried'],
  },
  {
    guard: 'Only our server confirms: a page cannot make the processor hold money.',
    invariant: 'S11',
    file: 'lambdas/payment/stripe/intents.ts',
    from: `confirmation_method: 'manual',`,
    to: '',
    test: [authenticating, 'with a card that no bank asks about, a confirmation token costs two calls'],
  },
  {
    guard: 'A payment begun under the release before is found by this one.',
    invariant: 'S6',
    file: 'lambdas/payment/stripe/intents.ts',
    from: `created.kind === 'failure' && isUsedKey(created.failure) ? createWith(before, charge, deadline) : created`,
    to: 'created',
    test: [authenticating, 'a payment begun by the release before is continued by this one'],
  },
  {
    guard: 'With a price there is one card: two are refused before any is touched.',
    invariant: 'S5',
    file: submitting,
    from: `return paymentMethod === undefined ? undefined : { field: 'paymentMethod', code: 'two-cards' };`,
    to: 'return undefined;',
    test: [submit, 'may not be '],
  },
  {
    guard: 'Who pays nothing names no card.',
    invariant: 'S5',
    file: submitting,
    from: `if (confirmationToken !== undefined) return { field: 'confirmationToken', code: 'nothing-to-pay' };`,
    to: '',
    test: [submit, 'may not be '],
  },
  {
    guard: 'Who has a lost or stolen card does not learn that its owner knows.',
    invariant: 'S12',
    file: 'lambdas/payment/stripe/declines.ts',
    from: `if (secret.has(word)) return 'declined';`,
    to: '',
    test: [declines, 'learns no more than of any declined card'],
  },
  {
    guard: 'No client secret and no card token is written to a log, wherever it stands.',
    invariant: 'S10',
    file: 'lambdas/platform/observability.ts',
    from: `return secretText ? text.replace(secretText, '[secret]') : text;`,
    to: 'return text;',
    test: ['test/platform/observability.test.ts', 'address, token or password is written, wherever it stands'],
  },
];
