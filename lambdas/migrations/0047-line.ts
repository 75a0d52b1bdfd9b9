/** The line: who may ask for a spot when. */
export const line = `
ALTER TABLE race ADD COLUMN line_mode text NOT NULL DEFAULT 'auto' CHECK (line_mode IN ('auto', 'always', 'never'));

CREATE TABLE line (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  -- A surge begins in the middle of a sale, and has no draw.
  kind text NOT NULL CHECK (kind IN ('opening', 'surge')),
  state text NOT NULL CHECK (state IN ('lobby', 'closing', 'drawing', 'calling', 'open', 'over')),
  gun timestamptz NOT NULL,
  -- When the list of the draw closes at the earliest.
  enrol_until timestamptz NOT NULL,
  commitment bytea CHECK (octet_length(commitment) = 32),
  secret bytea CHECK (octet_length(secret) = 32),
  root bytea CHECK (octet_length(root) = 32),
  listed integer CHECK (listed >= 0),
  closed_at timestamptz,
  chain text,
  round bigint CHECK (round > 0),
  round_at timestamptz,
  signature bytea,
  beacon_missed boolean NOT NULL DEFAULT false,
  seed bytea CHECK (octet_length(seed) = 32),
  -- What a director lets through of the rate.
  pace real NOT NULL DEFAULT 1 CHECK (pace BETWEEN 0.1 AND 1),
  -- Not null: the line stands still.
  paused_reason text CHECK (char_length(paused_reason) <= 200),
  -- Calls a second, as the last tick left them.
  rate real CHECK (rate >= 0),
  ticked_at timestamptz,
  -- Since when so few arrive that the line may open.
  quiet_since timestamptz,
  over_at timestamptz,
  CHECK (seed IS NULL OR root IS NOT NULL),
  CHECK (root IS NULL OR closed_at IS NOT NULL),
  CHECK (round_at >= closed_at + interval '6 seconds'),
  CHECK ((state = 'over') = (over_at IS NOT NULL)),
  CHECK (kind = 'opening' OR root IS NULL)
);
CREATE UNIQUE INDEX line_of_race ON line (race_id) WHERE state <> 'over';

CREATE TABLE line_event (
  line_id uuid NOT NULL REFERENCES line,
  event_id uuid NOT NULL REFERENCES event,
  -- Turns below it may ask for a spot. It never falls.
  called_to float8 NOT NULL DEFAULT 0 CHECK (called_to >= 0),
  -- How many passes that is.
  called float8 NOT NULL DEFAULT 0 CHECK (called >= 0),
  -- What the counters of memcached have counted in all, and what they said last: they may begin at 0 again.
  counts bigint[] NOT NULL DEFAULT '{}',
  seen bigint[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (line_id, event_id)
);

CREATE TABLE line_pass (
  line_id uuid NOT NULL REFERENCES line,
  -- SHA-256 of the pass id: what is published.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  wave integer NOT NULL CHECK (wave >= 0),
  -- It is of the draw, and came after the list was closed.
  late boolean NOT NULL DEFAULT false,
  PRIMARY KEY (line_id, hash)
);
CREATE INDEX line_pass_late ON line_pass (line_id) WHERE late;

CREATE TABLE line_wave (
  line_id uuid NOT NULL REFERENCES line,
  wave integer NOT NULL CHECK (wave >= 0),
  passes integer NOT NULL CHECK (passes >= 0),
  PRIMARY KEY (line_id, wave)
);

CREATE TABLE line_call (
  line_id uuid NOT NULL,
  event_id uuid NOT NULL,
  at timestamptz NOT NULL,
  called_to float8 NOT NULL,
  called float8 NOT NULL,
  PRIMARY KEY (line_id, event_id, at),
  FOREIGN KEY (line_id, event_id) REFERENCES line_event
);
`;
