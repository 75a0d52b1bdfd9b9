/** Whom an announcement about bibs has told theirs. */
export const toldBibs = `
-- A bib that is given again, or to somebody else, is told again.
CREATE TABLE bib_told (
  registration_id uuid NOT NULL REFERENCES registration,
  -- When their bib was given to them: that of \`bib\`.
  given_at timestamptz NOT NULL,
  PRIMARY KEY (registration_id, given_at)
);
`;
