/**
 * SQL: adds $2 spots to event $1, from next_number on: a number is never used twice, because somebody may have it in a mail or
 * on a bib.
 */
export const addSpots = `
  INSERT INTO spot (event_id, number)
  SELECT $1, n FROM event e, generate_series(e.next_number, e.next_number + $2::int - 1) n WHERE e.id = $1`;

/** SQL: event $1 has the capacity $2 and $3 spots more. $4: some spots above it have not come back. */
export const setCapacity = `
  UPDATE event SET capacity = $2, next_number = next_number + $3, is_over = $4 WHERE id = $1`;
