import { canonicalJson } from '../../lambdas/domain/canonical-json';
import type { Hold } from '../../lambdas/domain/hold';
import type { HeldPayment } from '../../lambdas/domain/money/payment';
import { hashOfHold, type SignedQuote } from '../../lambdas/domain/money/quote';
import { personOf } from '../../lambdas/domain/person/person';
import { authenticationGraceSeconds, maxDeliverySeconds, type Submission } from '../../lambdas/domain/registration';
import type { Authorisation } from '../../lambdas/payment/ports';
import {
  type QuotedCommand,
  type SubmitCommand,
  submitRegistration,
} from '../../lambdas/registration/submit/submit-registration';
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
  'kept for this runner': { ...hold, owner: `hash of ${personOf(runner)}` },
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

const entry: QuotedCommand['entry'] = {
  people: [
    {
      registrationId: 'r1',
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      birthDate: '1990-01-01',
      answers: { bus: 'yes' },
    },
  ],
  order: { answers: { heard: ['web'] } },
};
const hash = (text: string) => `hash of ${text}`;
const quote: SignedQuote = {
  registrationId: 'r1',
  holdHash: hashOfHold({ ...hold, form: 3 }, hash),
  entryHash: hash(canonicalJson(entry)),
  form: 4,
  people: [
    {
      registrationId: 'r1',
      share: 6500,
      lines: [
        ['entry', '', 4500, 4500],
        ['item', 'shirt', 2000, 2000],
      ],
    },
  ],
  total: 6500,
};
const quotes: Record<string, SignedQuote> = {
  'at 65': quote,
  'at 45 after 65': { ...quote, total: 4500, tried: { opened: 6500, rounds: 1 } },
  'for nothing after 65': { ...quote, total: 0, tried: { opened: 6500, rounds: 1 } },
  'at 65 after nothing': { ...quote, tried: { opened: 0, rounds: 1 } },
  'of another hold': { ...quote, holdHash: hashOfHold({ ...hold, form: 3, spot: 8 }, hash) },
  'of another registration': { ...quote, registrationId: 'r2' },
};
const { runner: _, ...common } = wish;
const quotedWish: QuotedCommand = { ...common, hold: 'with a form', quote: 'at 65', entry };

const setUp = ({
  at = now,
  card = { kind: 'authorised', authorisation: 'pi_1' } as Authorisation,
  before = 'open' as HeldPayment['state'],
  resumed = undefined as Authorisation | undefined,
  inboxDown = false,
  heldAmount = undefined as number | undefined,
  differs = false,
} = {}) => {
  const happened: string[] = [];
  const submitted: Submission[] = [];
  const waits: number[] = [];
  const swept: number[] = [];
  const submit = submitRegistration({
    tokens: { readHold: async (token) => holds[token], readQuote: async (token) => quotes[token] },
    processor: {
      authorise: async ({ amount, cardTries, resume, tried }) => {
        const how = `${cardTries === undefined ? '' : ` with ${cardTries} tries`}${resume ? `, ${resume} before` : ''}`;
        happened.push(`authorise ${amount}${how}${tried ? `, opened with ${tried.opened}` : ''}`);
        return card;
      },
      resume: async (authorisation, { amount }) => {
        happened.push(`resume ${authorisation} of ${amount}`);
        return resumed;
      },
      open: async (charge) => {
        happened.push('look');
        return differs
          ? undefined
          : {
              ...charge,
              authorisation: 'pi_1',
              state: before,
              ...(heldAmount !== undefined && { amount: heldAmount }),
            };
      },
    },
    hash: (text) => `hash of ${text}`,
    inbox: {
      putSweep: async ({ notBefore, amount }) => {
        happened.push('sweep');
        swept.push(amount);
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
    swept,
    submitQuoted: (changes: Partial<QuotedCommand> = {}) => submit({ ...quotedWish, ...changes }, at.getTime() + 1000),
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

  test('a runner who answered a little after the hold’s end is handed in, and no card is tried', async () => {
    for (const ms of [0, graceMs - 1]) {
      const { submit, happened } = setUp({ at: late(ms), resumed: authorised });
      expect(await submit({ resume: 'pi_1' })).toEqual({ kind: 'accepted' });
      expect(happened).toEqual(['look', 'resume pi_1 of 4500', 'submission']);
    }
  });

  test('a runner who answered later is not, and nothing is charged', async () => {
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

test('a runner who waited submits the spot that is kept for them', async () => {
  expect(await setUp().submit({ hold: 'kept for this runner' })).toEqual({ kind: 'accepted' });
});

describe('with a quote', () => {
  test('the card pays its total, and what is queued says who answered what, and what each pays for', async () => {
    const { submitQuoted, happened, submitted } = setUp();
    expect(await submitQuoted()).toEqual({ kind: 'accepted' });
    expect(happened).toEqual(['sweep', 'authorise 6500', 'submission']);
    expect(submitted).toEqual([
      {
        hold: { ...hold, form: 3, quote: { ...hold.quote, total: 6500 } },
        runner: {
          firstName: 'Ada',
          lastName: 'Byron',
          email: 'ada@example.com',
          birthDate: '1990-01-01',
          answers: { bus: 'yes' },
          orderAnswers: { heard: ['web'] },
        },
        authorisation: 'pi_1',
        submittedAt: now.toISOString(),
        quoted: { form: 4, people: quote.people },
      },
    ]);
  });

  test('one more card may be tried with it, though the hold is signed again for that', async () => {
    holds['with a form, one more try'] = { ...hold, form: 3, cardTries: 3 };
    expect(await setUp().submitQuoted({ hold: 'with a form, one more try' })).toEqual({ kind: 'accepted' });
  });

  test.each([
    ['nobody signed it', { quote: 'made up' }, 'quote-invalid'],
    ['it is of another hold', { quote: 'of another hold' }, 'quote-invalid'],
    ['it is of another registration', { quote: 'of another registration' }, 'quote-invalid'],
    ['the hold is of a race without a form', { hold: 'ours' }, 'quote-invalid'],
    ['the entry says more', { entry: { ...entry, order: { answers: { heard: ['web', 'club'] } } } }, 'entry-changed'],
    [
      'the entry is of somebody else',
      { entry: { ...entry, people: [{ ...entry.people[0], firstName: 'Bea' }] } },
      'entry-changed',
    ],
  ] as [string, Partial<QuotedCommand>, string][])('nothing is charged when %s', async (_, changes, kind) => {
    const { submitQuoted, happened } = setUp();
    expect(await submitQuoted(changes)).toEqual({ kind });
    expect(happened).toEqual([]);
  });

  test('a payment that was opened with another amount is opened with that one, also by the sweep', async () => {
    const { submitQuoted, happened, swept } = setUp();
    expect(await submitQuoted({ quote: 'at 45 after 65' })).toEqual({ kind: 'accepted' });
    expect(happened).toEqual(['sweep', 'authorise 4500, opened with 6500', 'submission']);
    expect(swept).toEqual([6500]);
  });

  test('money that is held for another quote is not taken for this one, in time and after it', async () => {
    const { submitQuoted, happened } = setUp({ card: { kind: 'differs' } });
    expect(await submitQuoted()).toEqual({ kind: 'paid-otherwise' });
    expect(happened).not.toContain('submission');
    const late = setUp({ at: new Date(hold.expiresAt + 1), before: 'authorised', heldAmount: 6500 });
    expect(await late.submitQuoted({ quote: 'at 45 after 65' })).toEqual({ kind: 'paid-otherwise' });
    expect(late.happened).toEqual(['look']);
    expect(await late.submitQuoted()).toEqual({ kind: 'accepted' });
  });

  test('who answers their bank in one page is told in the other one that it goes on with another quote', async () => {
    const { submitQuoted, happened } = setUp({ at: new Date(hold.expiresAt + 1), heldAmount: 9900 });
    expect(await submitQuoted()).toEqual({ kind: 'paid-otherwise' });
    expect(happened).toEqual(['look']);
  });

  test('when nothing is to pay any more, the payment that was begun is left to the sweep', async () => {
    const { submitQuoted, happened, swept } = setUp({ before: 'authorised', heldAmount: 6500 });
    expect(await submitQuoted({ quote: 'for nothing after 65', paymentMethod: undefined })).toEqual({
      kind: 'accepted',
    });
    expect(happened).toEqual(['sweep', 'authorise 0, opened with 6500', 'submission']);
    expect(swept).toEqual([6500]);
  });

  test('what was handed in for nothing is not paid for afterwards', async () => {
    const { submitQuoted, happened } = setUp();
    expect(await submitQuoted({ quote: 'at 65 after nothing' })).toEqual({ kind: 'paid-otherwise' });
    expect(happened).toEqual([]);
  });
});
