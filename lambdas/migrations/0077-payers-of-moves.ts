/**
 * Who paid to move to a dearer event reads the invoice of it, also after they have passed their spot on. Whoever has the spot then does
 * not. The version before this one leaves the column empty: then the organiser alone has that invoice.
 */
export const payersOfMoves = `
ALTER TABLE move_offer ADD COLUMN paid_by uuid REFERENCES registration;
CREATE INDEX move_offer_paid_by ON move_offer (paid_by) WHERE paid_by IS NOT NULL;

-- A registration that is younger than the offer is of somebody to whom the spot was passed on after it.
WITH RECURSIVE had (offer, offered_at, runner) AS (
  SELECT id, offered_at, registration_id FROM move_offer WHERE state = 'taken'
  UNION ALL
  SELECT h.offer, h.offered_at, t.registration_id
  FROM had h JOIN registration r ON r.id = h.runner AND r.recorded_at > h.offered_at
  JOIN transfer t ON coalesce(t.became, t.id) = h.runner AND t.state = 'accepted'
)
UPDATE move_offer o SET paid_by = h.runner FROM had h JOIN registration r ON r.id = h.runner
WHERE h.offer = o.id AND r.recorded_at < o.offered_at;
`;
