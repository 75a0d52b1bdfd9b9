/** Pictures and documents that directors upload. */
export const uploads = `
-- What was asked for. Its bytes come from a browser into a bucket, and are looked at there.
CREATE TABLE upload (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race_document,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  type text NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'accepted', 'refused')),
  made_by uuid NOT NULL REFERENCES staff,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX upload_race ON upload (race_id, made_at);

-- A file that is kept. Its name is the SHA-256 of its bytes, so several races may have the same one.
CREATE TABLE media_file (
  name text PRIMARY KEY,
  type text NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  width smallint CHECK (width > 0),
  height smallint CHECK (height > 0),
  -- When somebody uploaded it last.
  kept_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When somebody looked last whether anything refers to it.
  looked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX media_file_looked ON media_file (looked_at);

-- The picture, the logo and the documents of a race. Null: it has none.
ALTER TABLE race ADD COLUMN media jsonb;
`;
