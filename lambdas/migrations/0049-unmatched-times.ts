/** Times of bibs that nobody has, until somebody gets the bib. It has no names: a row with a name makes an entry. */
export const unmatchedTimes = `
CREATE TABLE result_unmatched (
  set_id uuid NOT NULL REFERENCES result_set,
  bib integer NOT NULL CHECK (bib BETWEEN 1 AND 999999),
  -- Status, times and splits, as they came.
  report jsonb NOT NULL,
  PRIMARY KEY (set_id, bib)
);
`;
