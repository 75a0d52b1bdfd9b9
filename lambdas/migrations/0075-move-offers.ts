/** A director offers a runner a spot in a dearer event, for the difference. */
export const moveOffers = `
-- A registration with this via is nobody's: it carries the payment of a difference.
ALTER TABLE registration
  DROP CONSTRAINT registration_via_check,
  ADD CONSTRAINT registration_via_check CHECK (via IN ('block', 'late', 'none', 'sweep', 'transfer', 'move')) NOT VALID;

CREATE TABLE move_offer (
  id uuid PRIMARY KEY,
  -- Who is to move. When the spot is passed on, what was paid for it goes with it.
  registration_id uuid NOT NULL REFERENCES registration,
  from_event uuid NOT NULL REFERENCES event,
  event_id uuid NOT NULL REFERENCES event,
  -- The block with the spot that is kept for them.
  block uuid NOT NULL REFERENCES block,
  limit_group text,
  amount integer NOT NULL CHECK (amount > 0),
  currency char(3) NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken', 'withdrawn')),
  -- The registration that carries the payment.
  paid_as uuid REFERENCES registration,
  offered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz NOT NULL,
  CHECK ((state = 'taken') = (paid_as IS NOT NULL))
);
CREATE INDEX move_offer_registration ON move_offer (registration_id);
CREATE UNIQUE INDEX move_offer_once ON move_offer (registration_id) WHERE state = 'open';
CREATE UNIQUE INDEX move_offer_paid_as ON move_offer (paid_as) WHERE paid_as IS NOT NULL;
`;
