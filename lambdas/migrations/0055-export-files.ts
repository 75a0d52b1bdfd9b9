/** Files of participants that a job writes. */
export const exportFiles = `
CREATE TABLE export_file (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race_document,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  -- Of the list of participants. What somebody searched for may be a name.
  filter jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'stopped', 'done', 'failed', 'deleted')),
  -- Rows that were recorded until then.
  up_to timestamptz,
  -- What is written already, and how to go on. Null: nothing.
  progress jsonb,
  rows integer NOT NULL DEFAULT 0 CHECK (rows >= 0),
  -- Whoever writes it, and until when nobody else may.
  lease uuid,
  lease_until timestamptz,
  made_by uuid NOT NULL REFERENCES staff,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz
);
CREATE INDEX export_file_race ON export_file (race_id, made_at);
-- What is not deleted is few.
CREATE INDEX export_file_open ON export_file (made_at) WHERE state <> 'deleted';
`;
