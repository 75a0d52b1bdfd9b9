/** Who waits for a spot is found by name, as participants are. */
export const waitingCopies = `
-- The words by which a search finds a place on the waiting list. They are copied when somebody searches, so that a join writes nothing more.
-- No foreign key: each would lock a row that a join writes.
CREATE TABLE waiting_copy (
  place_id uuid PRIMARY KEY,
  race_id text NOT NULL,
  -- Of the place. Each join has its own.
  position bigint NOT NULL,
  -- As in participant.
  search text NOT NULL,
  search_keys text[] NOT NULL
);
CREATE INDEX waiting_copy_race ON waiting_copy (race_id);
CREATE INDEX waiting_copy_search ON waiting_copy USING gin (search_keys) WITH (gin_pending_list_limit = 256);
`;
