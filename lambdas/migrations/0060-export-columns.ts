/** Files of participants have the columns that somebody chose. */
export const exportColumns = `
ALTER TABLE export_file
  -- Their ids, in order. Null: those of every race.
  ADD COLUMN columns jsonb,
  -- It has answers about health, or whom to call in an emergency.
  ADD COLUMN is_sensitive boolean NOT NULL DEFAULT false;
`;
