import * as v from 'valibot';
import { email } from '../../lambdas/api/fields';
import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { inAscii } from '../../lambdas/mail/send/ses-post';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeRace, makeRace } from '../support/races/race';
import { registerRunner } from './register-runner';

let database: FreshDatabase;
let [race, past]: MadeRace[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  race = await makeRace(database.postgres, { spots: 100 });
  past = await makeRace(database.postgres, { spots: 100 });
  await database.postgres.query(`UPDATE race SET date = current_date + 30 WHERE id = $1`, [race.raceId]);
  await database.postgres.query(`UPDATE race SET date = current_date - 30 WHERE id = $1`, [past.raceId]);
});
afterAll(() => database.close());

let spot = 0;
const register = async (of: MadeRace | undefined, email: string, { isFree = false } = {}) => {
  if (!of) throw new Error('there is no such race');
  spot += 1;
  const id = await registerRunner(database.postgres, of, { spot, email });
  if (isFree) await database.postgres.query('UPDATE payment SET amount = 0 WHERE registration_id = $1', [id]);
  // The newest is the last.
  await database.postgres.query('UPDATE registration SET recorded_at = now() WHERE id = $1', [id]);
  return id;
};
const linked = async (email: string) =>
  (await new PostgresMailRecords(database.postgres).ofAddress(email)).map(({ registrationId }) => registrationId);

test('whatever a stranger registers under an address for nothing, its owner gets the link of what they paid for', async () => {
  const [paid, older] = [await register(race, 'prey@example.com'), await register(past, 'prey@example.com')];
  const free: string[] = [];
  for (let n = 0; n < 60; n++) free.push(await register(race, 'Prey@example.com', { isFree: true }));
  const all = await linked('prey@example.com');
  expect(all).toEqual([paid, ...free.reverse().slice(0, 49)]);
  expect(all).not.toContain(older);
});

test('a group of eight with one address has all its links, and those of races that are over come last', async () => {
  const group: string[] = [];
  for (let n = 0; n < 8; n++) group.push(await register(race, 'family@example.com'));
  const over = await register(past, 'family@example.com');
  expect(await linked('family@example.com')).toEqual([...group.reverse(), over]);
});

test('no address of one domain is equal to that of another, as PostgreSQL compares them in the locales of AWS', async () => {
  const letters = Array.from({ length: 0x30000 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => letter > '\u007f' && /[\p{L}\p{N}]/u.test(letter) && v.is(email, `ada@x${letter}x.example`),
  );
  // In the tests it has no locale. This collation has the rules of one.
  const rows = await database.postgres.query<{ letter: string; low: string }>(
    `SELECT letter, lower(letter COLLATE "pg_c_utf8") AS low FROM unnest($1::text[]) AS l (letter) WHERE letter <> lower(letter COLLATE "pg_c_utf8")`,
    [letters],
  );
  expect(rows.length).toBeGreaterThan(1000);
  const leadingElsewhere = rows.filter(
    // No mail leaves for what is no domain.
    ({ letter, low }) =>
      URL.canParse(`http://x${letter}x.example`) &&
      inAscii(`ada@x${letter}x.example`) !== inAscii(`ada@x${low}x.example`),
  );
  expect(leadingElsewhere).toEqual([]);
});
