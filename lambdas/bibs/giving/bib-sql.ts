import { isCheckedIn } from '../../domain/check-in-sql';
import { isUntold } from '../../domain/told-bib-sql';

/** How many void numbers are listed. */
const mostListed = 500;

export const makePlan = `
  INSERT INTO bib_plan (race_id) SELECT id FROM race WHERE id = $1 AND NOT EXISTS (SELECT FROM bib_plan WHERE race_id = $1)
  ON CONFLICT DO NOTHING`;

export const findRunEvents = `SELECT id FROM event WHERE race_id = $1 AND kind = 'run'`;

/** Somebody who runs, with their age on the day of the race. */
const runner = `
  SELECT g.id AS "registrationId", g.event_id AS "eventId", coalesce(g.runner ->> 'firstName', '') AS "firstName",
    coalesce(g.runner ->> 'lastName', '') AS "lastName", g.runner ->> 'gender' AS gender,
    CASE WHEN a.date >= (g.runner ->> 'birthDate')::date
      THEN extract(year FROM age(a.date, (g.runner ->> 'birthDate')::date))::int END AS age
  FROM registration g JOIN event e ON e.id = g.event_id JOIN race a ON a.id = e.race_id`;

export const findNumberless = `
  ${runner} WHERE a.id = $1 AND ($2::uuid IS NULL OR e.id = $2) AND e.kind = 'run' AND g.live
    AND NOT EXISTS (SELECT FROM bib b WHERE b.registration_id = g.id AND b.void_at IS NULL)
  ORDER BY g.recorded_at, g.id`;

export const findOne = `${runner} WHERE g.id = $1`;

export const findTaken = 'SELECT number FROM bib WHERE race_id = $1';

export const findRace = `
  SELECT e.race_id AS "raceId", e.id AS "eventId", e.kind = 'run' AS "isRun"
  FROM registration g JOIN event e ON e.id = g.event_id WHERE g.id = $1`;

export const findPresent = 'SELECT number FROM bib WHERE registration_id = $1 AND void_at IS NULL';

export const lockLive = `
  SELECT g.id, g.live FROM registration g JOIN event e ON e.id = g.event_id
  WHERE e.race_id = $1 AND e.kind = 'run' AND g.id = ANY ($2::uuid[]) ORDER BY g.id FOR NO KEY UPDATE OF g`;

export const findOwners = `
  SELECT number, registration_id AS "registrationId" FROM bib
  WHERE race_id = $1 AND number = ANY ($2::int[]) AND void_at IS NULL`;

export const findHeldBibs = `
  SELECT number, registration_id AS "registrationId", void_at IS NOT NULL AS "isVoid" FROM bib
  WHERE race_id = $1 AND (registration_id = ANY ($2::uuid[]) OR number = ANY ($3::int[])) ORDER BY number`;

export const lockBib = `
  SELECT b.registration_id AS "registrationId", b.void_at IS NULL AND ${isCheckedIn('b.registration_id')} AS "isIn"
  FROM bib b WHERE b.race_id = $1 AND b.number = $2 FOR UPDATE OF b`;

export const deleteBib = 'DELETE FROM bib WHERE race_id = $1 AND number = $2';

export const voidBib =
  'UPDATE bib SET void_at = coalesce(void_at, clock_timestamp()) WHERE race_id = $1 AND number = $2';

export const voidFormer = `
  UPDATE bib SET void_at = clock_timestamp() WHERE registration_id = ANY ($1::uuid[]) AND void_at IS NULL`;

export const insertBibs = `
  INSERT INTO bib (race_id, registration_id, number) SELECT $1, * FROM unnest($2::uuid[], $3::int[])`;

export const findEvents = 'SELECT id, event_id AS "eventId" FROM registration WHERE id = ANY ($1::uuid[])';

/** SQL: names the ranges of plan `p`: other ranges have another name. */
const seenOf = (p: string) => `md5(${p}.ranges::text)`;

/** Under the lock of `makePlan`, which every change of bibs of the race takes. */
export const lockedPlan = `SELECT p.ranges, ${seenOf('p')} AS seen FROM bib_plan p WHERE p.race_id = $1 FOR UPDATE`;

export const findOverview = `
  WITH numbers AS (
    SELECT b.number, b.registration_id, g.event_id, b.void_at IS NULL AND g.live AS is_given, b.void_at IS NULL AS is_last,
      coalesce(g.runner ->> 'firstName', '') AS first_name, coalesce(g.runner ->> 'lastName', '') AS last_name
    FROM bib b JOIN registration g ON g.id = b.registration_id WHERE b.race_id = $1
  ), ranges AS (
    SELECT n, range, (range ->> 'from')::int AS first, (range ->> 'to')::int AS last
    FROM bib_plan p, jsonb_array_elements(p.ranges) WITH ORDINALITY AS r (range, n) WHERE p.race_id = $1
  )
  SELECT json_build_object(
    'seen', coalesce((SELECT ${seenOf('p')} FROM bib_plan p WHERE p.race_id = $1), md5('[]')),
    'ranges', (
      SELECT coalesce(json_agg(r.range || jsonb_build_object(
        'given', (SELECT count(*) FROM numbers m WHERE m.is_given AND m.number BETWEEN r.first AND r.last),
        'void', (SELECT count(*) FROM numbers m WHERE NOT m.is_given AND m.number BETWEEN r.first AND r.last)) ORDER BY r.n), '[]')
      FROM ranges r),
    'events', (
      SELECT coalesce(json_agg(json_build_object('eventId', e.id, 'name', e.name,
        'runners', (SELECT count(*) FROM registration g WHERE g.event_id = e.id AND g.live),
        'given', (SELECT count(*) FROM numbers m WHERE m.is_given AND m.event_id = e.id)) ORDER BY e.position), '[]')
      FROM event e WHERE e.race_id = $1 AND e.kind = 'run'),
    'outside', (
      SELECT count(*) FROM numbers m
      WHERE m.is_given AND NOT EXISTS (SELECT FROM ranges r WHERE m.number BETWEEN r.first AND r.last)),
    'untold', (
      SELECT count(*) FROM bib b JOIN registration g ON g.id = b.registration_id
      WHERE b.race_id = $1 AND g.live AND ${isUntold('b')}),
    'void', (
      SELECT coalesce(json_agg(json_build_object('number', v.number, 'registrationId', v.registration_id,
        'firstName', v.first_name, 'lastName', v.last_name,
        'why', CASE WHEN v.is_last THEN 'ended' ELSE 'replaced' END) ORDER BY v.number), '[]')
      FROM (SELECT * FROM numbers WHERE NOT is_given ORDER BY number LIMIT ${mostListed}) v),
    'voids', (SELECT count(*) FROM numbers WHERE NOT is_given)) AS overview
  FROM race WHERE id = $1`;
