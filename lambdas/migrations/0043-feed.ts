/** The live feed of a race: messages with numbers that have no gap. */
export const feed = `
CREATE TABLE feed (
  race_id text PRIMARY KEY REFERENCES race,
  state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'live', 'ended')),
  -- The number of the last message. Who publishes locks this row: so numbers have no gap, and their order is that of the commits.
  head bigint NOT NULL DEFAULT 0 CHECK (head >= 0),
  -- Grows with each redaction: what was kept of an older epoch is not asked for again.
  epoch integer NOT NULL DEFAULT 0 CHECK (epoch >= 0),
  -- What a newcomer must read besides the end: the last order of each list, and the notice that is pinned, by their numbers.
  latest jsonb NOT NULL DEFAULT '{}',
  -- How many requests a second the crowd may cause at the CDN.
  allowed_per_second integer NOT NULL DEFAULT 20000 CHECK (allowed_per_second BETWEEN 1 AND 1000000),
  ended_at timestamptz,
  CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);

CREATE TABLE feed_message (
  race_id text NOT NULL REFERENCES feed,
  number bigint NOT NULL CHECK (number > 0),
  -- Made by who publishes, once: the same message has the same number, however often it is sent.
  id uuid NOT NULL,
  kind text NOT NULL,
  -- Null: it was taken out.
  body jsonb CHECK (octet_length(body::text) <= 2048),
  -- What a correction or a withdrawal is about.
  refers_to bigint CHECK (refers_to > 0 AND refers_to < number),
  staff_id uuid DEFAULT nullif(current_setting('startline.staff', true), '')::uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (race_id, number),
  UNIQUE (race_id, id)
);
CREATE INDEX feed_message_refers ON feed_message (race_id, refers_to) WHERE refers_to IS NOT NULL;
`;
