/** What a fundraiser is that a director hid, and until when an order is being carried out. */
export const commandsAndFundraisers = `
ALTER TABLE fundraiser
  -- Of a hidden one: what it is when a director shows it again.
  ADD COLUMN shown_as text NOT NULL DEFAULT 'open' CHECK (shown_as IN ('open', 'closed'));

ALTER TABLE command
  -- Until then nobody else begins it: whoever began it is done or has ended.
  ADD COLUMN running_until timestamptz;
`;
