/** Keys with which machines post times and news, and what a start list and a time say of where they are from. */
export const apiKeys = `
CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  label text NOT NULL,
  -- SHA-256 (base64url) of the secret, which is kept nowhere.
  secret_hash text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['times', 'feed']),
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- To the minute.
  last_used_at timestamptz,
  withdrawn_at timestamptz
);
CREATE INDEX api_key_race ON api_key (race_id);

-- Null: staff sent it.
ALTER TABLE result_batch ADD COLUMN api_key_id uuid REFERENCES api_key;

ALTER TABLE result
  -- Whose start number it is. Null: the entry is from a file.
  ADD COLUMN registration_id uuid REFERENCES registration,
  -- When the newest of what is known was seen, by the clock of who sent it.
  ADD COLUMN source_at timestamptz;
CREATE INDEX result_registration ON result (registration_id) WHERE registration_id IS NOT NULL;
`;
