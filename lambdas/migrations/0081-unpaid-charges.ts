/** Charges that failed after a runner was moved, or had taken a spot over: they keep it, and somebody has to decide. */
export const unpaidCharges = `
ALTER TABLE payment
  ADD COLUMN unpaid text CHECK (unpaid IN ('due', 'paid', 'waived', 'moved')),
  ADD CONSTRAINT payment_unpaid_failed CHECK (unpaid IS NULL OR state = 'failed');
CREATE INDEX payment_unpaid ON payment (registration_id) WHERE unpaid = 'due';

UPDATE payment p SET unpaid = 'due' WHERE p.state = 'failed' AND (
  EXISTS (SELECT FROM move_offer o JOIN registration g ON g.id = o.registration_id
          WHERE o.paid_as = p.registration_id AND g.live AND g.event_id = o.event_id)
  OR EXISTS (SELECT FROM registration g WHERE g.id = p.registration_id AND g.paid_as IS NOT NULL AND g.live));
`;
