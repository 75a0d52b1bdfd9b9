/**
 * Names that are to leave what was published, by the bibs that had them. The bib of a runner may be somebody else's now, or nobody's, so
 * the row of the bib does not say it. The index finds what a runner was called, whatever bib they had.
 */
export const erasedNames = `
CREATE TABLE result_erased_name (
  set_id uuid NOT NULL REFERENCES result_set,
  bib integer NOT NULL,
  -- It goes as soon as no file has it at this bib any more.
  name text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (set_id, bib, name)
);
CREATE INDEX result_change_named ON result_change (((before ->> 'registrationId')::uuid)) WHERE before ? 'name';
`;
