/** Which key published a message: of a machine, or of somebody who tells from a program of their own. */
export const feedKeys = `
ALTER TABLE feed_message ADD COLUMN api_key_id uuid REFERENCES api_key;
`;
