/** SQL: an instant as text, in UTC and to the millisecond (ISO 8601), as `Date.toISOString` writes it. Null stays null. */
export const instantText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
