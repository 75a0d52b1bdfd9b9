/** What a registration asks for, as a director describes it, and the texts that runners accept. */
export const forms = `
-- A revision never changes, but for the instant at which runners could see it: see registrar.ts.
CREATE TABLE form (
  race_id text NOT NULL REFERENCES race,
  revision integer NOT NULL CHECK (revision > 0),
  definition jsonb NOT NULL,
  -- The JSON Schema of its entries, made when it was saved.
  entry_schema jsonb NOT NULL,
  -- SHA-256 of the definition's canonical JSON.
  hash text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  published_at timestamptz,
  PRIMARY KEY (race_id, revision)
);

-- Without one, a race asks for what every race asks for.
ALTER TABLE race
  ADD COLUMN form_revision integer,
  ADD CONSTRAINT race_has_its_form FOREIGN KEY (id, form_revision) REFERENCES form (race_id, revision);

-- Which form explains the answers.
ALTER TABLE registration ADD COLUMN form_revision integer;

-- Every text that somebody accepted, or will: nothing is changed or deleted here.
CREATE TABLE legal_text (
  race_id text NOT NULL REFERENCES race,
  kind text NOT NULL CHECK (kind IN ('waiver', 'minor-waiver', 'terms', 'privacy')),
  hash text NOT NULL,
  version text NOT NULL,
  locale text NOT NULL,
  text text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (race_id, kind, hash)
);
INSERT INTO legal_text (race_id, kind, hash, version, locale, text)
  SELECT id, 'waiver', waiver_hash, waiver_version, 'en', waiver_text FROM race;
`;
