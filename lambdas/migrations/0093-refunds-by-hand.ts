/** Payments that somebody gave back at the processor, all of them: a director decides about the spot, as after a dispute that was lost. */
export const refundsByHand = `
ALTER TABLE dispute
  DROP CONSTRAINT dispute_status_check,
  ADD CONSTRAINT dispute_status_check CHECK (status IN ('needs_response', 'under_review', 'won', 'lost', 'prevented',
    'warning_needs_response', 'warning_under_review', 'warning_closed', 'refunded', 'returned'));
CREATE INDEX dispute_by_hand ON dispute (registration_id) WHERE status = 'refunded' AND decided IS NULL;
`;
