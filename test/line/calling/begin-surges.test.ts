import { beginSurges, nextStrain } from '../../../lambdas/line/calling/begin-surges';
import { countBusy, MemcachedStrain } from '../../../lambdas/line/calling/memcached-strain';
import { PostgresLineDocuments } from '../../../lambdas/line/calling/postgres-line-documents';
import { PostgresLineRegister } from '../../../lambdas/line/calling/postgres-line-register';
import { makeRace } from '../../support/races/race';
import { openStores } from '../../support/stores';

const before = { busy: 10, free: 500, times: 1 };
test.each<[string, Parameters<typeof nextStrain>[1], number]>([
  ['the writer is behind', { busy: 10, free: 500, lag: 21 }, 2],
  ['it is behind by what is borne', { busy: 10, free: 500, lag: 20 }, 0],
  ['one of twenty is sent back', { busy: 20, free: 300, lag: 0 }, 0],
  ['more than that', { busy: 22, free: 300, lag: 0 }, 2],
  ['the counter began at 0 again', { busy: 12, free: 300, lag: 0 }, 0],
  ['it began again, and many are sent back', { busy: 9, free: 480, lag: 0 }, 2],
  ['nothing is free any more', { busy: 400, free: 0, lag: 60 }, 0],
])('a minute in which %s', (_, now, times) => expect(nextStrain(before, now).times).toBe(times));

const stores = openStores();
const sql = () => stores.database.postgres;

test('when too many come for two minutes the race gets a line without a draw, and once', async () => {
  const { raceId, eventId } = await makeRace(sql(), { spots: 100 });
  const never = await makeRace(sql(), { spots: 100 });
  await sql().query("UPDATE race SET line_mode = 'never' WHERE id = $1", [never.raceId]);
  const register = new PostgresLineRegister(sql());
  const changed: string[] = [];
  let lag: number | undefined;
  const minute = beginSurges({
    register,
    memory: new MemcachedStrain(stores.memcached),
    lag: async () => lag,
    eventsOf: async (id) => (id === raceId ? [eventId] : [never.eventId]),
    changed: async (id) => void changed.push(id),
  });
  const sendBack = async (times: number) => {
    for (let n = 0; n < times; n++) for (const id of [raceId, never.raceId]) await countBusy(stores.memcached, id);
  };
  await sendBack(5);
  await minute();
  await sendBack(5);
  await minute();
  expect(changed).toEqual([]);
  lag = 30;
  await minute();
  expect(changed).toEqual([raceId]);
  await minute();
  expect(changed).toEqual([raceId]);
  const line = await new PostgresLineDocuments(sql()).find(raceId);
  expect(line).toMatchObject({ kind: 'surge', state: 'calling', events: [{ eventId, calledTo: 0 }] });
  expect(line).not.toHaveProperty('commitment');
  expect(await new PostgresLineDocuments(sql()).find(never.raceId)).toBeUndefined();
  expect(await register.beginSurge(raceId, [eventId])).toBe(false);
  expect(await register.beginSurge(never.raceId, [never.eventId])).toBe(false);
});
