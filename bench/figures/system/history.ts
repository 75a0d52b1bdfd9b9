import pg from 'pg';

/**
 * Registrations of former years, as they accumulate in a database: each with its spot, its payment and its mail, in the
 * order of time. Their race closed long ago, so no function works on them any more.
 */
const openingStatements = [
  `INSERT INTO race (id, name, place, date, time_zone, description, currency, opens_at, closes_at,
     waiver_version, waiver_text, waiver_hash)
   VALUES ('bench-history', 'Former years', 'Nowhere', '2023-06-01', 'Europe/Berlin', 'All of them.', 'EUR',
     '2023-01-01', '2023-05-01', '1', 'At my own risk.', 'none')`,
  `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number)
   VALUES ('0199a000-0000-7000-8000-00000000a000', 'bench-history', 1, 'Marathon', 42195, $1::int, $1::int + 1)`,
];

/** The rows of the registrations from the number $1 to the number $2. */
const rowStatements = [
  `INSERT INTO spot (event_id, number, block)
   SELECT '0199a000-0000-7000-8000-00000000a000', n, '0199a000-0000-7000-8000-00000000a001' FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash,
     submitted_at, recorded_at)
   SELECT (lpad(to_hex(1680000000000 + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
     '0199a000-0000-7000-8000-00000000a000', md5(n::text), 'confirmed', true, n,
     '0199a000-0000-7000-8000-00000000a001', n, 'block',
     jsonb_build_object('firstName', 'Ada', 'lastName', 'Abara', 'email', 'former-' || n || '@example.com',
       'birthDate', '1980-01-01', 'gender', 'female', 'emergencyContact', 'Ben, +49 30 1234567'),
     'none', '2023-01-01', timestamptz '2023-01-01' + make_interval(secs => n)
   FROM generate_series($1::int, $2::int) n`,
  `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted, state, settled_at)
   SELECT id, 'pi_former_' || number, 8900, 'EUR', 'capture', 'captured', recorded_at
   FROM registration WHERE event_id = '0199a000-0000-7000-8000-00000000a000' AND number BETWEEN $1::int AND $2::int`,
  `INSERT INTO mail (registration_id, template, recipient, state, message_id, claimed_at, updated_at)
   SELECT id, 'confirmation', runner ->> 'email', 'accepted', 'former-' || number, recorded_at, recorded_at
   FROM registration WHERE event_id = '0199a000-0000-7000-8000-00000000a000' AND number BETWEEN $1::int AND $2::int`,
];

/** Makes the race of former years, with as many spots. */
export const openHistory = async (owner: pg.Client, spots: number): Promise<void> => {
  for (const statement of openingStatements) await owner.query(statement, statement.includes('$1') ? [spots] : []);
};

/** Adds the registrations with these numbers, first and last, to the race of former years. */
export const addRegistrations = async (owner: pg.Client, first: number, last: number): Promise<void> => {
  for (const statement of rowStatements) await owner.query(statement, [first, last]);
};

const standbyDeadlineMs = 120_000;

/**
 * Adds `rows` registrations of former years, and waits until the standby has them too. Throws when the standby stays
 * behind.
 */
export const addHistory = async (
  { ownerDatabase, reader }: { readonly ownerDatabase: string; readonly reader: string },
  rows: number,
): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerDatabase });
  const standby = new pg.Client({ connectionString: reader });
  try {
    await Promise.all([owner.connect(), standby.connect()]);
    await openHistory(owner, rows);
    await addRegistrations(owner, 1, rows);
    await owner.query('VACUUM (ANALYZE) spot, registration, payment, mail');
    const { rows: found } = await owner.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
    for (const giveUp = Date.now() + standbyDeadlineMs; ; ) {
      const behind = 'SELECT pg_last_wal_replay_lsn() < $1::pg_lsn AS is_behind';
      const { rows: told } = await standby.query<{ is_behind: boolean }>(behind, [found[0]?.lsn]);
      if (told[0]?.is_behind === false) return;
      if (Date.now() > giveUp) throw new Error(`The standby was still behind after ${standbyDeadlineMs / 1000} s.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await Promise.allSettled([owner.end(), standby.end()]);
  }
};
