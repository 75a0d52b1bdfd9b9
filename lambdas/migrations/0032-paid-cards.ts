/** The card of a payment that was captured, for its receipt: `{brand, last4, wallet?}`. */
export const paidCards = `
ALTER TABLE payment ADD COLUMN card jsonb;
`;
