import type { Recorded } from '../../lambdas/registration/ports';
import { recordRegistrations } from '../../lambdas/registration/record-registrations';
import type { Submission } from '../../lambdas/registration/registration';
import type { Status } from '../../lambdas/registration/status';
import { registrationWorker } from '../../lambdas/registration/worker';
import { submissionFor } from '../support/race';

class Poison extends Error {}
const block = { id: 'b', numbers: [1, 2, 3] };
const of = (eventId: string, id: string): Submission =>
  submissionFor({ raceId: 'harbour', eventId }, block, 0, { id, person: id });
const idOf = ({ hold }: Submission) => hold.registrationId;

const setUp = ({
  poison = [] as string[],
  down = false,
  deferred = [] as string[],
  cacheDown = false,
  repeats = [] as string[],
} = {}) => {
  const written: string[] = [];
  const statuses: Status[] = [];
  const relayed: string[] = [];
  const reported: unknown[] = [];
  const answer = (ids: string[]): Recorded => {
    if (down) throw new Error('database away');
    if (ids.some((id) => poison.includes(id))) throw new Poison();
    written.push(...ids);
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
      sweep: async (sweeps) => answer(sweeps.map(({ registrationId }) => registrationId)),
    },
    waitingList: {
      join: async (_, joins) => void answer(joins.map(({ placeId }) => placeId)),
    },
    outcomes: {
      put: async (some) => {
        if (cacheDown) throw new Error('cache away');
        statuses.push(...some);
      },
    },
    relay: async (ids) => void relayed.push(...ids),
    report: (error) => void reported.push(error),
    isPoison: (error) => error instanceof Poison,
  });
  return { record, written, statuses, relayed, reported };
};
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
  expect([...(await record({ submissions: [of('e1', 'a'), of('e1', 'b')], sweeps: [], joins: [] }))]).toEqual(['b']);
});

test('what must wait is given back to the queue, and nothing else', async () => {
  const { record } = setUp({ deferred: ['b'], poison: ['s2'] });
  const bodies = [
    { kind: 'submission', submission: of('e1', 'a') },
    { kind: 'submission', submission: of('e1', 'b') },
    { kind: 'sweep', ...sweep('s1') },
    { kind: 'sweep', ...sweep('s2') },
  ];
  const Records = bodies.map((body, n) => ({
    messageId: `m${n}`,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }));
  const { batchItemFailures } = await registrationWorker(record)(Object({ Records }));
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['m1', 'm3']);
});

test('who asks is told what was written: not what a repeat of the registration says', async () => {
  const { record, statuses } = setUp({ repeats: ['b'] });
  const first = of('e1', 'a');
  const again = { ...first, submittedAt: '2027-03-01T10:59:59.000Z' };
  await record({ submissions: [first, again, of('e1', 'b')], sweeps: [], joins: [] });
  expect(statuses.map(({ registrationId, entry }) => [registrationId, entry?.submittedAt])).toEqual([
    ['a', first.submittedAt],
  ]);
});

test('a message nobody can write fails alone, in whatever company', async () => {
  const { record, written, reported } = setUp({ poison: ['c', 's2'] });
  const submissions = ['a', 'b', 'c', 'd', 'e'].map((id) => of('e1', id));
  const deferred = await record({ submissions, sweeps: [sweep('s1'), sweep('s2')], joins: [] });
  expect(written).toEqual(['a', 'b', 'd', 'e', 's1']);
  expect([...deferred]).toEqual(['c', 's2']);
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
  expect(reported).toHaveLength(1);
  expect(relayed).toHaveLength(1);
});
