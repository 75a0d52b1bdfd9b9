/** The numbers that runners wear, and who came to get theirs. */
export const bibs = `
-- Which numbers are given to whom. A row is also the lock under which the numbers of a race are given.
CREATE TABLE bib_plan (
  race_id text PRIMARY KEY REFERENCES race,
  -- In the order in which they are tried.
  ranges jsonb NOT NULL DEFAULT '[]'
);

-- A number stays with whom it was given to, also when they have no spot any more: nobody else gets it.
CREATE TABLE bib (
  race_id text NOT NULL REFERENCES race,
  number integer NOT NULL CHECK (number BETWEEN 1 AND 999999),
  registration_id uuid NOT NULL REFERENCES registration,
  given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Since when it is not theirs any more, because they have another.
  void_at timestamptz,
  PRIMARY KEY (race_id, number)
);
CREATE UNIQUE INDEX bib_of_registration ON bib (registration_id) WHERE void_at IS NULL;

-- How many scans a race has. Its row is locked while they are counted, so they are committed in the order of their numbers.
CREATE TABLE desk (
  race_id text PRIMARY KEY REFERENCES race,
  scans bigint NOT NULL DEFAULT 0
);

-- Append only. Somebody is checked in by the earliest scan after the last one that took all before it back.
CREATE TABLE check_in (
  -- Made by the desk, so that a scan that is sent again is there once.
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  seq bigint NOT NULL,
  registration_id uuid NOT NULL REFERENCES registration,
  kind text NOT NULL CHECK (kind IN ('in', 'undo')),
  -- How they were known: a code that we signed, one that we did not, or staff looked at a document.
  proof text NOT NULL CHECK (proof IN ('code', 'forged', 'document')),
  station text NOT NULL,
  -- By the clock of the desk, set right by how far it was off when it sent the scan.
  scanned_at timestamptz NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  note text,
  staff_id uuid REFERENCES staff DEFAULT nullif(current_setting('startline.staff', true), '')::uuid,
  UNIQUE (race_id, seq)
);
CREATE INDEX check_in_registration ON check_in (registration_id);
`;
