/** Results: what is ranked, what is known of each bib, and which versions were published. */
export const results = `
-- One ranking of one event.
CREATE TABLE result_set (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  event_id uuid NOT NULL REFERENCES event,
  position smallint NOT NULL CHECK (position > 0),
  name text NOT NULL,
  rank_by text NOT NULL CHECK (rank_by IN ('chip', 'gun')),
  -- So many are ranked by gun, before the rest by chip.
  gun_places smallint NOT NULL CHECK (gun_places >= 0),
  rounding text NOT NULL CHECK (rounding IN ('up-to-second', 'tenths')),
  genders jsonb NOT NULL,
  age_groups jsonb NOT NULL,
  points jsonb NOT NULL,
  -- Grows with each entry that changes. Whoever changes one locks this row.
  seq bigint NOT NULL DEFAULT 0 CHECK (seq >= 0),
  -- The version that is to be published, of the entries as they were at due_seq. Null: none.
  due_kind text CHECK (due_kind IN ('start-list', 'preliminary', 'official', 'corrected', 'withdrawn')),
  due_note text,
  due_seq bigint,
  due_at timestamptz,
  -- Who publishes it, and until when nobody else does.
  publisher uuid,
  publishing_until timestamptz,
  UNIQUE (race_id, position),
  UNIQUE (race_id, name),
  CHECK (num_nulls(due_kind, due_note, due_seq, due_at) IN (0, 4)),
  CHECK (num_nulls(publisher, publishing_until) IN (0, 2))
);

-- What is known of a bib now. Times are in milliseconds.
CREATE TABLE result (
  set_id uuid NOT NULL REFERENCES result_set,
  bib integer NOT NULL CHECK (bib BETWEEN 1 AND 999999),
  name text,
  -- The name stays away, also when a file or a timer says it again.
  name_withheld boolean NOT NULL DEFAULT false,
  gender text,
  age smallint CHECK (age BETWEEN 0 AND 150),
  club text,
  country text,
  status text NOT NULL CHECK (status IN ('entered', 'finished', 'dnf', 'dns', 'dsq')),
  gun_ms integer CHECK (gun_ms > 0 AND gun_ms < 360000000),
  chip_ms integer CHECK (chip_ms > 0 AND chip_ms < 360000000),
  penalty_ms integer CHECK (penalty_ms >= 0 AND penalty_ms < 360000000),
  splits jsonb,
  note text,
  PRIMARY KEY (set_id, bib),
  CHECK (NOT name_withheld OR name IS NULL),
  CHECK (status <> 'finished' OR gun_ms IS NOT NULL OR chip_ms IS NOT NULL)
);

-- What came in one piece. Its client makes the id, so the same piece is taken once.
CREATE TABLE result_batch (
  set_id uuid NOT NULL REFERENCES result_set,
  id uuid NOT NULL,
  body_hash text NOT NULL,
  answer jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (set_id, id)
);

-- Every change of an entry. With it, the entries of any seq can be read again.
CREATE TABLE result_change (
  set_id uuid NOT NULL REFERENCES result_set,
  seq bigint NOT NULL,
  bib integer NOT NULL,
  batch_id uuid NOT NULL,
  -- Null: there was none.
  before jsonb,
  PRIMARY KEY (set_id, seq),
  FOREIGN KEY (set_id, batch_id) REFERENCES result_batch DEFERRABLE INITIALLY DEFERRED
);

-- What was published.
CREATE TABLE result_version (
  set_id uuid NOT NULL REFERENCES result_set,
  number integer NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN ('start-list', 'preliminary', 'official', 'corrected', 'withdrawn')),
  seq bigint NOT NULL,
  -- Null: a withdrawn set has no files.
  manifest text,
  entered integer NOT NULL CHECK (entered >= 0),
  finishers integer NOT NULL CHECK (finishers >= 0),
  note text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (set_id, number),
  CHECK ((manifest IS NULL) = (kind = 'withdrawn'))
);
`;
