/** Disputes that a bank decided for its customer, until a director has decided about the runner. */
export const lostDisputes = `
CREATE INDEX dispute_lost ON dispute (registration_id) WHERE status = 'lost' AND decided IS NULL;
`;
