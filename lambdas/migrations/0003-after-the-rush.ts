/** What comes after the rush: the waiting list and its offers, cancellations, transfers, changed capacity; and their audit. */
export const afterTheRush = `
-- Until when a runner may give his spot back, and how much of his money he gets; until when he may pass it on. Null: not by himself.
ALTER TABLE race
  ADD COLUMN cancel_until timestamptz,
  ADD COLUMN refund_percent smallint NOT NULL DEFAULT 0 CHECK (refund_percent BETWEEN 0 AND 100),
  ADD COLUMN transfer_until timestamptz;

-- There are more spots than the event may have: what comes back is deleted instead of sold.
ALTER TABLE event ADD COLUMN is_over boolean NOT NULL DEFAULT false;

ALTER TABLE registration
  -- Why a confirmed registration has no spot any more.
  ADD COLUMN ended text CHECK (ended IN ('cancelled', 'transferred', 'payment-failed')),
  -- The registration the processor knows the money under, when that is another: whose spot was passed on to this one.
  ADD COLUMN paid_as uuid REFERENCES registration,
  DROP CONSTRAINT registration_via_check,
  ADD CONSTRAINT registration_via_check CHECK (via IN ('block', 'late', 'none', 'sweep', 'transfer'));
UPDATE registration SET ended = 'payment-failed' WHERE outcome = 'confirmed' AND NOT live;
ALTER TABLE registration
  ADD CONSTRAINT registration_ended_or_live CHECK ((outcome = 'confirmed' AND NOT live) = (ended IS NOT NULL));

ALTER TABLE payment
  -- How much is to be given back, or was, once wanted is 'refund'.
  ADD COLUMN refund integer CHECK (refund > 0 AND refund <= amount),
  DROP CONSTRAINT payment_wanted_check,
  ADD CONSTRAINT payment_wanted_check CHECK (wanted IN ('capture', 'void', 'refund')),
  DROP CONSTRAINT payment_check,
  ADD CONSTRAINT payment_captured_check CHECK (state <> 'captured' OR wanted IN ('capture', 'refund')),
  ADD CONSTRAINT payment_wants_refund CHECK ((wanted = 'refund') = (refund IS NOT NULL)),
  -- Only money that was taken is given back, and only when that was wanted.
  ADD CONSTRAINT payment_refund_was_taken CHECK (wanted <> 'refund' OR state IN ('captured', 'refunded')),
  ADD CONSTRAINT payment_refunded_was_wanted CHECK (state <> 'refunded' OR wanted = 'refund');
CREATE INDEX payment_to_refund ON payment (registration_id) WHERE wanted = 'refund' AND state = 'captured';

-- The waiting list: a place on it for each person.
CREATE TABLE waiting (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event,
  person text NOT NULL,
  runner jsonb NOT NULL,
  -- 0: was authorised and found no spot left; 1: asked.
  rank smallint NOT NULL CHECK (rank IN (0, 1)),
  position bigint GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL CHECK (state IN ('waiting', 'offered', 'registered', 'expired', 'left', 'not-needed')),
  -- The block of one spot that is offered.
  block uuid REFERENCES block,
  -- How often something was offered: the generation of the mail that says so.
  offers smallint NOT NULL DEFAULT 0,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((state = 'offered') = (block IS NOT NULL)),
  UNIQUE (event_id, person)
);
CREATE INDEX waiting_next ON waiting (event_id, rank, position) WHERE state = 'waiting';
CREATE INDEX waiting_offered ON waiting (block) WHERE block IS NOT NULL;
-- Lost links are looked for by anybody: never by reading the whole table.
CREATE INDEX waiting_email ON waiting (lower(runner ->> 'email'));

-- A spot on its way from one runner to another. Its id is that of the registration it will become.
CREATE TABLE transfer (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL REFERENCES registration,
  -- Who is to get it: { firstName, email }.
  recipient jsonb NOT NULL,
  state text NOT NULL DEFAULT 'offered' CHECK (state IN ('offered', 'accepted', 'withdrawn')),
  offered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX transfer_once ON transfer (registration_id) WHERE state IN ('offered', 'accepted');

-- Who changed what about spots, money and consent after a registration was decided. Append only: see registrar.ts.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL CHECK (actor IN ('runner', 'director', 'system')),
  action text NOT NULL,
  event_id uuid NOT NULL,
  registration_id uuid,
  detail jsonb NOT NULL
);
CREATE INDEX audit_registration ON audit (registration_id);
CREATE INDEX audit_event ON audit (event_id, at);
`;
