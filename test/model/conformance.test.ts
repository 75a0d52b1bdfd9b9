import { random } from '../simulator/random';
import { makeRace } from '../support/race';
import { openStores } from '../support/stores';
import { operationsOn } from './operations';
import type { Rows } from './rows';
import { Twin } from './twin';

const stores = openStores();

/** How many operations an event sees. */
const length = 300;
const seen = new Set<string>();

test.each([1, 2, 3, 4])(
  'PostgreSQL does what the rules say, whatever comes in whatever order (seed %i)',
  async (seed) => {
    const { postgres } = stores.database;
    const spots = 1 + 2 * seed;
    const race = await makeRace(postgres, { spots });
    await postgres.query(`UPDATE race SET transfer_until = now() + interval '1 hour' WHERE id = $1`, [race.raceId]);
    const twin = new Twin(postgres, race, spots);
    const next = operationsOn(twin, race, random(seed));
    for (let step = 1; step <= length; step++) {
      const { what, run } = next();
      const [ours, theirs] = await run();
      const [ourRows, theirRows] = await twin.rows();
      const where = `seed ${seed}, step ${step}: ${what}`;
      expect({ where, answer: theirs, rows: theirRows }).toEqual({ where, answer: ours, rows: ourRows });
      note(theirs, theirRows);
    }
  },
  60_000,
);

const rare = [
  'confirmed by late',
  'confirmed by late, payment-failed',
  'confirmed by transfer',
  'confirmed by block, cancelled',
  'duplicate by none',
  'refused by none',
  'refused by sweep',
  'deferred',
  'told: held',
  'told: sold-out',
  'told: waiting',
  'told: settling',
  'told: same-person',
  'told: taken',
  'refund: refunded',
  'waiting, rank 0',
  'waiting, rank 1',
  'offered',
  'expired',
  'registered',
];

const note = (answer: unknown, { registrations, payments, waiting, others }: Rows) => {
  if (typeof answer === 'string') seen.add(`told: ${answer}`);
  if (typeof answer === 'object' && answer !== null && 'deferred' in answer && String(answer.deferred))
    seen.add('deferred');
  for (const { outcome, via, ended } of registrations) seen.add(`${outcome} by ${via}${ended ? `, ${ended}` : ''}`);
  for (const { wanted, state } of payments) seen.add(`${wanted}: ${state}`);
  for (const { rank } of waiting) seen.add(`waiting, rank ${rank}`);
  for (const { state } of others) seen.add(state);
};

test('and all of it came to pass', () => {
  expect(rare.filter((what) => !seen.has(what))).toEqual([]);
});
