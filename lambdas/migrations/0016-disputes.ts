/** Payments that a runner disputes with their bank, as the processor told of them. */
export const disputes = `
-- It stands beside the payment and changes neither its state nor a spot: a director decides what becomes of the runner.
CREATE TABLE dispute (
  id text PRIMARY KEY,
  registration_id uuid NOT NULL REFERENCES payment,
  amount integer NOT NULL CHECK (amount > 0),
  currency char(3) NOT NULL,
  reason text NOT NULL,
  status text NOT NULL CHECK (status IN ('needs_response', 'under_review', 'won', 'lost', 'prevented',
    'warning_needs_response', 'warning_under_review', 'warning_closed')),
  -- Until when evidence may be sent; null once it may not.
  due_by timestamptz,
  -- The processor still lets the payment be refunded: an inquiry of the bank, which a refund ends.
  refundable boolean NOT NULL,
  -- When the processor was asked. What was asked later wins, in whatever order it arrives.
  fetched_at timestamptz NOT NULL,
  -- What the director decided about the runner.
  decided text CHECK (decided IN ('keep', 'cancelled'))
);
CREATE INDEX dispute_payment ON dispute (registration_id);
CREATE INDEX dispute_due ON dispute (due_by) WHERE status IN ('needs_response', 'warning_needs_response');
`;
