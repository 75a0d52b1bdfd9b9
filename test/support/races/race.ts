import type { Submission } from '../../../lambdas/domain/registration';
import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import type { Block } from '../../../lambdas/spots/blocks/block';

const hour = 3_600_000;

export interface MadeRace {
  readonly raceId: string;
  readonly eventId: string;
}

/** An open race with one event of this number of spots. */
export const makeRace = async (
  sql: Sql,
  { spots, opensIn = -hour, closesIn = hour }: { spots: number; opensIn?: number; closesIn?: number },
): Promise<MadeRace> => {
  const [raceId, eventId] = [`race-${uuid7().slice(-12)}`, uuid7()];
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds);
  await sql.query(
    `INSERT INTO race (id, name, place, date, time_zone, description, currency, opens_at, closes_at, waiver_version, waiver_text, waiver_hash)
     VALUES ($1, 'Harbour Run', 'Harbour City', '2027-05-02', 'Europe/Berlin', 'Along the water.', 'EUR', $2, $3, '1', 'I run at my own risk.', 'w1')`,
    [raceId, at(opensIn), at(closesIn)],
  );
  await sql.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 1, 'Ten', 10000, $3, $3 + 1)`,
    [eventId, raceId, spots],
  );
  await sql.query(`INSERT INTO price (event_id, starts_at, label, amount) VALUES ($1, '2020-01-01', 'Regular', 4500)`, [
    eventId,
  ]);
  await sql.query('INSERT INTO spot (event_id, number) SELECT $1, n FROM generate_series(1, $2::int) n', [
    eventId,
    spots,
  ]);
  return { raceId, eventId };
};

let people = 0;

/** A paid submission for the `n`-th spot of a block, by a new person unless `person` is given. */
export const submissionFor = (
  { raceId, eventId }: MadeRace,
  block: Pick<Block, 'id' | 'numbers'>,
  n: number,
  { id = uuid7(), person = `runner-${++people}` } = {},
): Submission => ({
  hold: {
    registrationId: id,
    raceId,
    eventId,
    block: block.id,
    spot: block.numbers[n] ?? 0,
    sessionHash: 's',
    quote: { currency: 'EUR', lines: [{ label: 'Ten', amount: 4500 }], total: 4500 },
    waiverHash: 'w1',
    expiresAt: Date.now() + 600_000,
  },
  runner: {
    firstName: person,
    lastName: 'Test',
    email: `${person}@example.com`,
    birthDate: '1990-01-01',
    gender: 'female',
    emergencyContact: 'Somebody, 123',
  },
  authorisation: `pi_${id}`,
  submittedAt: new Date().toISOString(),
});
