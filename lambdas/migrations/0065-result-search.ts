/** What runners are found by in published results, where no file is sorted by it. */
export const resultSearch = `
-- Of the last version that was not live. A row leaves with the version, or with the name.
CREATE TABLE result_search (
  set_id uuid NOT NULL REFERENCES result_set,
  bib integer NOT NULL,
  -- Name and club in each spelling, folded.
  words text NOT NULL,
  PRIMARY KEY (set_id, bib)
);
`;
