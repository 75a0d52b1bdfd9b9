/** Who owns a registration; how each race sells its spots; and indexes that no long name can break. */
export const ownersAndSales = `
-- SHA-256 of the session that the hold was made in (base64url). Null: only a mailed link opens the registration.
ALTER TABLE registration ADD COLUMN session_hash text;

-- How long a hold lasts and an offer of the waiting list stays open, in seconds; limits on unpaid holds where they are not the default.
ALTER TABLE race
  ADD COLUMN hold_seconds smallint NOT NULL DEFAULT 600 CHECK (hold_seconds BETWEEN 180 AND 1200),
  ADD COLUMN offer_seconds integer NOT NULL DEFAULT 86400 CHECK (offer_seconds BETWEEN 900 AND 604800),
  ADD COLUMN hold_limits jsonb;

-- An index entry may have 2,704 bytes, and four names in Unicode more: so the indexes hold the SHA-256 of the person.
-- IMMUTABLE although convert_to is not: the encoding of a database never changes. PL/pgSQL, because the body of an SQL
-- function that cannot be inlined is planned anew by each statement.
CREATE FUNCTION person_key(person text) RETURNS bytea
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN RETURN sha256(convert_to(person, 'UTF8')); END $$;

DROP INDEX registration_once;
CREATE UNIQUE INDEX registration_once ON registration (event_id, person_key(person)) WHERE live;
ALTER TABLE waiting DROP CONSTRAINT waiting_event_id_person_key;
CREATE UNIQUE INDEX waiting_once ON waiting (event_id, person_key(person));
`;
