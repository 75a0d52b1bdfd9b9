import type { RefundRules } from '../../lambdas/registration/ports';
import { showRegistration } from '../../lambdas/registration/show/show-registration';
import { type Status, statusesOf } from '../../lambdas/registration/show/status';
import { submissionFor } from '../support/races/race';

const submission = submissionFor({ raceId: 'harbour', eventId: 'ten' }, { id: 'b', numbers: [7] }, 0, { id: 'r1' });
const confirmed = { registrationId: 'r1', outcome: 'confirmed', number: 7 } as const;
const [status] = statusesOf(submission, new Map([['r1', confirmed]])) as [Status];

const withForm = {
  payment: 'captured',
  form: 1,
  lines: [
    { kind: 'entry', list: 7000, amount: 7000, state: 'given' },
    { kind: 'donation', ref: 'trees', list: 500, amount: 500, state: 'given' },
  ],
} as const;

const submittedAt = Date.parse(submission.submittedAt);
const setUp = ({
  cached = true,
  recorded = true,
  owner = 's' as string | null,
  cacheDown = false,
  databaseDown = false,
  changed = false,
  at = submittedAt,
  lag = undefined as number | undefined,
  lagDown = false,
  asked = [] as string[],
  form = false,
  lines = withForm.lines as NonNullable<Status['lines']>,
  refundableDown = false,
  refundRules = async (): Promise<RefundRules | undefined> => undefined,
} = {}) =>
  showRegistration({
    tokens: {
      readHold: async (token) => (token === 'hold' ? submission.hold : undefined),
      readLink: async (token) => (token === 'link' ? { registrationId: 'r1', version: 0 } : undefined),
    },
    outcomes: {
      find: async () => {
        if (cacheDown) throw new Error('cache away');
        if (changed) return 'changed';
        return cached ? { ...status, ...(form && { ...withForm, lines }), sessionHash: owner ?? undefined } : undefined;
      },
      lag: async (raceId) => {
        asked.push(raceId);
        if (lagDown) throw new Error('cache away');
        return lag;
      },
    },
    records: {
      find: async () => {
        if (databaseDown) throw new Error('database away');
        return recorded ? { ...status, payment: 'captured', sessionHash: owner ?? undefined } : undefined;
      },
    },
    latest: { find: async () => ({ ...status, ended: 'cancelled', sessionHash: owner ?? undefined }) },
    refundRules,
    refundable: {
      recent: async (registrationId) => {
        asked.push(`refundable ${registrationId}`);
        if (refundableDown) throw new Error('database away');
        return new Map([[0, 5600]]);
      },
      latest: async () => undefined,
    },
    report: () => undefined,
    now: () => new Date(at),
  });

test.each([
  ['the hold, in its own session', 'hold', 's', 'decided'],
  ['the hold, from another browser', 'hold', 'other', 'not-yours'],
  ['the hold, without a session', 'hold', undefined, 'not-yours'],
  ['the link from the mail', 'link', undefined, 'decided'],
  ['nothing', '', 's', 'not-yours'],
])('with %s', async (_, token, sessionHash, kind) => {
  expect((await setUp()({ registrationId: 'r1', token, sessionHash })).kind).toBe(kind);
});

test('the link of one registration does not open another', async () => {
  expect(await setUp()({ registrationId: 'r2', token: 'link', sessionHash: undefined })).toEqual({ kind: 'not-yours' });
});

describe.each([
  ['another session made', 'another'],
  ['was passed on', null],
])('a registration that %s', (_, owner) => {
  test.each([
    ['as the cache knows it', {}],
    ['as the database knows it', { cached: false }],
    ['that has just changed', { changed: true }],
  ])('%s: a hold under its id shows nothing, its link all of it', async (_how, known) => {
    const show = setUp({ ...known, owner });
    expect(await show({ registrationId: 'r1', token: 'hold', sessionHash: 's' })).toEqual({ kind: 'not-yours' });
    expect(await show({ registrationId: 'r1', token: 'link', sessionHash: 's' })).toMatchObject({ kind: 'decided' });
  });
});

test('the database answers when the cache has forgotten, or is away', async () => {
  const question = { registrationId: 'r1', token: 'link', sessionHash: undefined };
  for (const failure of [{ cached: false }, { cacheDown: true }])
    expect(await setUp(failure)(question)).toMatchObject({ kind: 'decided', status: { payment: 'captured' } });
});

test.each([true, false])(
  'what has just changed is read where it was written, whatever a replica knows (%s)',
  async (recorded) => {
    const answer = await setUp({ changed: true, recorded })({
      registrationId: 'r1',
      token: 'link',
      sessionHash: undefined,
    });
    expect(answer).toMatchObject({ kind: 'decided', status: { ended: 'cancelled' } });
  },
);

test('a card that is on its way for long is asked about where the truth is', async () => {
  const question = { registrationId: 'r1', token: 'link', sessionHash: undefined };
  const paymentAfter = async (seconds: number, state: { recorded?: boolean; databaseDown?: boolean } = {}) => {
    const answer = await setUp({ at: submittedAt + seconds * 1000, ...state })(question);
    return answer.kind === 'decided' && answer.status.payment;
  };
  expect(await paymentAfter(119)).toBe('authorised');
  expect(await paymentAfter(121)).toBe('captured');
  expect(await paymentAfter(121, { recorded: false })).toBe('authorised');
  expect(await paymentAfter(121, { databaseDown: true })).toBe('authorised');
});

test('somebody who holds a spot is told to wait; who comes by mail too early is told so', async () => {
  const show = setUp({ cached: false, recorded: false });
  expect(await show({ registrationId: 'r1', token: 'hold', sessionHash: 's' })).toEqual({ kind: 'processing' });
  expect(await show({ registrationId: 'r1', token: 'link', sessionHash: undefined })).toEqual({ kind: 'not-found' });
});

test('somebody who is told to wait is told how long others of the race waited, if that is known', async () => {
  const question = { registrationId: 'r1', token: 'hold', sessionHash: 's' };
  const asked: string[] = [];
  expect(await setUp({ cached: false, recorded: false, lag: 40, asked })(question)).toEqual({
    kind: 'processing',
    lag: 40,
  });
  expect(asked).toEqual(['harbour']);
  expect(await setUp({ cached: false, recorded: false, lagDown: true })(question)).toEqual({ kind: 'processing' });
});

test('nobody is kept waiting for it who has an outcome, nor by a cache that is away', async () => {
  const asked: string[] = [];
  const question = { registrationId: 'r1', token: 'hold', sessionHash: 's' };
  for (const state of [{}, { changed: true }, { cacheDown: true }, { cacheDown: true, recorded: false }])
    await setUp({ ...state, asked })(question);
  expect(asked).toEqual([]);
});

test('in a race with a form a runner sees line by line what giving the spot back would bring, once the money is in', async () => {
  const question = { registrationId: 'r1', token: 'link', sessionHash: undefined };
  const asked: string[] = [];
  expect(await setUp({ form: true, asked })(question)).toMatchObject({
    status: { lines: [{ refundable: 5600 }, { refundable: 0 }] },
  });
  expect(asked).toEqual(['refundable r1']);
  // A runner who cannot be told at this moment still sees the registration.
  const answer = await setUp({ form: true, refundableDown: true })(question);
  expect(answer.kind === 'decided' && answer.status.lines).toEqual(withForm.lines);
});

test('in the first minutes it is told by race and form, and no database is asked', async () => {
  const question = { registrationId: 'r1', token: 'link', sessionHash: undefined };
  const asked: string[] = [];
  const rules = { cancelUntil: new Date(submittedAt + 3_600_000), refundPercent: 80, refundUntil: () => undefined };
  const refundRules = async () => rules;
  const told = (answer: Awaited<ReturnType<ReturnType<typeof setUp>>>) =>
    answer.kind === 'decided' && answer.status.lines?.map(({ refundable }) => refundable);
  expect(told(await setUp({ form: true, asked, refundRules })(question))).toEqual([5600, 0]);
  const isOver = async () => ({ ...rules, cancelUntil: new Date(submittedAt) });
  expect(told(await setUp({ form: true, asked, refundRules: isOver })(question))).toEqual([undefined, undefined]);
  expect(asked).toEqual([]);
  // Later something may have been handed out. And rules that cannot be read tell nothing.
  expect(told(await setUp({ form: true, asked, refundRules, at: submittedAt + 600_000 })(question))).toEqual([5600, 0]);
  expect(told(await setUp({ form: true, asked, refundRules: () => Promise.reject(new Error()) })(question))).toEqual([
    5600, 0,
  ]);
  expect(asked).toEqual(['refundable r1', 'refundable r1']);
});

test('the money of an item comes back as long as the form says so', async () => {
  const item = { kind: 'item', ref: 'shirt-m', list: 2000, amount: 2000, state: 'given' } as const;
  const refundRules = async (): Promise<RefundRules> => ({
    ...{ cancelUntil: new Date(submittedAt + 3_600_000), refundPercent: 80 },
    refundUntil: (variant) => (variant === 'shirt-m' ? new Date(submittedAt + 1000) : undefined),
  });
  const refundableAt = async (at: number) => {
    const show = setUp({ form: true, refundRules, at, lines: [item, { ...item, ref: 'hoodie' }] });
    const answer = await show({ registrationId: 'r1', token: 'link', sessionHash: undefined });
    return answer.kind === 'decided' && answer.status.lines?.map(({ refundable }) => refundable);
  };
  expect(await refundableAt(submittedAt)).toEqual([2000, 2000]);
  expect(await refundableAt(submittedAt + 1000)).toEqual([0, 2000]);
});

test('a race without a form is asked nothing more', async () => {
  const asked: string[] = [];
  await setUp({ asked })({ registrationId: 'r1', token: 'link', sessionHash: undefined });
  expect(asked).toEqual([]);
});
