/** What directors correct of a runner, and that links to a wrong address end with it. */
export const corrections = `
-- How often the address was corrected. A link of a mail carries it, and an older one opens nothing.
ALTER TABLE registration ADD COLUMN link_version smallint NOT NULL DEFAULT 0;

CREATE TABLE correction (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL REFERENCES registration,
  -- The fields that were changed, as they were and as they are: { firstName, lastName, birthDate, email }.
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX correction_of ON correction (registration_id, at);

-- By which a copy is found to be of another name: MD5, which only compares here. The next look makes all of it anew.
ALTER TABLE participant ADD COLUMN who_hash text;
DELETE FROM participant;
DELETE FROM projection;
`;
