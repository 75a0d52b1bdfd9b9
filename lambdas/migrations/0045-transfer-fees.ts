/** A race may charge the person to whom a spot is passed on. */
export const transferFees = `
ALTER TABLE race ADD COLUMN transfer_fee integer CHECK (transfer_fee > 0);

-- The registration that it became, where a fee was paid for it: each try to pay has an id of its own.
ALTER TABLE transfer ADD COLUMN became uuid;
CREATE UNIQUE INDEX transfer_became ON transfer (became) WHERE became IS NOT NULL;
`;
