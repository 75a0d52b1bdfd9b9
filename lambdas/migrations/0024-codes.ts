/** Words that lower a price, or let their owner into an event. */
export const codes = `
CREATE TABLE code (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  -- SHA-256 (base64url) of the folded code. The code itself is kept nowhere.
  hash text NOT NULL,
  -- Its first two characters, so that a director recognises it.
  hint text NOT NULL,
  -- What was made with one command.
  batch text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('percent', 'amount', 'price', 'none')),
  value integer NOT NULL CHECK (value >= 0),
  applies_to text NOT NULL CHECK (applies_to IN ('entry', 'items', 'both')),
  -- Events that are in no list, and that it opens.
  opens_event uuid[] NOT NULL DEFAULT '{}',
  starts_at timestamptz,
  expires_at timestamptz,
  withdrawn_at timestamptz,
  -- Its uses. Null: there is no limit.
  pool_id uuid REFERENCES pool,
  -- How often one person may use it. Null: as often as they like.
  uses_each integer CHECK (uses_each > 0),
  -- Who may use it: an e-mail address, or what follows the @ in theirs. Null: who has it.
  allow text,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT code_is_known_once UNIQUE (race_id, hash),
  CONSTRAINT code_takes_off_no_more_than_all CHECK (kind <> 'percent' OR value <= 100),
  CONSTRAINT code_is_for_something CHECK (kind <> 'none' OR cardinality(opens_event) > 0)
);
CREATE INDEX code_batch ON code (race_id, batch, id);

-- A line names the person only where each has one use.
CREATE UNIQUE INDEX line_uses_a_code_once ON registration_line (ref, person_key(person))
  WHERE kind = 'code' AND state = 'given' AND person IS NOT NULL;
-- How often who used a code.
CREATE INDEX line_of_code ON registration_line (ref) WHERE kind = 'code';
`;
