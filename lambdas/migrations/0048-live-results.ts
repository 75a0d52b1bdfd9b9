/** Results while a race is run: a set is live from the order of its first live version to the order of one of another kind. */
export const liveResults = `
ALTER TABLE result_set
  ADD COLUMN is_live boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT result_set_due_kind_check,
  ADD CONSTRAINT result_set_due_kind_check
    CHECK (due_kind IN ('start-list', 'live', 'preliminary', 'official', 'corrected', 'withdrawn'));

ALTER TABLE result_version
  DROP CONSTRAINT result_version_kind_check,
  ADD CONSTRAINT result_version_kind_check
    CHECK (kind IN ('start-list', 'live', 'preliminary', 'official', 'corrected', 'withdrawn'));
`;
