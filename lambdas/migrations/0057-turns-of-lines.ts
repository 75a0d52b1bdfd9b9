/** Which turns had a hold: what the proof of a draw says of them. And when the passes of a line were deleted. */
export const turnsOfLines = `
CREATE TABLE line_turn (
  line_id uuid NOT NULL REFERENCES line,
  event_id uuid NOT NULL REFERENCES event,
  turn float8 NOT NULL CHECK (turn >= 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (line_id, event_id, turn, at)
);
ALTER TABLE line ADD COLUMN forgotten_at timestamptz CHECK (forgotten_at IS NULL OR finished_at IS NOT NULL);
`;
