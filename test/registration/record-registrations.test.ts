import type { Put } from '../../lambdas/domain/outbox';
import { personOf } from '../../lambdas/domain/person/person';
import { membersOf, type Submission } from '../../lambdas/domain/registration';
import type { Recorded, Seated } from '../../lambdas/registration/ports';
import { recordRegistrations } from '../../lambdas/registration/record/record-registrations';
import { registrationWorker } from '../../lambdas/registration/record/worker';
import type { Status } from '../../lambdas/registration/show/status';
import type { Amount } from '../../lambdas/spots/limits/limits';
import { groupFor } from '../support/races/group-submission';
import { submissionFor } from '../support/races/race';

class Poison extends Error {}
const block = { id: 'b', numbers: [1, 2, 3] };
const of = (eventId: string, id: string): Submission =>
  submissionFor({ raceId: 'harbour', eventId }, block, 0, { id, person: id });
const idOf = ({ hold }: Submission) => hold.registrationId;

const setUp = ({
  poison = [] as string[],
  down = false,
  /** A registration with one of these ids gets no answer from the database in time. */
  stuck = [] as string[],
  deferred = [] as string[],
  cacheDown = false,
  repeats = [] as string[],
  /** How long each transaction takes, in milliseconds. */
  takes = 0,
  began = 0,
} = {}) => {
  let at = began;
  const written: string[] = [];
  const statuses: Status[] = [];
  const lags: [string, number][] = [];
  const seated: Seated[] = [];
  const relayed: Put[] = [];
  const paid: Amount[] = [];
  const reported: unknown[] = [];
  const answer = (ids: string[]): Recorded => {
    if (down) throw new Error('database away');
    if (ids.some((id) => stuck.includes(id))) throw new Error('lock timeout');
    if (ids.some((id) => poison.includes(id))) throw new Poison();
    written.push(...ids);
    at += takes;
    const decided = ids.filter((id) => !deferred.includes(id));
    return {
      decisions: [...new Set(decided)].map((registrationId) => ({
        registrationId,
        outcome: 'confirmed' as const,
        number: 1,
        ...(repeats.includes(registrationId) && { isRepeat: true as const }),
      })),
      deferred: ids.filter((id) => deferred.includes(id)),
      outbox: decided.map((id) => `order of ${id}`),
    };
  };
  const record = recordRegistrations({
    registrations: {
      record: async (_, submissions) => answer(submissions.map(idOf)),
      recordGroup: async (submission) => answer(membersOf(submission).map(({ registrationId }) => registrationId)),
      transfer: () => Promise.reject(new Error('nobody takes a spot over')),
      move: () => Promise.reject(new Error('nobody moves')),
      sweep: async (sweeps) => answer(sweeps.map(({ registrationId }) => registrationId)),
    },
    waitingList: {
      join: async (_, joins) => {
        answer(joins.map(({ placeId }) => placeId));
        return joins.map(({ placeId }) => `mail to ${placeId}`);
      },
    },
    outcomes: {
      put: async (some, waited = new Map()) => {
        if (cacheDown) throw new Error('cache away');
        statuses.push(...some);
        lags.push(...waited);
      },
      changed: async () => undefined,
    },
    remembered: {
      seated: async (some) => {
        if (cacheDown) throw new Error('cache away');
        seated.push(...some);
      },
      ended: async () => undefined,
    },
    unpaid: { takeBack: async (amounts) => void paid.push(...amounts) },
    relay: async (put) => void relayed.push(...put),
    report: (error) => void reported.push(error),
    isPoison: (error) => error instanceof Poison,
    now: () => new Date(at),
  });
  return { record, written, statuses, lags, seated, relayed, reported, paid };
};
const batchOf = (bodies: readonly object[]) =>
  Object({
    Records: bodies.map((body, n) => ({
      messageId: `m${n}`,
      body: JSON.stringify(body),
      attributes: { ApproximateReceiveCount: '1' },
    })),
  });
const join = (placeId: string, eventId = 'e1') => ({
  placeId,
  raceId: 'harbour',
  eventId,
  runner: of(eventId, placeId).runner,
  size: 1,
});
const sweep = (registrationId: string) => ({
  registrationId,
  raceId: 'harbour',
  eventId: 'e1',
  amount: 1,
  currency: 'EUR',
});

test('writes event by event, submissions before sweeps, then tells those who wait and sends what must leave', async () => {
  const { record, written, statuses, relayed } = setUp();
  const deferred = await record({
    submissions: [of('e1', 'a'), of('e2', 'b'), of('e1', 'c')],
    sweeps: [sweep('s')],
    joins: [],
  });
  expect(written).toEqual(['a', 'c', 'b', 's']);
  expect(statuses.map(({ registrationId }) => registrationId)).toEqual(['a', 'c', 'b']);
  expect(relayed).toEqual(['order of a', 'order of c', 'order of b', 'order of s']);
  expect([...deferred]).toEqual([]);
});

test('what must wait for a spot to come back is handed back', async () => {
  const { record } = setUp({ deferred: ['b'] });
  const [a, b] = [of('e1', 'a'), of('e1', 'b')];
  expect([...(await record({ submissions: [a, b, { ...b }], sweeps: [], joins: [] }))]).toEqual([b, b]);
});

test('what must wait is given back to the queue, and nothing else', async () => {
  const { record } = setUp({ deferred: ['b'], poison: ['s2'] });
  const bodies = [
    { kind: 'submission', submission: of('e1', 'a') },
    { kind: 'submission', submission: of('e1', 'b') },
    { kind: 'sweep', ...sweep('s1') },
    { kind: 'sweep', ...sweep('s2') },
  ];
  const { batchItemFailures } = await registrationWorker(record)(batchOf(bodies));
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['m1', 'm3']);
});

test('a sweep is carried out beside a submission of the same id that nobody can write', async () => {
  const written: string[] = [];
  const record = recordRegistrations({
    registrations: {
      record: () => Promise.reject(new Poison()),
      recordGroup: () => Promise.reject(new Poison()),
      transfer: () => Promise.reject(new Poison()),
      move: () => Promise.reject(new Poison()),
      sweep: async (sweeps) => {
        written.push(...sweeps.map(({ registrationId }) => registrationId));
        return { decisions: [], deferred: [], outbox: [] };
      },
    },
    waitingList: { join: () => Promise.reject(new Error('nobody joins')) },
    outcomes: { put: async () => undefined, changed: async () => undefined },
    remembered: { seated: async () => undefined, ended: async () => undefined },
    unpaid: { takeBack: async () => undefined },
    relay: async () => undefined,
    report: () => undefined,
    isPoison: (error) => error instanceof Poison,
    now: () => new Date(),
  });
  const bodies = [
    { kind: 'submission', submission: of('e1', 'a') },
    { kind: 'sweep', ...sweep('a') },
  ];
  const { batchItemFailures } = await registrationWorker(record)(batchOf(bodies));
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['m0']);
  expect(written).toEqual(['a']);
});

test('somebody who asks is told what was written: not what a repeat of the registration says', async () => {
  const { record, statuses, seated } = setUp({ repeats: ['b'] });
  const first = of('e1', 'a');
  const again = { ...first, submittedAt: '2027-03-01T10:59:59.000Z' };
  await record({ submissions: [first, again, of('e1', 'b')], sweeps: [], joins: [] });
  expect(statuses.map(({ registrationId, entry }) => [registrationId, entry?.submittedAt])).toEqual([
    ['a', first.submittedAt],
  ]);
  expect(seated).toEqual([{ eventId: 'e1', registrationId: 'a', person: personOf(first.runner) }]);
});

test('a sweep that comes too early comes again', async () => {
  const { record } = setUp({ deferred: ['s1'] });
  const sweeps = [sweep('s1'), sweep('s2')];
  expect([...(await record({ submissions: [], sweeps, joins: [] }))]).toEqual([sweeps[0]]);
});

test('a message nobody can write fails alone, in whatever company', async () => {
  const { record, written, reported } = setUp({ poison: ['c', 's2'] });
  const submissions = ['a', 'b', 'c', 'd', 'e'].map((id) => of('e1', id));
  const deferred = await record({ submissions, sweeps: [sweep('s1'), sweep('s2')], joins: [] });
  expect(written).toEqual(['a', 'b', 'd', 'e', 's1']);
  expect([...deferred]).toEqual([submissions[2], sweep('s2')]);
  expect(reported).toHaveLength(2);
});

test('when the database is away the whole batch comes back', async () => {
  await expect(setUp({ down: true }).record({ submissions: [of('e1', 'a')], sweeps: [], joins: [] })).rejects.toThrow(
    'database away',
  );
});

test('when the cache is away the batch is done all the same', async () => {
  const { record, reported, relayed } = setUp({ cacheDown: true });
  expect([...(await record({ submissions: [of('e1', 'a')], sweeps: [], joins: [] }))]).toEqual([]);
  expect(reported).toHaveLength(2);
  expect(relayed).toHaveLength(1);
});

test('when the database fails in the middle, who was written before is told, and paid for', async () => {
  const { record, statuses, seated, relayed } = setUp({ stuck: ['b'] });
  const submissions = [of('e1', 'a'), of('e2', 'b')];
  await expect(record({ submissions, sweeps: [], joins: [] })).rejects.toThrow('lock timeout');
  expect(statuses.map(({ registrationId }) => registrationId)).toEqual(['a']);
  expect(seated.map(({ registrationId }) => registrationId)).toEqual(['a']);
  expect(relayed).toEqual(['order of a']);
});

test('a waiting list that cannot be written holds up no registration: only who wants to wait comes again', async () => {
  const { record, written, statuses, relayed, reported } = setUp({ stuck: ['p'] });
  const [stuck, other] = [join('p'), join('q', 'e2')];
  const deferred = await record({ submissions: [of('e1', 'a')], sweeps: [sweep('s')], joins: [stuck, other] });
  expect([...deferred]).toEqual([stuck]);
  expect(written).toEqual(['a', 's', 'q']);
  expect(statuses).toHaveLength(1);
  expect(relayed).toEqual(['order of a', 'order of s', 'mail to q']);
  expect(reported).toHaveLength(1);
});

test('somebody who registered is told before anybody is put on a waiting list', async () => {
  const order: string[] = [];
  const record = recordRegistrations({
    registrations: {
      record: async () => ({
        decisions: [{ registrationId: 'a', outcome: 'confirmed', number: 1 }],
        deferred: [],
        outbox: [],
      }),
      recordGroup: () => Promise.reject(new Error('nobody comes together')),
      transfer: () => Promise.reject(new Error('nobody takes a spot over')),
      move: () => Promise.reject(new Error('nobody moves')),
      sweep: async () => ({ decisions: [], deferred: [], outbox: [] }),
    },
    waitingList: {
      join: async () => {
        order.push('joined');
        return [];
      },
    },
    outcomes: { put: async () => void order.push('told'), changed: async () => undefined },
    remembered: { seated: async () => undefined, ended: async () => undefined },
    unpaid: { takeBack: async () => undefined },
    relay: async () => undefined,
    report: () => undefined,
    isPoison: () => false,
    now: () => new Date(),
  });
  await record({ submissions: [of('e1', 'a')], sweeps: [], joins: [join('p')] });
  expect(order).toEqual(['told', 'joined']);
});

test('the mail that asks who joined to confirm leaves at once', async () => {
  const { record, relayed } = setUp();
  await record({ submissions: [], sweeps: [], joins: [join('p'), join('q', 'e2')] });
  expect(relayed).toEqual(['mail to p', 'mail to q']);
});

test('somebody who wants to wait comes again when the others took all the time', async () => {
  const { record, written } = setUp({ takes: 6_000 });
  const late = join('p');
  expect([...(await record({ submissions: [of('e1', 'a')], sweeps: [], joins: [late] }))]).toEqual([late]);
  expect(written).toEqual(['a']);
});

test('those who ask are told how long the first of each race waited for the writer, at their first delivery', async () => {
  const { record, lags } = setUp({ began: 100_000, takes: 2_000 });
  const sent = [
    { seconds: 40, deliveries: 1, body: { kind: 'submission', submission: of('e1', 'a') } },
    { seconds: 10, deliveries: 1, body: { kind: 'submission', submission: of('e1', 'b') } },
    // This one waits for a spot to come back, and the sweep for its time.
    { seconds: 0.5, deliveries: 3, body: { kind: 'submission', submission: of('e1', 'c') } },
    { seconds: 1, deliveries: 1, body: { kind: 'sweep', ...sweep('s') } },
  ];
  const Records = sent.map(({ seconds, deliveries, body }, n) => ({
    messageId: `m${n}`,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: String(deliveries), SentTimestamp: String(seconds * 1000) },
  }));
  await registrationWorker(record)(Object({ Records }));
  expect(lags).toEqual([['harbour', 94]]);
});

test('joins alone come back as a whole when the database is away, so that the queue is asked less often', async () => {
  const { record } = setUp({ stuck: ['p'] });
  await expect(record({ submissions: [], sweeps: [], joins: [join('p')] })).rejects.toThrow('lock timeout');
});

describe('those who come together', () => {
  const family = (id: string, eventId = 'e1') =>
    groupFor({ raceId: 'harbour', eventId }, block, [0, 1], { id, people: [id, `${id}'s companion`] });

  test('are written one by one; each runner is told the outcome, and known to be in', async () => {
    const { record, statuses, seated, relayed } = setUp();
    const [one, two] = [of('e1', 'a'), family('f')];
    const companion = two.hold.companions?.[0]?.registrationId ?? '';
    await record({ submissions: [two, one], sweeps: [], joins: [] });
    expect(statuses.map(({ registrationId, paidAs }) => [registrationId, paidAs])).toEqual([
      ['a', undefined],
      ['f', undefined],
      [companion, 'f'],
    ]);
    expect(statuses[1]?.companions).toMatchObject([{ registrationId: companion, firstName: "f's companion" }]);
    expect(seated).toMatchObject([
      { registrationId: 'a' },
      { registrationId: 'f', person: personOf(two.runner) },
      { registrationId: companion, paidAs: 'f' },
    ]);
    expect(relayed).toEqual(['order of a', 'order of f', `order of ${companion}`]);
  });

  test('when nobody can write them they fail alone, and nobody with them', async () => {
    const { record, written, reported } = setUp({ poison: ['f'] });
    const [one, bad, good] = [of('e1', 'a'), family('f'), family('g')];
    expect([...(await record({ submissions: [bad, one, good], sweeps: [sweep('s')], joins: [] }))]).toEqual([bad]);
    expect(written).toEqual(['a', 'g', good.hold.companions?.[0]?.registrationId, 's']);
    expect(reported).toHaveLength(1);
  });

  test('wait together, in every delivery', async () => {
    const waiting = family('f');
    const { record, statuses } = setUp({ deferred: ['f', waiting.hold.companions?.[0]?.registrationId ?? ''] });
    const again = { ...waiting };
    expect([...(await record({ submissions: [waiting, again], sweeps: [], joins: [] }))]).toEqual([waiting, again]);
    expect(statuses).toEqual([]);
  });

  test('take turns, so of very many the last come again, with their sweeps: what was written is told in time', async () => {
    const { record, written, statuses } = setUp({ takes: 2_000 });
    const families = ['f', 'g', 'h', 'i', 'j'].map((id) => family(id));
    const submissions = [of('e1', 'a'), ...families];
    const deferred = await record({ submissions, sweeps: [sweep('s'), sweep('j')], joins: [] });
    expect([...deferred]).toEqual([...families.slice(2), sweep('j')]);
    expect(written.filter((id) => id.length === 1)).toEqual(['a', 'f', 'g', 's']);
    expect(statuses).toHaveLength(5);
  });

  test('come one further with every delivery, however slow everything is', async () => {
    const { record, written } = setUp({ takes: 60_000 });
    const [one, first, second] = [of('e1', 'a'), family('f'), family('g')];
    expect([...(await record({ submissions: [one, first, second], sweeps: [], joins: [] }))]).toEqual([second]);
    expect(written).toContain('f');
  });

  test('are as many as their hold is for: any other message cannot be read, and fails alone', async () => {
    const { record, written } = setUp();
    const bodies = [
      { kind: 'submission', submission: { ...family('f'), companions: undefined } },
      { kind: 'submission', submission: { ...of('e1', 'b'), companions: [family('g').runner] } },
      { kind: 'submission', submission: of('e1', 'a') },
    ];
    const { batchItemFailures } = await registrationWorker(record)(batchOf(bodies));
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['m0', 'm1']);
    expect(written).toEqual(['a']);
  });
});

test('what is registered counts as unpaid no longer; a repeat, a refusal and an old hold change nothing', async () => {
  const counted = { address: '203.0.113.7', at: 1_800_000_000, seconds: 1200 };
  const from = (id: string): Submission => {
    const submission = of('x', id);
    return { ...submission, hold: { ...submission.hold, counted } };
  };
  const { record, paid } = setUp({ repeats: ['b'], deferred: ['c'] });
  await record({ submissions: [from('a'), from('b'), from('c'), of('x', 'd')], sweeps: [], joins: [] });
  const { sessionHash } = from('a').hold;
  expect(paid).toEqual([
    { who: `session:${sessionHash}`, much: 3, at: 1_800_000_000, seconds: 1200 },
    { who: 'address:x:203.0.113.7', much: 1, at: 1_800_000_000, seconds: 1200 },
  ]);
});

test('nor do its units, of which those of a spot without a price count for the address all the same', async () => {
  const counted = { address: '203.0.113.7', at: 1_800_000_000, seconds: 1200 };
  const from = (id: string, total: number): Submission => {
    const { hold, ...submission } = of('x', id);
    const lines = [
      ['entry', '', 4500, 4500] as const,
      ['item', 'shirt', 0, 0, [0, 7]] as const,
      ['item', 'cap', 0, 0, [0, 8]] as const,
    ];
    return {
      ...submission,
      hold: { ...hold, counted, quote: { ...hold.quote, total } },
      quoted: { form: 1, people: [{ registrationId: id, share: total, lines }], blocks: [['pool', 'block']] },
    };
  };
  const { record, paid } = setUp();
  await record({ submissions: [from('a', 4500), from('b', 0)], sweeps: [], joins: [] });
  const ofUnits = paid.filter(({ who }) => who.startsWith('units:'));
  const { sessionHash } = from('a', 0).hold;
  const two = { much: 2, at: 1_800_000_000, seconds: 1200 };
  expect(ofUnits).toEqual([
    { ...two, who: `units:session:${sessionHash}` },
    { ...two, who: 'units:address:harbour:203.0.113.7' },
    { ...two, who: `units:session:${from('b', 0).hold.sessionHash}` },
  ]);
});
