/**
 * Registrations as a director looks for them: a copy that is searched and sorted without touching the tables that sell. It is
 * brought up to date when somebody looks (lambdas/participants/postgres-projection.ts), and can be made again at any time.
 */
export const participants = `
-- What came since somebody looked last. A BRIN index costs a writer next to nothing: it has one entry for many pages.
CREATE INDEX registration_recorded ON registration USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on);

-- No foreign key: each would lock a row that a sale writes.
CREATE TABLE participant (
  registration_id uuid PRIMARY KEY,
  race_id text NOT NULL,
  event_id uuid NOT NULL,
  number integer,
  state text NOT NULL CHECK (state IN ('registered', 'cancelled', 'deferred', 'transferred', 'payment-failed', 'duplicate', 'refused')),
  -- Null: there is no payment, or another registration has it.
  payment text CHECK (payment IN ('authorised', 'captured', 'refunding', 'refunded', 'refund-failed', 'voided', 'failed')),
  -- What was paid, and how much of it goes back.
  amount integer,
  refund integer NOT NULL,
  -- Last name, then first name, folded. Bytes are compared, so that no locale changes the order.
  name_key text COLLATE "C" NOT NULL,
  -- Each word that they are found by, folded, between spaces. Null: nobody knows yet who it is.
  search text,
  -- Beginnings of these words, for the index.
  search_keys text[],
  recorded_at timestamptz NOT NULL,
  -- Something may change of which nothing is written but the payment: so it is looked at again each time.
  is_open boolean NOT NULL
);
CREATE INDEX participant_newest ON participant (race_id, recorded_at, registration_id);
CREATE INDEX participant_name ON participant (race_id, name_key, registration_id);
CREATE INDEX participant_number ON participant (race_id, number, registration_id);
-- What waits for the index is read by every search: so only a little of it waits.
CREATE INDEX participant_search ON participant USING gin (search_keys) WITH (gin_pending_list_limit = 256);
CREATE INDEX participant_open ON participant (race_id) WHERE is_open;

CREATE TABLE projection (
  race_id text PRIMARY KEY,
  -- Everything that was committed before this instant is in it.
  up_to timestamptz NOT NULL DEFAULT '-infinity',
  -- How many participants it has.
  rows integer NOT NULL DEFAULT 0,
  -- When somebody last brought it up to date.
  caught_up_at timestamptz NOT NULL DEFAULT '-infinity'
);
`;
