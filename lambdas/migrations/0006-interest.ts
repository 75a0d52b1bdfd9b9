/** How large a crowd a director expects. */
export const interest = `
-- Runners expected at the opening; null while nobody said.
ALTER TABLE race ADD COLUMN interest integer CHECK (interest > 0);
`;
