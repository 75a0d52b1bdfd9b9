import { makeRace, submissionFor } from '../../support/races/race';
import { random } from '../../support/random';
import { openStores } from '../../support/stores';
import { operationsOn } from './operations';
import type { Rows } from './rows';
import { Twin } from './twin';

const stores = openStores();

/** How many operations each event gets. */
const length = 400;
const seen = new Set<string>();

test.each([1, 2, 3])(
  'PostgreSQL does what the rules say, whatever comes in whatever order (seed %i)',
  async (seed) => {
    const { postgres } = stores.database;
    const spots = 2 + 2 * seed;
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
  180_000,
);

test('nobody waits for a place of somebody who gets in with the same batch', async () => {
  const { postgres } = stores.database;
  const race = await makeRace(postgres, { spots: 2 });
  const twin = new Twin(postgres, race, 2);
  const cutNext = async () => {
    await twin.cut(twin.tables.event.currentBlock ?? undefined, 'spent');
    await twin.rows();
  };
  await cutNext();
  await cutNext();
  const [first, second] = twin.tables.blocks;
  if (!first || !second) throw new Error('Each block should have one spot.');
  // Ada has a spot and asks for a place on the list all the same; Cem's hold is invalid, and nobody has paid for spot
  // 2.
  const ada = submissionFor(race, first, 0, { person: 'ada' });
  const cem = submissionFor(race, { id: second.id, numbers: first.numbers }, 0, { person: 'cem' });
  await twin.join(ada.runner);
  const [ours, theirs] = await twin.record([ada, cem]);
  expect(theirs).toEqual(ours);
  expect(theirs).toMatchObject({ deferred: [cem.hold.registrationId] });
});

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
  'told: paused',
  'told: closed',
  'told: settling',
  'told: same-person',
  'told: taken',
  'refund: refunded',
  'refund: refunded, a part',
  'capture: captured, a part',
  'together: confirmed',
  'together: cancelled',
  'together: duplicate',
  'together: refused',
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
  for (const { outcome, via, ended, share } of registrations) {
    seen.add(`${outcome} by ${via}${ended ? `, ${ended}` : ''}`);
    if (share !== null) seen.add(`together: ${ended ?? outcome}`);
  }
  for (const { wanted, state, captureAmount } of payments)
    seen.add(`${wanted}: ${state}${captureAmount === null ? '' : ', a part'}`);
  for (const { rank } of waiting) seen.add(`waiting, rank ${rank}`);
  for (const { state } of others) seen.add(state);
};

test('and all of it came to pass', () => {
  expect(rare.filter((what) => !seen.has(what))).toEqual([]);
});
