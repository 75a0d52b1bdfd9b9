/** Races, the ledger of spots, registrations, payments, mail. Times are timestamptz; money is in the currency's smallest unit. */
export const registration = `
CREATE TABLE race (
  id text PRIMARY KEY,
  name text NOT NULL,
  place text NOT NULL,
  date date NOT NULL,
  time_zone text NOT NULL,
  description text NOT NULL,
  currency char(3) NOT NULL,
  opens_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  waiver_version text NOT NULL,
  waiver_text text NOT NULL,
  waiver_hash text NOT NULL,
  CHECK (opens_at < closes_at)
);

CREATE TABLE event (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  position smallint NOT NULL,
  name text NOT NULL,
  distance integer NOT NULL CHECK (distance > 0),
  capacity integer NOT NULL CHECK (capacity >= 0),
  -- The first number never yet used: numbers are not used twice, even after capacity went down and up again.
  next_number integer NOT NULL,
  current_block uuid,
  UNIQUE (race_id, position)
);

CREATE TABLE price (
  event_id uuid NOT NULL REFERENCES event,
  starts_at timestamptz NOT NULL,
  label text NOT NULL,
  amount integer NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (event_id, starts_at)
);

-- One row per spot. block IS NULL means sellable, and nothing else does.
CREATE TABLE spot (
  event_id uuid NOT NULL REFERENCES event,
  number integer NOT NULL,
  block uuid,
  PRIMARY KEY (event_id, number),
  UNIQUE (event_id, number, block)
) WITH (fillfactor = 50);
CREATE INDEX spot_sellable ON spot (event_id, number) WHERE block IS NULL;

-- A run of spots cut for dealing from memcached. numbers never changes: the n-th dealt is numbers[n].
CREATE TABLE block (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  -- Set for an offer: only this person may use it.
  owner text,
  numbers integer[] NOT NULL,
  deal_until timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  closed boolean NOT NULL DEFAULT false
);
CREATE INDEX block_open ON block (event_id, closes_at) WHERE NOT closed;

-- Every outcome is a row, written once. A live row holds its spot: UNIQUE (event_id, spot) is why nobody can be oversold.
CREATE TABLE registration (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  person text,
  outcome text NOT NULL CHECK (outcome IN ('confirmed', 'duplicate', 'refused')),
  live boolean NOT NULL,
  spot integer,
  block uuid,
  number integer,
  via text NOT NULL CHECK (via IN ('block', 'late', 'none', 'sweep')),
  runner jsonb,
  waiver_hash text,
  submitted_at timestamptz,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((spot IS NOT NULL) = live),
  CHECK ((block IS NOT NULL) = live),
  CHECK (NOT live OR outcome = 'confirmed'),
  CHECK (NOT live OR person IS NOT NULL),
  UNIQUE (event_id, spot),
  FOREIGN KEY (event_id, spot, block) REFERENCES spot (event_id, number, block)
);
CREATE UNIQUE INDEX registration_once ON registration (event_id, person) WHERE live;
CREATE INDEX registration_email ON registration (lower(runner ->> 'email'));

-- What the processor holds for a registration, what is wanted of it, and what it did.
CREATE TABLE payment (
  registration_id uuid PRIMARY KEY REFERENCES registration,
  -- The processor's id; null when a sweep found none and the processor must be asked.
  authorisation text,
  amount integer,
  currency char(3),
  wanted text NOT NULL CHECK (wanted IN ('capture', 'void')),
  state text NOT NULL DEFAULT 'authorised' CHECK (state IN ('authorised', 'captured', 'voided', 'failed', 'refunded')),
  settled_at timestamptz,
  CHECK (state <> 'captured' OR wanted = 'capture')
);
CREATE INDEX payment_unsettled ON payment (registration_id) WHERE state = 'authorised';

-- Messages that must leave because of what was committed: written in the same transaction, deleted when sent.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  queue text NOT NULL CHECK (queue IN ('payments', 'mail', 'urgent-mail')),
  -- SQS message group (fair queue or FIFO lane) and deduplication id; null where the queue has none.
  message_group text,
  deduplication_id text,
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX outbox_oldest ON outbox (created_at);

-- One row per mail that may leave: at most one accepted by SES for each (registration, template, generation).
CREATE TABLE mail (
  registration_id uuid NOT NULL,
  template text NOT NULL,
  generation smallint NOT NULL DEFAULT 1,
  recipient text NOT NULL,
  state text NOT NULL CHECK (state IN ('claimed', 'accepted', 'rejected', 'suppressed', 'unknown')),
  message_id text,
  -- What SES said later, the weightiest so far: send, delivery-delay, delivery, rendering-failure, reject, bounce, complaint.
  event text,
  -- Why it was rejected, or why nobody knows.
  reason text,
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (registration_id, template, generation)
);
CREATE INDEX mail_message ON mail (message_id);
CREATE INDEX mail_claimed ON mail (claimed_at) WHERE state = 'claimed';
CREATE INDEX mail_link ON mail (lower(recipient), claimed_at) WHERE template = 'registration-link';

-- Addresses that bounced for good or complained, as SHA-256 of the lower-cased address.
CREATE TABLE mail_suppression (
  email_hash text PRIMARY KEY,
  reason text NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
`;
