/** When somebody left the waiting list, or let an offer go by: a request from before that puts nobody back. */
export const endedPlaces = `
ALTER TABLE waiting ADD COLUMN ended_at timestamptz;
`;
