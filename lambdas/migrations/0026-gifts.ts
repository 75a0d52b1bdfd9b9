/** Events in which nobody runs, and what a director asks for of lines. */
export const gifts = `
ALTER TABLE event
  -- run: people run. gift: they donate. ticket: they come along.
  ADD COLUMN kind text NOT NULL DEFAULT 'run' CHECK (kind IN ('run', 'gift', 'ticket')),
  DROP CONSTRAINT event_distance_check,
  ADD CONSTRAINT event_is_as_long_as_it_is_run CHECK ((distance > 0) = (kind = 'run') AND distance >= 0);
-- The minute job looks for those that need spots.
CREATE INDEX event_of_gifts ON event (id) WHERE kind = 'gift';

-- Few lines are short or over.
CREATE INDEX line_not_as_quoted ON registration_line (registration_id, position) WHERE state IN ('short', 'over');
`;
