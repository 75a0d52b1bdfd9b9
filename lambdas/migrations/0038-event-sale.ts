/** What a director decided about the sale of an event. */
export const eventSale = `
ALTER TABLE event
  ADD COLUMN sale text NOT NULL DEFAULT 'on' CHECK (sale IN ('on', 'paused', 'closed'));
`;
