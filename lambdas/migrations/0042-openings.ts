/** What directors see of an opening, and what the watch found last. */
export const openings = `
-- A race at an instant at which somebody watched. No foreign key: it would lock a row that a sale reads.
CREATE TABLE live_sample (
  race_id text NOT NULL,
  -- In steps of two seconds.
  at timestamptz NOT NULL,
  sample jsonb NOT NULL,
  PRIMARY KEY (race_id, at)
);
CREATE INDEX live_sample_old ON live_sample (at);

-- What the watch found. Whole races are compared in every tenth pass only: a finding stands until it is looked for again.
CREATE TABLE verdict (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL,
  compared_at timestamptz,
  -- By the name of the difference: how many, and how bad that is.
  findings jsonb NOT NULL
);
`;
