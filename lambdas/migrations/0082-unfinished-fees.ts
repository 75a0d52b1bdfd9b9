/** A payment of a transfer fee that ended without the spot is nobody's registration, as that of a difference is. */
export const unfinishedFees = `
ALTER TABLE registration
  DROP CONSTRAINT registration_via_check,
  ADD CONSTRAINT registration_via_check CHECK (via IN ('block', 'late', 'none', 'sweep', 'transfer', 'move', 'fee')) NOT VALID;
`;
