/** What a tick of the lines keeps for the next one. */
export const lineTick = `
-- All lines share what the system bears. A tick locks this row, so that a process that records passes does not wait for it.
CREATE TABLE line_tick (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- Asks a second. Null: there was no tick for a while.
  rate real CHECK (rate >= 0),
  at timestamptz NOT NULL DEFAULT 'epoch'
);
INSERT INTO line_tick DEFAULT VALUES;

ALTER TABLE line DROP COLUMN rate, DROP COLUMN ticked_at, DROP COLUMN quiet_since;
-- Null: it is not known yet whether everybody fits. While it is null, the gun opens the sale for everybody.
ALTER TABLE line ADD COLUMN at_gun text CHECK (at_gun IN ('open', 'draw'));
ALTER TABLE line ADD COLUMN opened_at timestamptz;
ALTER TABLE line ADD COLUMN passes integer NOT NULL DEFAULT 0 CHECK (passes >= 0);

-- What was called, asked and free before, and where the line will be: both by the last tick.
ALTER TABLE line_event ADD COLUMN history jsonb NOT NULL DEFAULT '[]';
ALTER TABLE line_event ADD COLUMN free integer NOT NULL DEFAULT 0 CHECK (free >= 0);
ALTER TABLE line_event ADD COLUMN curve jsonb NOT NULL DEFAULT '[]';
`;
