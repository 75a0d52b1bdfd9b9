import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { benchEventId, benchRaceId } from './bench-race';

/** Names as a European race has them: every second first name has an accent. */
const addPeople = `
  WITH made AS (
    INSERT INTO registration (id, event_id, person, outcome, live, number, via, runner, ended, recorded_at)
    SELECT ('0199b000-' || lpad(to_hex(n / 4096), 4, '0') || '-7' || lpad(to_hex(n % 4096), 3, '0') || '-8' || substr(md5(n::text), 1, 3)
        || '-' || substr(md5(n::text), 4, 12))::uuid, $1, n::text, 'confirmed', false, n, 'block', jsonb_build_object(
          'firstName', (ARRAY['Ada', 'Søren', 'José', 'Maria', 'Jürgen', 'Peter'])[1 + n % 6] || ' ' || substr(md5(n::text), 1, 4),
          'lastName', 'Runner' || substr(md5((n * 7)::text), 1, 5), 'email', 'r' || n || '@example.com', 'birthDate', '1990-01-01',
          'gender', 'female', 'emergencyContact', 'Somebody, 123'),
        'cancelled', now() - interval '1 hour' + n * interval '1 millisecond'
    FROM generate_series($2::int, $3::int) n RETURNING id)
  INSERT INTO payment (registration_id, authorisation, amount, capture_amount, currency, state, wanted, settled_at)
  SELECT id, 'pi_' || id, 8900, 8900, 'EUR', 'captured', 'capture', now() - interval '1 hour' FROM made`;

const rowsPerStatement = 10_000;

/** Registrations in the bench's race that have paid and have no spot any more. */
export const addParticipants = async (client: pg.Client, people: number): Promise<void> => {
  for (let from = 1; from <= people; from += rowsPerStatement)
    await client.query(addPeople, [benchEventId, from, Math.min(people, from + rowsPerStatement - 1)]);
};

/** Makes a director of the bench's race, and signs them in in so many browsers after they used a passkey. Returns the cookies. */
export const signDirectorIn = async (client: pg.Client, browsers = 1): Promise<readonly [string, ...string[]]> => {
  await client.query(
    `WITH made AS (INSERT INTO staff (id, email, name, state) VALUES (gen_random_uuid(), 'bench@example.com', 'Bench', 'active') RETURNING id)
     INSERT INTO staff_role (staff_id, race_id, role) SELECT id, $1, 'director' FROM made`,
    [benchRaceId],
  );
  const openSession = async (): Promise<string> => {
    const secret = randomBytes(32).toString('base64url');
    await client.query(
      `INSERT INTO staff_session (secret_hash, staff_id, level, confirmed_at, browser)
       SELECT $1, id, 'passkey', now(), 'bench' FROM staff WHERE email = 'bench@example.com'`,
      [createHash('sha256').update(secret).digest('base64url')],
    );
    return `__Host-startline-staff=${secret}`;
  };
  const first = await openSession();
  const more: string[] = [];
  while (1 + more.length < browsers) more.push(await openSession());
  return [first, ...more];
};

/** Runs `work` with a connection as the owner of the database. */
export const withOwner = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
