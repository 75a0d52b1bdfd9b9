/** Disputes by which a bank has taken the money back, also without a decision, until a director has decided about the runner. */
export const undecidedDisputes = `
CREATE INDEX dispute_undecided ON dispute (registration_id) WHERE status IN ('lost', 'prevented') AND decided IS NULL;
DROP INDEX dispute_lost;
`;
