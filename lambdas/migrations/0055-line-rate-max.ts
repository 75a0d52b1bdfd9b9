/** Directors see how fast a line goes, and how fast it may go. */
export const lineRateMax = `
-- Asks a second that everything bears, as the last tick was told. Null: there was no tick since.
ALTER TABLE line_tick ADD COLUMN rate_max real CHECK (rate_max >= 0);
`;
