/** When everything is done that follows the end of a line. */
export const endsOfLines = `
ALTER TABLE line ADD COLUMN finished_at timestamptz CHECK (finished_at IS NULL OR state = 'over');
CREATE INDEX line_unfinished ON line (over_at) WHERE state = 'over' AND finished_at IS NULL;
`;
