/** An announcement goes to whom a list of participants names, by any of its filters. */
export const audiences = `
-- The filter, as a list of participants has it. Null: an older version ordered it, and \`event_id\` and \`payment\` are all there is.
ALTER TABLE announcement ADD COLUMN audience jsonb;
`;
