/** Several runners who register together: all of them or none, with one payment. */
export const together = `
ALTER TABLE registration
  -- What this one of several cost, in the currency's smallest unit; null: the payment is for nobody else. paid_as names who paid.
  ADD COLUMN share integer CHECK (share >= 0),
  -- How much of the payment goes back because this registration was cancelled, or went.
  ADD COLUMN refund integer CHECK (refund > 0);
UPDATE registration r SET refund = p.refund
FROM payment p
WHERE p.registration_id = coalesce(r.paid_as, r.id) AND p.refund IS NOT NULL AND r.ended = 'cancelled';
CREATE INDEX registration_paid_as ON registration (paid_as) WHERE paid_as IS NOT NULL;

-- refund is the sum of what is to be given back of a payment; refunded is what was, so far: state is 'refunded' when they are the same.
ALTER TABLE payment
  ADD COLUMN refunded integer NOT NULL DEFAULT 0,
  -- Up to which sum an order is on its way that more was added to since; null: up to all of refund. One order at a time.
  ADD COLUMN refund_ordered integer,
  -- How much of what was given back the bank has sent back, as far as it is noted.
  ADD COLUMN refund_lost integer NOT NULL DEFAULT 0;
UPDATE payment SET refunded = refund WHERE state = 'refunded';
UPDATE payment SET refund_lost = refund WHERE refund_failed IS NOT NULL;
ALTER TABLE payment
  ADD CONSTRAINT payment_refunded_at_most CHECK (refunded BETWEEN 0 AND coalesce(refund, 0)),
  ADD CONSTRAINT payment_refund_ordered_part CHECK (refund_ordered > refunded AND refund_ordered < refund),
  ADD CONSTRAINT payment_refunded_all CHECK ((state = 'refunded') = (refunded > 0 AND refunded = refund));

-- How many want to run together: they are offered as many spots at once, or none. Fewer cannot be written down.
ALTER TABLE block
  ADD COLUMN size smallint NOT NULL GENERATED ALWAYS AS (cardinality(numbers)) STORED,
  ADD UNIQUE (id, size);
ALTER TABLE waiting
  ADD COLUMN size smallint NOT NULL DEFAULT 1 CHECK (size BETWEEN 1 AND 8),
  DROP CONSTRAINT waiting_block_fkey,
  ADD FOREIGN KEY (block, size) REFERENCES block (id, size);
CREATE INDEX waiting_size ON waiting (event_id, size, rank, position) WHERE state = 'waiting';
`;
