/** Files of who waits for a spot. */
export const waitingFiles = `
ALTER TABLE export_file ADD COLUMN subject text NOT NULL DEFAULT 'participants' CHECK (subject IN ('participants', 'waiting-list'));
`;
