import { uuid7 } from '../../lambdas/platform/uuid';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeRace, makeRace } from '../support/races/race';
import { makePool } from '../support/units/pool';

let database: FreshDatabase;
let race: MadeRace;
beforeAll(async () => {
  database = await freshDatabase();
  race = await makeRace(database.postgres, { spots: 10 });
});
afterAll(() => database.close());

const query = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  database.postgres.query<Row>(text, values);

/** A registration without a spot: lines need none. */
const makeRegistration = async () => {
  const id = uuid7();
  await query(
    `INSERT INTO registration (id, event_id, person, outcome, live, via) VALUES ($1, $2, 'somebody', 'refused', false, 'none')`,
    [id, race.eventId],
  );
  return id;
};

/** Two units, of which the first is in a block. */
const makeClaim = async () => {
  const [pool, block] = [await makePool(database.postgres, race.raceId, { units: 2 }), uuid7()];
  await query('UPDATE unit SET block = $2 WHERE pool_id = $1 AND number = 1', [pool, block]);
  return { pool_id: pool, unit: 1, block };
};

const insert = async (changes: Readonly<Record<string, unknown>> = {}) => {
  const line = {
    registration_id: await makeRegistration(),
    position: 0,
    kind: 'item',
    ref: 'shirt/m',
    list: 2000,
    amount: 2000,
    state: 'given',
    ...changes,
  };
  const names = Object.keys(line);
  await query(
    `INSERT INTO registration_line (${names.join()}) VALUES (${names.map((_, n) => `$${n + 1}`).join()})`,
    Object.values(line),
  );
};

test('a unit has one line, and only in the block that it is in', async () => {
  const claim = await makeClaim();
  await expect(insert({ ...claim, block: uuid7() })).rejects.toMatchObject({ constraint: 'line_holds_its_unit' });
  await expect(insert({ ...claim, unit: 2 })).rejects.toMatchObject({ constraint: 'line_holds_its_unit' });
  await insert(claim);
  await expect(insert(claim)).rejects.toMatchObject({ constraint: 'line_has_its_unit_alone' });
  await expect(
    query('UPDATE unit SET block = NULL WHERE pool_id = $1 AND number = 1', [claim.pool_id]),
  ).rejects.toMatchObject({ constraint: 'line_holds_its_unit' });
});

const notFor: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
  ['a unit without its pool', 'line_names_the_pool_of_its_unit', { pool_id: null }],
  ['a unit without its block', 'line_names_unit_and_block', { block: null }],
  ['something given of a pool without a unit', 'line_is_given_with_a_unit', { unit: null, block: null }],
  ['something returned that keeps its unit', 'line_is_given_with_a_unit', { state: 'returned' }],
  ['something short that costs', 'line_that_is_short_costs_nothing', { state: 'short', unit: null, block: null }],
  ['an item over its stock', 'line_is_over_for_a_code_alone', { state: 'over', unit: null, block: null }],
];
test.each(notFor)('no line can be written for %s', async (_, constraint, changes) => {
  const claim = await makeClaim();
  await expect(insert({ ...claim, ...changes })).rejects.toMatchObject({ constraint });
});

test('no line is negative, costs more than without discounts, or gives back more than it cost', async () => {
  for (const wrong of [{ amount: -1 }, { list: -1, amount: -1 }, { amount: 2001 }, { refund: 2001 }, { refund: -1 }])
    await expect(insert(wrong)).rejects.toMatchObject({ code: '23514' });
  await insert({ kind: 'code', state: 'over', list: 0, amount: 0 });
  await insert({ amount: 1500, refund: 1500 });
});
