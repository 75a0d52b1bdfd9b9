/**
 * What the processor says was given back of a payment, by us or by hand: books and credit notes count it. Without a
 * time, nobody told of a refund by hand.
 */
export const givenBack = `
ALTER TABLE payment ADD COLUMN given_back int NOT NULL DEFAULT 0, ADD COLUMN given_back_at timestamptz;
UPDATE payment p SET given_back = coalesce(p.captured, p.capture_amount, p.amount), given_back_at = d.fetched_at
FROM dispute d WHERE d.registration_id = p.registration_id AND d.status = 'refunded';
INSERT INTO document_due (registration_id, seller_id, due_at)
SELECT p.registration_id, a.seller_id, clock_timestamp()
FROM dispute d JOIN payment p ON p.registration_id = d.registration_id
JOIN registration r ON r.id = p.registration_id JOIN event e ON e.id = r.event_id JOIN race a ON a.id = e.race_id
WHERE d.status = 'refunded' AND a.seller_id IS NOT NULL ON CONFLICT DO NOTHING;
`;
