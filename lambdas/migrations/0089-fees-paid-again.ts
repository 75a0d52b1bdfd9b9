/** A fee that could not be charged is paid once more, by another payment. */
export const feesPaidAgain = `
-- The registration that carries the payment of the fee, where that is not the one of \`became\`. It is nobody's (via = 'fee').
ALTER TABLE transfer ADD COLUMN fee_paid_as uuid REFERENCES registration;
CREATE UNIQUE INDEX transfer_fee_paid_as ON transfer (fee_paid_as) WHERE fee_paid_as IS NOT NULL;
`;
