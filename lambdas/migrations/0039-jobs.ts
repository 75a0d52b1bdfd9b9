/** Races that are cancelled, and the work that takes longer than a request. */
export const jobs = `
ALTER TABLE event
  DROP CONSTRAINT event_sale_check,
  ADD CONSTRAINT event_sale_check CHECK (sale IN ('on', 'paused', 'closed', 'cancelled'));

ALTER TABLE race ADD COLUMN cancelled_at timestamptz;

-- What is done is seen in the rows that it changes. A job says only what is wanted, and who works on it at this moment.
CREATE TABLE job (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  kind text NOT NULL CHECK (kind IN ('cancel-race')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'stopping', 'stopped', 'done')),
  -- How much of what was paid goes back.
  refund_percent smallint NOT NULL CHECK (refund_percent BETWEEN 0 AND 100),
  -- Registrations when it began.
  total integer NOT NULL CHECK (total >= 0),
  -- Whoever works on it, and until when nobody else may. Without a worker: nobody takes it before.
  lease uuid,
  lease_until timestamptz,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  UNIQUE (race_id, kind)
);

-- Registrations that could not be cancelled at the last try.
CREATE TABLE job_failure (
  job_id uuid NOT NULL REFERENCES job,
  registration_id uuid NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (job_id, registration_id)
);
`;
