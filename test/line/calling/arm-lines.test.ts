import { createHash } from 'node:crypto';
import { armLines } from '../../../lambdas/line/calling/arm-lines';
import { PostgresLineDocuments } from '../../../lambdas/line/calling/postgres-line-documents';
import { PostgresLineRegister } from '../../../lambdas/line/calling/postgres-line-register';
import { PostgresRaces } from '../../../lambdas/races/postgres-races';
import { makeRace } from '../../support/races/race';
import { openStores } from '../../support/stores';

const stores = openStores();
const sql = () => stores.database.postgres;
const changed: string[] = [];
const arm = () =>
  armLines({
    register: new PostgresLineRegister(sql()),
    findRace: (raceId) => new PostgresRaces(sql()).find(raceId),
    changed: async (raceId) => void changed.push(raceId),
  })();
const minute = 60_000;
const made = async (opensIn: number, mode: string) => {
  const race = await makeRace(sql(), { spots: 10, opensIn, closesIn: 120 * minute });
  await sql().query('UPDATE race SET line_mode = $2 WHERE id = $1', [race.raceId, mode]);
  return race;
};

test('a race that always has a line gets it an hour before the gun, once, with a secret that is kept', async () => {
  const soon = await made(59 * minute, 'always');
  const others = [await made(61 * minute, 'always'), await made(-minute, 'always'), await made(59 * minute, 'never')];
  expect(await arm()).toBe(1);
  expect(await arm()).toBe(0);
  expect(changed).toEqual([soon.raceId]);
  const line = await new PostgresLineDocuments(sql()).find(soon.raceId);
  expect(line).toMatchObject({
    state: 'lobby',
    atGun: 'draw',
    passes: 0,
    events: [{ eventId: soon.eventId, calledTo: 0 }],
  });
  expect(Date.parse(line?.enrolUntil ?? '') - Date.parse(line?.gun ?? '')).toBe(12_000);
  expect(line).not.toHaveProperty('secret');
  const [row] = await sql().query<{ secret: Buffer }>('SELECT secret FROM line WHERE race_id = $1', [soon.raceId]);
  expect(
    createHash('sha256')
      .update(row?.secret ?? '')
      .digest('hex'),
  ).toBe(line?.commitment);
  for (const { raceId } of others) expect(await new PostgresLineDocuments(sql()).find(raceId)).toBeUndefined();

  // Everybody who reads the race knows that people wait.
  expect(await new PostgresRaces(sql()).find(soon.raceId)).toMatchObject({ hasLine: true });
  await sql().query("UPDATE line SET state = 'open' WHERE race_id = $1", [soon.raceId]);
  expect(await new PostgresRaces(sql()).find(soon.raceId)).not.toHaveProperty('hasLine');
});
