/** A place on the waiting list counts once somebody opened the link that was mailed to its address. */
export const confirmedPlaces = `
ALTER TABLE waiting
  -- When. Null: nobody has yet, and the place keeps nothing from anybody and is offered nothing.
  ADD COLUMN IF NOT EXISTS confirmed_at timestamptz,
  -- When its address was last asked, and how often: the generation of the mail that asks.
  ADD COLUMN confirmation_asked_at timestamptz,
  ADD COLUMN confirmation_asks smallint NOT NULL DEFAULT 0;

-- Who has an offer had a mail about it; who was authorised gave a card.
UPDATE waiting SET confirmed_at = asked_at WHERE state = 'offered' OR rank = 0;

DROP INDEX waiting_size;
CREATE INDEX waiting_confirmed ON waiting (event_id, size, rank, position) WHERE state = 'waiting' AND confirmed_at IS NOT NULL;
CREATE INDEX waiting_unconfirmed ON waiting (event_id, confirmation_asks, rank, position) WHERE state = 'waiting' AND confirmed_at IS NULL;
CREATE INDEX waiting_asked ON waiting (event_id, confirmation_asked_at) WHERE confirmed_at IS NULL;
`;
