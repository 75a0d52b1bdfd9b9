/** A form that was saved before the race had its present waiver does not bring an older one back. */
export const waiverSince = `
-- When the race was published with another waiver than before. Null: it never was, or a form has brought the waiver since.
ALTER TABLE race ADD COLUMN waiver_since timestamptz;
`;
