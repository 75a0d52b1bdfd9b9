/** A block ends by the length of the holds that are dealt from it, and one that is full is not looked at again. */
export const endsOfBlocks = `
ALTER TABLE block
  -- The race's, as it was when the block was cut: the holds of it last so long.
  ADD COLUMN hold_seconds smallint NOT NULL DEFAULT 600,
  -- Nobody can get a number of it any more: each is registered, or went elsewhere. It stays so.
  ADD COLUMN is_full boolean NOT NULL DEFAULT false;
CREATE INDEX block_not_full ON block (event_id, closes_at) WHERE NOT closed AND NOT is_full;
CREATE INDEX block_public_not_full ON block (event_id, closes_at) WHERE NOT closed AND NOT is_full AND owner IS NULL;
`;
