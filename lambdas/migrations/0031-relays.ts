/** Teams that share one race, each person a leg of it. */
export const relays = `
-- As many as it has places. Null: it is no relay.
ALTER TABLE team ADD COLUMN legs smallint CHECK (legs BETWEEN 2 AND 8);
`;
