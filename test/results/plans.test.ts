import { uuid7 } from '../../lambdas/platform/uuid';
import { findLost, forgetRunners } from '../../lambdas/results/erase/postgres-former-names';
import { findTheirs } from '../../lambdas/results/erase/postgres-name-erasures';
import { findCorrected } from '../../lambdas/results/take/postgres-corrected';
import { findOutdated, findWithheld } from '../../lambdas/results/take/postgres-entrants';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace } from '../support/races/race';

let database: FreshDatabase;
const [setId, runner] = [uuid7(), uuid7()];
let raceId: string;
beforeAll(async () => {
  database = await freshDatabase();
  const race = await makeRace(database.postgres, { spots: 5000 });
  const { eventId } = race;
  ({ raceId } = race);
  const change = (text: string, values: readonly unknown[] = []) => database.postgres.query(text, values);
  await change('UPDATE spot SET block = $2 WHERE event_id = $1', [eventId, uuid7()]);
  await change(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via)
     SELECT CASE WHEN number = 17 THEN $1::uuid ELSE gen_random_uuid() END, event_id, number::text, 'confirmed', true, number, block,
            number, 'block' FROM spot`,
    [runner],
  );
  await change('INSERT INTO bib (race_id, number, registration_id) SELECT $1, spot, id FROM registration', [raceId]);
  await change(
    `INSERT INTO result_set (id, race_id, event_id, position, name, rank_by, gun_places, rounding, genders, age_groups, points)
     VALUES ($1, $2, $3, 1, 'All', 'chip', 0, 'tenths', '[]', '[]', '[]')`,
    [setId, raceId, eventId],
  );
  await change(`INSERT INTO result_batch (set_id, id, body_hash, answer) VALUES ($1, $1, '', '{}')`, [setId]);
  await change(
    `INSERT INTO result_change (set_id, seq, bib, batch_id, before, loses_name)
     SELECT $1, spot, spot, $1, jsonb_build_object('name', 'Runner', 'registrationId', id), spot = 17 FROM registration`,
    [setId],
  );
  await change(
    `INSERT INTO result (set_id, bib, name, status) SELECT $1, spot, 'Runner', 'entered' FROM registration`,
    [setId],
  );
});
afterAll(() => database.close());

/** These are asked while somebody holds the lock of a ranking, for which timers wait: of a file whose rows have no registration. */
test.each([
  ['the rows of a runner who takes their name out', findTheirs, [setId, runner]],
  ['what bibs were called that have another name now', findLost, [setId]],
  ['what a runner was called at other bibs', forgetRunners, [setId, [runner]]],
  ['who of a batch wants no name', findWithheld, [setId, [17, 18]]],
] as const)('%s: nobody reads all runners of the event, or all rows of the ranking', async (_, statement, values) => {
  const rows = await database.postgres.query<Record<string, string>>(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${statement}`,
    values,
  );
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  expect(plan).toContain('rows=1');
  expect(plan).not.toMatch(/(rows=|Removed by [A-Za-z ]+: )\d{3,}/);
});

const explain = async (statement: string, options: string) => {
  const rows = await database.postgres.query<Record<string, string>>(`EXPLAIN (${options}) ${statement}`, [setId]);
  return rows.map((row) => Object.values(row)[0]).join('\n');
};

test('a start list finds what a director has corrected by the numbers of the changes', async () => {
  await database.postgres.query('UPDATE result SET registration_id = $2 WHERE set_id = $1 AND bib = 17', [
    setId,
    runner,
  ]);
  const detail = { setId, seq: 17, applied: 1, fields: ['name'] };
  await database.postgres.query(
    `INSERT INTO audit (actor, action, race_id, detail) VALUES ('director', 'result-corrected', $1, $2)`,
    [raceId, JSON.stringify(detail)],
  );
  expect(await database.postgres.query(findCorrected, [setId])).toEqual([
    { bib: 17, registrationId: runner, fields: ['name'] },
  ]);
  expect(await explain(findCorrected, 'ANALYZE, COSTS OFF, TIMING OFF')).not.toMatch(
    /Scan on result_change.*rows=\d{3,}/,
  );
});

test('who has which bib by now is compared with a start list in one go, however few runners PostgreSQL expects', async () => {
  expect(await explain(findOutdated, 'COSTS OFF')).toMatch(/(Hash|Merge) Full Join/);
  expect(await database.postgres.query(findOutdated, [setId])).toEqual([]);
});
