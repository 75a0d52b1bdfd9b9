/** Names that are taken out of results, and races whose files are looked through. */
export const nameErasures = `
ALTER TABLE result_set
  -- A name was taken out, and files in the bucket may still have it.
  ADD COLUMN is_erasing boolean NOT NULL DEFAULT false,
  ADD COLUMN erased_at timestamptz,
  -- The publisher that has the set looks through its files, and publishes nothing.
  ADD COLUMN is_tidied boolean NOT NULL DEFAULT false,
  -- When no file was left that no version has.
  ADD COLUMN tidied_at timestamptz,
  ADD CONSTRAINT result_set_erased CHECK (NOT is_erasing OR erased_at IS NOT NULL);
`;
