import { changeRegistration } from '../../lambdas/registration/change/change-registration';
import type { Changes, TransferAccepted } from '../../lambdas/registration/change/ports';
import { submissionFor } from '../support/races/race';

const submission = submissionFor({ raceId: 'harbour', eventId: 'ten' }, { id: 'b', numbers: [7] }, 0, { id: 'r1' });
const { hold, runner } = submission;
const uncounted = {
  counts: { countOneMore: async () => 1, spareOne: async () => undefined },
  report: () => undefined,
};
const wish = { transferId: 't1', recipient: { firstName: 'Bea', email: 'bea@example.com' } };

/** The database queries of somebody who tries everything with this token, and their answers. */
const linkTo = (registrationId: string) => ({ registrationId, version: 0 });

const tryAll = async (token: string, sessionHash = 's', isTheirs = true) => {
  const asked: string[] = [];
  const says = <T>(what: string, answer: T) => {
    asked.push(what);
    return Promise.resolve(answer);
  };
  const changes: Changes = {
    isOfSession: async () => isTheirs,
    isOfLink: async () => true,
    cancel: (id) => says(`cancel ${id}`, { kind: 'no-spot' }),
    offerTransfer: (id) => says(`offer ${id}`, { kind: 'no-spot' }),
    withdrawTransfer: (id) => says(`withdraw ${id}`, { kind: 'withdrawn' }),
    findTransfer: (id) => says(`find ${id}`, { kind: 'not-found' }),
    acceptTransfer: (id) => says(`accept ${id}`, { kind: 'gone' }),
    isPersonIn: async () => false,
  };
  const change = changeRegistration({
    tokens: {
      readHold: async (read) => (read === 'hold' ? hold : undefined),
      readLink: async (read) => ({ link: linkTo('r1'), 'another link': linkTo('r2') })[read],
      readTransfer: async (read) => ({ transfer: 't1', 'another transfer': 't2' })[read],
    },
    changes,
    readRecipient: async () => ({ kind: 'no-form' }),
    outcomes: { changed: async () => undefined },
    remembered: { ended: async () => undefined },
    relay: async () => undefined,
    counted: uncounted,
    report: () => undefined,
  });
  const asking = { registrationId: 'r1', token, sessionHash };
  const answers = [
    await change.cancel(asking, 0),
    await change.offerTransfer(asking, wish),
    await change.withdrawTransfer(asking),
    await change.showTransfer('t1', token),
    await change.acceptTransfer('t1', token, runner, 'w1'),
  ];
  return { asked, refused: answers.filter(({ kind }) => kind === 'not-yours').length };
};

test.each([
  ['hold', ['cancel r1', 'offer r1', 'withdraw r1']],
  ['link', ['cancel r1', 'offer r1', 'withdraw r1']],
  ['transfer', ['find t1', 'accept t1']],
])('the %s opens what it is for, and nothing else', async (token, opened) => {
  expect(await tryAll(token)).toEqual({ asked: opened, refused: 5 - opened.length });
});

test.each([
  ['the hold from another browser', 'hold', 'other'],
  ['the link of another registration', 'another link', 's'],
  ['the mail about another transfer', 'another transfer', 's'],
  ['nothing', '', 's'],
])('with %s nothing is changed or shown', async (_, token, sessionHash) => {
  expect(await tryAll(token, sessionHash)).toEqual({ asked: [], refused: 5 });
});

test('a hold under the id of a registration that another session made opens nothing; its link does', async () => {
  expect(await tryAll('hold', 's', false)).toEqual({ asked: [], refused: 5 });
  expect(await tryAll('link', 's', false)).toEqual(await tryAll('link'));
});

/** A database in which every change succeeds. */
const changing = (isCacheDown: boolean) => {
  const [changed, ended, reported]: [string[], string[], unknown[]] = [[], [], []];
  const cached = (ids: string[]) => async (id: string) => {
    if (isCacheDown) throw new Error('cache away');
    ids.push(id);
  };
  const change = changeRegistration({
    tokens: { readHold: async () => undefined, readLink: async () => linkTo('r1'), readTransfer: async () => 't1' },
    readRecipient: async () => ({ kind: 'no-form' }),
    changes: {
      isOfSession: async () => true,
      isOfLink: async () => true,
      cancel: async () => ({ kind: 'cancelled', eventId: 'ten', refund: 0, currency: 'EUR', outbox: [] }),
      offerTransfer: async () => ({ kind: 'offered', transferId: 't1', outbox: [] }),
      withdrawTransfer: async () => ({ kind: 'withdrawn' }),
      findTransfer: async () => ({ kind: 'not-found' }),
      acceptTransfer: async () => ({ kind: 'accepted', fromId: 'r1', toId: 't1', number: 7, outbox: [] }),
      isPersonIn: async () => false,
    },
    outcomes: { changed: cached(changed) },
    remembered: { ended: cached(ended) },
    relay: async () => undefined,
    counted: uncounted,
    report: (error) => void reported.push(error),
  });
  return { change, changed, ended, reported };
};

const question = { registrationId: 'r1', token: 'link', sessionHash: undefined };
type Change = ReturnType<typeof changing>['change'];

test.each([
  ['gives their spot back', ['r1'], ['r1'], (change: Change) => change.cancel(question, 0)],
  ['passes it on', ['r1', 't1'], ['r1'], (change: Change) => change.acceptTransfer('t1', 't', runner, 'w1')],
  ['offers it', ['r1'], [], (change: Change) => change.offerTransfer(question, wish)],
  ['takes the offer back', ['r1'], [], (change: Change) => change.withdrawTransfer(question)],
])(
  'when somebody %s, the cache knows that it changed, and whether they are in no more',
  async (_, changedIds, endedIds, act) => {
    const { change, changed, ended, reported } = changing(false);
    await act(change);
    expect([changed, ended, reported]).toEqual([changedIds, endedIds, []]);
    const away = changing(true);
    // The change is done all the same.
    expect(await act(away.change)).toEqual(await act(change));
    expect(away.reported).toHaveLength(changedIds.length + endedIds.length);
  },
);

describe('with the link of an offer that costs nothing', () => {
  /** `isAway`: nothing can be counted. */
  const opened = (accepted: TransferAccepted | Error, isAway = false) => {
    const [asked, reported]: [string[], unknown[]] = [[], []];
    let count = 0;
    const counting = async (by: number) => {
      if (isAway) throw new Error('cache away');
      count += by;
      return count;
    };
    const change = changeRegistration({
      tokens: { readHold: async () => undefined, readLink: async () => undefined, readTransfer: async () => 't1' },
      readRecipient: async () => ({ kind: 'not-eligible', faults: [] }),
      changes: {
        isOfSession: async () => true,
        isOfLink: async () => true,
        cancel: async () => ({ kind: 'no-spot' }),
        offerTransfer: async () => ({ kind: 'no-spot' }),
        withdrawTransfer: async () => ({ kind: 'withdrawn' }),
        findTransfer: async () => ({ ...offeredTransfer, recipient: wish.recipient }),
        acceptTransfer: async (id) => {
          asked.push(id);
          if (accepted instanceof Error) throw accepted;
          return accepted;
        },
        isPersonIn: async () => false,
      },
      outcomes: { changed: async () => undefined },
      remembered: { ended: async () => undefined },
      relay: async () => undefined,
      counted: {
        counts: { countOneMore: () => counting(1), spareOne: () => counting(-1).then(() => undefined) },
        report: (error) => void reported.push(error),
      },
      report: () => undefined,
    });
    const accept = async (times: number, recipient: Parameters<typeof change.acceptTransfer>[2] = runner) => {
      const kinds: string[] = [];
      for (let n = 0; n < times; n++)
        kinds.push(
          await change.acceptTransfer('t1', 'link', recipient, 'w1').then(
            ({ kind }) => kind,
            () => 'failed',
          ),
        );
      return kinds;
    };
    return { accept, asked, reported };
  };

  test('somebody learns of ten people a day that they are registered, and no more', async () => {
    const { accept, asked } = opened({ kind: 'same-person' });
    expect((await accept(12)).lastIndexOf('same-person')).toBe(9);
    expect(await accept(1)).toEqual(['too-many-quotes']);
    expect(asked).toHaveLength(10);
  });

  test('somebody learns of ten people a day that they may not run, and no more', async () => {
    const { accept } = opened({ kind: 'same-person' });
    const entry = { form: 1, entry: {} };
    expect((await accept(12, entry)).lastIndexOf('not-eligible')).toBe(9);
  });

  test('somebody learns of ten people a day that they are not the one who took the spot over, and no more', async () => {
    const { accept, asked } = opened({ kind: 'gone' });
    expect((await accept(12)).lastIndexOf('gone')).toBe(9);
    expect(asked).toHaveLength(10);
  });

  test.each<[string, TransferAccepted | Error]>([
    ['waiver-changed', { kind: 'waiver-changed' }],
    ['accepted', { kind: 'accepted', fromId: 'r1', toId: 't1', number: 7, outbox: [] }],
    ['failed', new Error('database away')],
  ])('an answer that tells of nobody may come as often as it likes: %s', async (kind, accepted) => {
    expect(new Set(await opened(accepted).accept(30))).toEqual(new Set([kind]));
  });

  test('a spot can be taken over while nothing can be counted', async () => {
    const { accept, reported } = opened({ kind: 'accepted', fromId: 'r1', toId: 't1', number: 7, outbox: [] }, true);
    expect(new Set(await accept(11))).toEqual(new Set(['accepted']));
    expect(reported.length).toBeGreaterThan(0);
  });
});

const offeredTransfer = {
  kind: 'found',
  state: 'offered',
  raceId: 'harbour',
  eventId: 'ten',
  from: 'Ada L.',
  endsAt: new Date('2027-04-01T21:59:00Z'),
  registrationId: 't1',
  waiverHash: 'w1',
  hasForm: true,
} as const;
