import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PostgresOpenings } from '../../lambdas/capacity/postgres-openings';
import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { writeLetters } from '../../lambdas/mail/letters/write-letter';
import { newestDue } from '../../lambdas/mail/links/outbox-link-requests';
import { PostgresDisputes } from '../../lambdas/payment/disputes/postgres-disputes';
import { uuid7 } from '../../lambdas/platform/uuid';
import { canaryRaceId } from '../../lambdas/races/canary-race';
import { makeCanaryRace } from '../../lambdas/races/postgres-race-register';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { PostgresBooks } from '../../lambdas/watch/postgres-books';
import { readRaces } from '../../local/status/race-figures';
import { withoutComments } from '../architecture/read-source';
import { noAnnouncements, toOptOut } from '../support/announcements';
import { openEmptiedDatabase } from '../support/postgres/emptied-database';
import { paidMove } from '../support/races/paid-move';
import { makeRace } from '../support/races/race';
import { makePool } from '../support/units/pool';
import { enter } from './books';

const database = openEmptiedDatabase();

/** A race that opened two days ago in which everything is wrong that the books can find. */
const raceInTrouble = async () => {
  const sql = database.postgres;
  const race = await makeRace(sql, { spots: 8, opensIn: -2 * 86_400_000 });
  const late = "clock_timestamp() - interval '2 hours'";
  // A spot is missing, a block is overdue, and somebody waits in vain.
  await sql.query('DELETE FROM spot WHERE event_id = $1 AND number = 8', [race.eventId]);
  await sql.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at) VALUES ($1, $2, '{}', ${late}, ${late})`,
    [uuid7(), race.eventId],
  );
  await sql.query(
    `INSERT INTO waiting (id, event_id, person, runner, rank, state, confirmed_at, asked_at)
     VALUES ($1, $2, 'grace', '{"email": "grace@example.com"}', 1, 'waiting', ${late}, ${late})`,
    [uuid7(), race.eventId],
  );
  // A counter is behind what was registered.
  const dealt = uuid7();
  await sql.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
     VALUES ($1, $2, '{1}', clock_timestamp() + interval '1 hour', clock_timestamp() + interval '2 hours')`,
    [dealt, race.eventId],
  );
  await sql.query('UPDATE event SET current_block = $2 WHERE id = $1', [race.eventId, dealt]);
  // A payment that is not settled, a runner without money, a refund that came back, a mail that is missing.
  const authorised = await enter(sql, race, 1, { payment: 'authorised', minutesAgo: 120, block: dealt });
  const unpaid = await enter(sql, race, 2, { minutesAgo: 120, isMailed: false });
  await sql.query('DELETE FROM payment WHERE registration_id = $1', [unpaid]);
  const refunded = await enter(sql, race, 3, { minutesAgo: 120 });
  await sql.query(
    `UPDATE payment SET wanted = 'refund', refund = amount, refunded = amount, state = 'refunded', refund_failed = 'closed'
     WHERE registration_id = $1`,
    [refunded],
  );
  await enter(sql, race, 4, { minutesAgo: 120, isMailed: false });
  // The lanes of mail have moved on.
  await sql.query(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, refundable, fetched_at)
     VALUES ('pi_by_hand', $1, 4500, 'EUR', 'given back at the processor', 'refunded', false, clock_timestamp())`,
    [refunded],
  );
  const disputed = await enter(sql, race, 5, { minutesAgo: 24 });
  await sql.query(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, due_by, refundable, fetched_at)
     VALUES ('dp_1', $1, 4500, 'EUR', 'fraudulent', 'needs_response', ${late}, false, ${late})`,
    [disputed],
  );
  const moved = await paidMove(sql, authorised, 'failed');
  await sql.query(`UPDATE payment SET unpaid = 'due' WHERE registration_id = $1`, [moved]);
  // Nobody signed for this one.
  await sql.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash)
     VALUES ($1, 1, '{"documents": [{"kind": "waiver"}]}', '{}', 'h')`,
    [race.raceId],
  );
  await sql.query('UPDATE registration SET form_revision = 1 WHERE id = $1', [disputed]);
  await makePool(sql, race.raceId, { units: 1 });
  // And used a code beyond its limit.
  await sql.query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, state)
     VALUES ($1, 0, 'code', 'c', 0, 0, 'over')`,
    [disputed],
  );
  await sql.query(
    `INSERT INTO job (id, race_id, kind, refund_percent, total, made_at) VALUES ($1, $2, 'cancel-race', 100, 1, ${late})`,
    [uuid7(), race.raceId],
  );
  // People wait for a draw, and nobody steps their line forward.
  const lineId = uuid7();
  await sql.query('INSERT INTO line_tick DEFAULT VALUES');
  await sql.query(
    `INSERT INTO line (id, race_id, kind, state, gun, enrol_until) VALUES ($1, $2, 'opening', 'closing', ${late}, ${late})`,
    [lineId, race.raceId],
  );
  await sql.query('INSERT INTO line_event (line_id, event_id) VALUES ($1, $2)', [lineId, race.eventId]);
  await sql.query('INSERT INTO line_wave (line_id, wave, passes) VALUES ($1, 0, 1)', [lineId]);
  return race;
};

/** Everything that lists, counts or sums over races, for a race of runners and for one of the canary. */
const seen = async (raceId: string) => {
  const { postgres: sql, superuserUrl } = database;
  const minute = 60;
  const books = new PostgresBooks(sql, {
    payment: minute,
    outbox: minute,
    reclaim: minute,
    offer: minute,
    mail: minute,
    unknownMail: minute,
    authorisation: minute,
    evidence: minute,
    cancellation: minute,
    lineStep: 10,
    lineCall: minute,
  });
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 1 });
  const [figures, comparison] = [await books.look(), await books.compare()];
  const opening = { before: 10, after: 3 * 24 * 60 };
  try {
    return {
      list: (await new PostgresRaces(sql).list()).filter(({ id }) => id === raceId).length,
      status: (await readRaces(pool)).filter((race) => race.raceId === raceId).length,
      openings: (await new PostgresOpenings(sql).near(opening)).openings.length,
      crowd: (await new PostgresOpenings(sql).near(opening)).seenPerSpot > 0,
      events: figures.events.length,
      pools: figures.pools.length,
      paymentsStuck: figures.paymentsStuck.count,
      refundsFailed: figures.refundsFailed.count,
      chargesUnpaid: figures.chargesUnpaid.count,
      paymentsGivenBack: figures.paymentsGivenBack.count,
      authorisationsExpiring: figures.authorisationsExpiring.count,
      disputesDue: figures.disputesDue.count,
      disputes: (await new PostgresDisputes(sql).list()).length,
      blocksOverdue: figures.blocksOverdue.count,
      waitingInVain: figures.waitingInVain.count,
      cancellationsStalled: figures.cancellationsStalled.count,
      linesStanding: figures.linesStanding.count,
      dealing: figures.dealing.length,
      racesOnSale: figures.racesOnSale.length,
      runnersWithoutMoney: comparison.runnersWithoutMoney.count,
      consentsMissing: comparison.consentsMissing.count,
      usesOver: comparison.usesOver.count,
      mailsMissing: comparison.mailsMissing.count > 0,
      ofAddress: (await new PostgresMailRecords(sql).ofAddress('ada@example.com')).length > 0,
      link: (await sql.query(newestDue, ['ada@example.com', 'ada'])).length,
    };
  } finally {
    await pool.end();
  }
};

test('whatever is wrong in the race of the canary is in no list, count, sum or mail; in a race of runners all of it is', async () => {
  const { raceId } = await raceInTrouble();
  expect(await seen(raceId)).toEqual({
    list: 1,
    status: 1,
    openings: 1,
    crowd: true,
    events: 1,
    pools: 1,
    paymentsStuck: 1,
    refundsFailed: 1,
    chargesUnpaid: 1,
    paymentsGivenBack: 1,
    authorisationsExpiring: 1,
    disputesDue: 1,
    disputes: 2,
    blocksOverdue: 1,
    waitingInVain: 1,
    cancellationsStalled: 1,
    linesStanding: 1,
    dealing: 1,
    racesOnSale: 1,
    // The one who was refunded is still registered.
    runnersWithoutMoney: 2,
    consentsMissing: 1,
    usesOver: 1,
    mailsMissing: true,
    ofAddress: true,
    link: 1,
  });
  await database.postgres.query('UPDATE race SET is_canary = true WHERE id = $1', [raceId]);
  const hidden = await seen(raceId);
  for (const [where, found] of Object.entries(hidden)) expect([where, Number(found)]).toEqual([where, 0]);
});

test('a mail about the canary is written by nobody; the same about a runner is written', async () => {
  const { postgres } = database;
  const race = await makeRace(postgres, { spots: 1 });
  const registrationId = await enter(postgres, race, 1, { isMailed: false });
  const nobody = { find: async () => undefined };
  // What is known of a race is trusted for ten seconds.
  let now = 0;
  const writeAll = writeLetters({
    records: new PostgresMailRecords(postgres, () => now),
    places: { ...nobody, findAny: nobody.find, inFrontAfter: nobody.find, ofAddress: async () => [] },
    transfers: nobody,
    staff: { byLink: nobody.find, ofStaff: nobody.find },
    announcements: noAnnouncements,
    links: {
      to: async () => 'a',
      toPlace: async () => 'b',
      toTransfer: async () => 'c',
      toConsole: async () => 'd',
      toOptOut,
      console: 'e',
    },
  });
  const order = { registrationId, template: 'confirmation', generation: 1 } as const;
  const write = async () => (await writeAll([order]))(order);
  expect((await write()).kind).toBe('letter');
  await postgres.query('UPDATE race SET is_canary = true');
  now = 10_000;
  expect(await write()).toEqual({ kind: 'muted' });
});

test('the race of the canary is made once, is found by its id, and is not made of a race of runners', async () => {
  const { postgres } = database;
  await makeCanaryRace(postgres);
  await makeCanaryRace(postgres);
  expect(await postgres.query('SELECT id FROM race WHERE is_canary')).toEqual([{ id: canaryRaceId }]);
  expect(await new PostgresRaces(postgres).find(canaryRaceId)).toMatchObject({ events: [{ prices: [{ amount: 0 }] }] });
  await postgres.query('UPDATE race SET is_canary = false');
  await expect(makeCanaryRace(postgres)).rejects.toThrow('is not the canary');
});

const tables = 'race|event|registration|spot|block|waiting|payment|mail|transfer|audit';
const reads = new RegExp(`\\bFROM\\s+(${tables})\\b`);
/** One row or one event, named by the caller: `id = $1`, `event_id = ANY ($2::uuid[])`, `race_id = ${…}`. */
const isBounded =
  /\b(id|event_id|race_id|registration_id|paid_as)\s*(=|IN)\s*(ANY\s*)?\(?\$\{?\w|unnest\(\$|WHERE \$\{(isPlaceOf|ofPayments|ofOrder)\}/;
/** The conditions of domain/race-sql.ts; local/ may not import them. */
const condition = /isForRunners\(|isRunners\(|NOT is_canary|\$\{watched\}/;

/** Whether a statement is about more than what its caller names, and shows the canary's. */
const isOverAll = (text: string) => reads.test(text) && !isBounded.test(text) && !condition.test(text);

/** Statements over all races that the canary's belongs to, and why. */
const withCanary: Readonly<Record<string, string>> = {
  'count(*)::int AS mails': 'the canary’s mails are never written down',
  "WHERE state = 'unknown' AND updated_at": 'the canary’s mails are never written down',
  "WHERE state = 'claimed' AND claimed_at < clock_timestamp() - interval": 'the canary’s mails are never written down',
  'SELECT event_id FROM block WHERE NOT closed AND closes_at': 'its spots come back as all spots do',
  'SELECT e.id FROM event e JOIN race r ON r.id = e.race_id': 'nobody waits for its spots, and nothing is shown',
  "CASE WHEN r.ended = 'cancelled' THEN": 'a part: what it is put into names a registration, or leaves the canary out',
  'FROM registration r LEFT JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)': 'the same',
  'SELECT e.id FROM event e WHERE ${isMeant}': 'the events of one race, which the caller names',
  'SELECT e.id, e.sale, (': 'the same',
  'SELECT r.id FROM race r, (SELECT nullif(': 'the races of a series, and the canary is in none',
  'm.mailbox = ${mailbox}': 'the canary’s mails are never written down',
  "lower(g.runner ->> 'email') = lower(${address})": 'about one address, and links are ordered for runners alone',
  'w.offers, b.deal_until, ${isOnTheList}': 'nobody waits for its spots',
  'w.runner, w.size, b.deal_until': 'nobody waits for its spots',
  'INSERT INTO document_due': 'a part: what it is put into names payments or a race, and the canary pays nothing',
  'coalesce(p.capture_amount, p.amount) AS amount, greatest(': 'the same',
  'm.share - (SELECT coalesce(sum(d.amount), 0)': 'the same',
  "to_char(r.date, 'YYYY-MM-DD') AS date, r.time_zone": 'a part: what it is put into leaves the canary out',
  '0)::bigint AS gross': 'the same',
  'coalesce(s.name, a.operator) AS by, a.race_id':
    'what staff and operators did: nobody of them has to do with the canary',
  'a.staff_id = c.staff_id AND a.command_id = c.id': 'what one member of the staff ordered',
  "action = 'role-given' AND at": 'the same',
  'SELECT id FROM race WHERE is_canary': 'looks for it',
  'WHERE limit_group = $': 'its events are in no group',
  'WHERE team_id = $1': 'it has no form, and so no team',
  'WHERE r.team_id = t.id': 'the same',
  'SELECT id, form_revision, ARRAY(SELECT DISTINCT batch FROM code': 'which ids are taken on this machine',
  'WHERE NOT EXISTS (SELECT FROM event known WHERE known.id = e.id)': 'the events of one document, of one race',
  'SELECT FROM race WHERE media::text LIKE $1': 'the canary has no files, and nothing is shown',
  'SELECT state, count(*)::int AS n FROM mail': 'the canary’s mails are never written down',
  "extract(year FROM age(a.date, (g.runner ->> 'birthDate')::date))::int END AS age FROM registration g JOIN event":
    'a part: what it is put into names a race or a registration',
  'b.number AS bib, g.number, g.live AS "isLive"': 'the same',
  'WHEN g.share IS NULL THEN o.gone': 'the same',
  'NOT EXISTS (SELECT FROM registration c WHERE c.paid_as = r.id)': 'the same',
  'WITH late AS MATERIALIZED (': 'of these, the statement takes those of one race',
  'm.registration_id = p.registration_id': 'a part: what it is put into names a race',
  'ARRAY(SELECT f.id FROM event f WHERE f.race_id = a.id': 'the same',
  '(SELECT count(*) FROM registration WHERE event_id = asked.event_id':
    'a part: what it is put into names events and people',
  '(SELECT count(*) FROM registration WHERE limit_group = asked.limit_group': 'the same',
  "WHERE p.unpaid = 'due' AND g.live":
    'a part: what it is put into names a registration or a race, or leaves the canary out',
  "u.registration_id = o.paid_as AND u.unpaid = 'due'": 'a part: what it is put into names a registration',
  'WHERE f.fee_paid_as = ${payment}': 'a part: what it is put into names a payment or a race, or leaves the canary out',
  'WHERE f.fee_paid_as = ANY ($1::uuid[])': 'payments that the caller names',
  'SELECT unnest(ARRAY[became, fee_paid_as])': 'payments of a runner whom the caller names',
};

test('every statement over more than one event leaves the canary out, or is listed with its reason', () => {
  const files = ['lambdas', 'local'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('migrations/'))
      .map((name) => join(room, name)),
  );
  const statements = files.flatMap((file) =>
    [...withoutComments(readFileSync(file, 'utf8')).matchAll(/`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'/g)]
      .map(([text]) => ({ file, text: text.slice(1, -1).replace(/\s+/g, ' ').trim() }))
      .filter(({ text }) => reads.test(text)),
  );
  expect(statements.length).toBeGreaterThan(40);
  const unused = new Set(Object.keys(withCanary));
  const trespassing = statements.filter(({ text }) => {
    if (!isOverAll(text)) return false;
    const known = Object.keys(withCanary).filter((phrase) => text.includes(phrase));
    for (const phrase of known) unused.delete(phrase);
    return known.length === 0;
  });
  expect(trespassing).toEqual([]);
  expect([...unused]).toEqual([]);
});

test.each([
  ['SELECT id, name FROM race ORDER BY date', true],
  ['SELECT count(*) FROM event e JOIN race r ON r.id = e.race_id WHERE r.closes_at > now()', true],
  ['SELECT sum(p.amount) FROM payment p JOIN registration g ON g.id = p.registration_id', true],
  // As the source has it: the call inside the text.
  [`SELECT id FROM race WHERE $${'{'}isForRunners('race')} ORDER BY date`, false],
  ['SELECT name FROM race WHERE id = $1', false],
  ['SELECT count(*) FROM spot WHERE event_id = ANY ($1::uuid[])', false],
])('a new statement that lists or sums is found: %s', (text, isFound) => expect(isOverAll(text)).toBe(isFound));
