import type { Hold } from '../../lambdas/domain/hold';
import type { HeldPayment } from '../../lambdas/domain/payment';
import { personOf } from '../../lambdas/domain/person';
import { authenticationGraceSeconds, maxDeliverySeconds, type Submission } from '../../lambdas/domain/registration';
import type { Authorisation } from '../../lambdas/payment/ports';
import { type SubmitCommand, submitRegistration } from '../../lambdas/registration/submit/submit-registration';
import { times } from '../../lambdas/spots/blocks/block';

const now = new Date('2027-03-01T10:00:00Z');
const hold: Hold = {
  registrationId: 'r1',
  raceId: 'harbour',
  eventId: 'ten',
  block: 'b',
  spot: 7,
  sessionHash: 's1',
  quote: { currency: 'EUR', lines: [{ label: 'Ten', amount: 4500 }], total: 4500 },
  waiverHash: 'w1',
  expiresAt: now.getTime() + 1,
};
const runner = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  birthDate: '1990-01-01',
  gender: 'female',
  emergencyContact: 'Bea',
} as const;
const wish: SubmitCommand = {
  registrationId: 'r1',
  sessionHash: 's1',
  hold: 'ours',
  runner,
  waiverHash: 'w1',
  paymentMethod: 'pm_1',
};

const holds: Record<string, Hold> = {
  ours: hold,
  'for long': { ...hold, expiresAt: now.getTime() + 1_200_000 },
  'kept for bob': { ...hold, owner: 'hash of bob' },
  'kept for her': { ...hold, owner: `hash of ${personOf(runner)}` },
  'for nothing': { ...hold, quote: { currency: 'EUR', lines: [], total: 0 } },
  'two tries': { ...hold, cardTries: 2 },
  'with a form': { ...hold, form: 3 },
  'for three': {
    ...hold,
    companions: [2, 3].map((n) => ({ registrationId: `r${n}`, spot: 6 + n })),
    quote: { ...hold.quote, total: 13_500 },
  },
};
const bea = { ...runner, firstName: 'Bea' };
const cem = { ...runner, firstName: 'Cem' };

const setUp = ({
  at = now,
  card = { kind: 'authorised', authorisation: 'pi_1' } as Authorisation,
  before = 'open' as HeldPayment['state'],
  resumed = undefined as Authorisation | undefined,
  inboxDown = false,
  differs = false,
} = {}) => {
  const happened: string[] = [];
  const submitted: Submission[] = [];
  const waits: number[] = [];
  const submit = submitRegistration({
    tokens: { readHold: async (token) => holds[token] },
    processor: {
      authorise: async ({ amount, cardTries, resume }) => {
        const how = `${cardTries === undefined ? '' : ` with ${cardTries} tries`}${resume ? `, ${resume} before` : ''}`;
        happened.push(`authorise ${amount}${how}`);
        return card;
      },
      resume: async (authorisation, { amount }) => {
        happened.push(`resume ${authorisation} of ${amount}`);
        return resumed;
      },
      open: async (charge) => {
        happened.push('look');
        return differs ? undefined : { ...charge, authorisation: 'pi_1', state: before };
      },
    },
    hash: (text) => `hash of ${text}`,
    inbox: {
      putSweep: async ({ notBefore }) => {
        happened.push('sweep');
        if (notBefore !== undefined) waits.push(notBefore);
      },
      put: async (submission) => {
        if (inboxDown) throw new Error('queue away');
        happened.push('submission');
        submitted.push(submission);
      },
    },
    now: () => at,
  });
  return {
    happened,
    submitted,
    waits,
    submit: (changes: Partial<SubmitCommand> = {}) => submit({ ...wish, ...changes }, at.getTime() + 1000),
  };
};

test('the sweep is queued before the card is touched, the submission after', async () => {
  const { submit, happened, submitted } = setUp();
  expect(await submit()).toEqual({ kind: 'accepted' });
  expect(happened).toEqual(['sweep', 'authorise 4500', 'submission']);
  expect(submitted).toEqual([{ hold, runner, authorisation: 'pi_1', submittedAt: now.toISOString() }]);
});

test('of a long hold the sweep waits until nothing that was paid for in time can be on its way', async () => {
  const { submit, waits } = setUp();
  await submit();
  expect(waits).toEqual([]);
  await submit({ hold: 'for long' });
  expect(waits).toEqual([now.getTime() + 1_500_000]);
});

test.each<[string, Partial<SubmitCommand>, string]>([
  ['a hold we did not sign', { hold: 'forged' }, 'hold-invalid'],
  ["another registration's hold", { registrationId: 'r2' }, 'hold-invalid'],
  ["another browser's hold", { sessionHash: 's2' }, 'hold-invalid'],
  ['another waiver', { waiverHash: 'w2' }, 'waiver-changed'],
  ['a race that asks for more than this page knows', { hold: 'with a form' }, 'page-outdated'],
  ['the hold of somebody who waited for it', { hold: 'kept for bob' }, 'not-the-one-who-waited'],
])('with %s no card is touched', async (_, changes, kind) => {
  const { submit, happened } = setUp();
  expect(await submit(changes)).toEqual({ kind });
  expect(happened).toEqual([]);
});

test('several are charged once, for all, and handed in in one message', async () => {
  const { submit, happened, submitted } = setUp();
  expect(await submit({ hold: 'for three', companions: [bea, cem] })).toEqual({ kind: 'accepted' });
  expect(happened).toEqual(['sweep', 'authorise 13500', 'submission']);
  expect(submitted).toMatchObject([{ hold: holds['for three'], runner, companions: [bea, cem] }]);
});

test.each<[string, Partial<SubmitCommand>, number]>([
  ['two for a hold for three', { hold: 'for three', companions: [bea] }, 2],
  ['one alone for a hold for three', { hold: 'for three' }, 2],
  ['two for a hold for one', { companions: [bea] }, 0],
])('with %s no card is touched', async (_, changes, expected) => {
  const { submit, happened } = setUp();
  expect(await submit(changes)).toEqual({ kind: 'another-number', expected });
  expect(happened).toEqual([]);
});

test('the last millisecond of a hold is good, the next one is not', async () => {
  expect(await setUp().submit()).toEqual({ kind: 'accepted' });
  const late = setUp({ at: new Date(hold.expiresAt) });
  expect(await late.submit()).toEqual({ kind: 'hold-expired' });
  expect(late.happened).toEqual(['look', 'resume pi_1 of 4500']);
});

const asking: Authorisation = { kind: 'action-required', authorisation: 'pi_1', clientSecret: 'pi_1_secret_2' };
const graceMs = authenticationGraceSeconds * 1000;
const asksRunner = {
  kind: 'action-required',
  clientSecret: 'pi_1_secret_2',
  payment: 'pi_1',
  until: hold.expiresAt + graceMs,
};

describe('when the bank asks the runner', () => {
  test('they are told with what and until when, and nothing is handed in', async () => {
    const { submit, happened } = setUp({ card: asking });
    expect(await submit()).toEqual(asksRunner);
    expect(happened).toEqual(['sweep', 'authorise 4500']);
  });

  test('the same request with the payment continues it', async () => {
    const { submit, happened } = setUp();
    expect(await submit({ resume: 'pi_1' })).toEqual({ kind: 'accepted' });
    expect(happened).toEqual(['sweep', 'authorise 4500, pi_1 before', 'submission']);
  });

  const late = (ms: number) => new Date(hold.expiresAt + ms);
  const authorised: Authorisation = { kind: 'authorised', authorisation: 'pi_1' };

  test('whoever answered a little after the hold’s end is handed in, and no card is tried', async () => {
    for (const ms of [0, graceMs - 1]) {
      const { submit, happened } = setUp({ at: late(ms), resumed: authorised });
      expect(await submit({ resume: 'pi_1' })).toEqual({ kind: 'accepted' });
      expect(happened).toEqual(['look', 'resume pi_1 of 4500', 'submission']);
    }
  });

  test('whoever answered later is not, and nothing is charged', async () => {
    const { submit, happened } = setUp({ at: late(graceMs), resumed: authorised });
    expect(await submit({ resume: 'pi_1' })).toEqual({ kind: 'hold-expired' });
    expect(happened).toEqual(['look']);
  });

  test('a payment that the request names is never the one that is continued: the hold’s own is', async () => {
    const { submit, happened } = setUp({ at: late(1), resumed: authorised });
    await submit({ resume: 'pi_of_another' });
    expect(happened).toContain('resume pi_1 of 4500');
  });

  test.each<[string, Authorisation | undefined, object]>([
    ['still asks', asking, asksRunner],
    ['did not answer us', { kind: 'unknown' }, { kind: 'payment-unknown' }],
    // "Try another card" would be wrong: the spot is gone.
    ['said no', { kind: 'declined', reason: 'authentication-failed', triesLeft: 1 }, { kind: 'hold-expired' }],
    ['was asked nothing before the end', undefined, { kind: 'hold-expired' }],
  ])('after the hold’s end, if the bank %s', async (_, resumed, answer) => {
    const { submit, submitted } = setUp({ at: late(1000), ...(resumed && { resumed }) });
    expect(await submit()).toEqual(answer);
    expect(submitted).toEqual([]);
  });

  test('a payment that was voided meanwhile is not continued', async () => {
    const { submit, happened } = setUp({ at: late(1), before: 'voided', resumed: authorised });
    expect(await submit()).toEqual({ kind: 'hold-expired' });
    expect(happened).not.toContain('submission');
  });

  test('the time to answer is taken from the time to deliver, and leaves three minutes of it', () => {
    expect(maxDeliverySeconds - authenticationGraceSeconds).toBeGreaterThanOrEqual(180);
    expect(times.grace - authenticationGraceSeconds).toBeGreaterThanOrEqual(180);
  });
});

describe('the card', () => {
  const none = { paymentMethod: undefined };
  const token = { ...none, confirmationToken: 'ctoken_1' };

  test.each<[string, Partial<SubmitCommand>]>([
    ['a confirmation token', token],
    ['a payment method', {}],
    ['nothing when there is nothing to pay', { ...none, hold: 'for nothing' }],
    ['a payment method for nothing, as pages of before send it', { hold: 'for nothing' }],
  ])('may be %s', async (_, changes) => {
    expect(await setUp().submit(changes)).toEqual({ kind: 'accepted' });
  });

  test.each<[string, Partial<SubmitCommand>, string, string]>([
    ['missing', none, 'confirmationToken', 'missing'],
    ['named twice', { confirmationToken: 'ctoken_1' }, 'paymentMethod', 'two-cards'],
    ['a token when there is nothing to pay', { ...token, hold: 'for nothing' }, 'confirmationToken', 'nothing-to-pay'],
    [
      'continued when there is nothing to pay',
      { ...none, resume: 'pi_1', hold: 'for nothing' },
      'resume',
      'nothing-to-pay',
    ],
  ])('may not be %s', async (_, changes, field, code) => {
    const { submit, happened } = setUp();
    expect(await submit(changes)).toEqual({ kind: 'wrong-card', fault: { field, code } });
    expect(happened).toEqual([]);
  });
});

test('somebody who repeats a submission whose answer was lost is accepted even after the hold ran out', async () => {
  const { submit, happened } = setUp({ at: new Date(hold.expiresAt), before: 'authorised' });
  expect(await submit()).toEqual({ kind: 'accepted' });
  expect(happened).toEqual(['look', 'submission']);
});

const minutesAfterTheEnd = (minutes: number) => new Date(hold.expiresAt + minutes * 60_000);

test('for a free event the writer decides again, until it has decided at the latest', async () => {
  const soon = setUp({ at: minutesAfterTheEnd(14) });
  expect(await soon.submit({ hold: 'for nothing' })).toEqual({ kind: 'accepted' });
  expect(soon.happened).toEqual(['sweep', 'authorise 0', 'submission']);
  expect(soon.submitted).toMatchObject([{ hold: { registrationId: 'r1' }, runner }]);
  const late = setUp({ at: minutesAfterTheEnd(15) });
  expect(await late.submit({ hold: 'for nothing' })).toEqual({ kind: 'hold-expired' });
  expect(late.submitted).toEqual([]);
});

test('a day later the processor is not bothered: it would open another payment each time', async () => {
  const { submit, happened } = setUp({ at: minutesAfterTheEnd(23 * 60), before: 'authorised' });
  expect(await submit()).toEqual({ kind: 'hold-expired' });
  expect(happened).toEqual([]);
});

test('a payment of another amount under the same id is said to be one', async () => {
  const other = setUp({ card: { kind: 'differs' } });
  expect(await other.submit()).toEqual({ kind: 'payment-differs' });
  expect(other.submitted).toEqual([]);
  const late = setUp({ at: minutesAfterTheEnd(1), differs: true });
  expect(await late.submit()).toEqual({ kind: 'payment-differs' });
  expect(late.submitted).toEqual([]);
});

test('with a hold no more cards are tried than it says; one of before says nothing', async () => {
  const { submit, happened } = setUp();
  await submit({ hold: 'two tries' });
  await submit();
  expect(happened.filter((one) => one.startsWith('authorise'))).toEqual([
    'authorise 4500 with 2 tries',
    'authorise 4500',
  ]);
});

test('a declined card is said to be declined, and nothing is registered', async () => {
  const { submit, happened } = setUp({
    card: { kind: 'declined', reason: 'insufficient-funds', triesLeft: 1 },
  });
  expect(await submit()).toEqual({ kind: 'declined', reason: 'insufficient-funds', triesLeft: 1 });
  expect(happened).not.toContain('submission');
});

test('a card without an answer is not taken for declined', async () => {
  expect(await setUp({ card: { kind: 'unknown' } }).submit()).toEqual({ kind: 'payment-unknown' });
});

test('when the queue is away the runner is not told they are in', async () => {
  await expect(setUp({ inboxDown: true }).submit()).rejects.toThrow('queue away');
});

test('the one who waited submits the spot kept for her', async () => {
  expect(await setUp().submit({ hold: 'kept for her' })).toEqual({ kind: 'accepted' });
});
