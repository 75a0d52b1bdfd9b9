/** Where a race's news are posted, what was posted, and what came back. Secrets are derived, and stand in no table. */
export const webhooks = `
CREATE TABLE webhook_endpoint (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  url text NOT NULL,
  types text[] NOT NULL CHECK (cardinality(types) > 0),
  -- Whether names and addresses are sent.
  with_names boolean NOT NULL,
  -- Which secret signs. The one before it signs as well, until this instant.
  key_version smallint NOT NULL DEFAULT 1,
  old_key_until timestamptz,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'disabled', 'gone')),
  failing_since timestamptz,
  -- Until when what happened to the race as a whole was looked at.
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX webhook_endpoint_race ON webhook_endpoint (race_id);

CREATE TABLE webhook_message (
  -- Derived from the endpoint and from what happened, so that it stands here once.
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoint,
  type text NOT NULL,
  body jsonb NOT NULL,
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sent', 'failed')),
  -- How often it was posted since it was made or sent again.
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX webhook_message_due ON webhook_message (next_at) WHERE state = 'due';
CREATE INDEX webhook_message_endpoint ON webhook_message (endpoint_id, made_at);

CREATE TABLE webhook_attempt (
  message_id uuid NOT NULL REFERENCES webhook_message,
  -- Made by who posted it, so that one result is noted once.
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  ms integer NOT NULL,
  status smallint,
  -- The first kilobyte of the answer.
  answer text,
  error text,
  PRIMARY KEY (message_id, id)
);
`;
