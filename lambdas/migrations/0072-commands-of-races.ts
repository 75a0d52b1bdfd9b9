/** Whoever waits for an order of somebody else is told whose it is. */
export const commandsOfRaces = `
-- Null: an older release wrote it.
ALTER TABLE command ADD COLUMN race_id text;
`;
