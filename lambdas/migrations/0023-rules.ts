/** Who may run, who signed which text, and one spot in several events. */
export const rules = `
ALTER TABLE registration
  -- Who accepted which texts, for themselves or as the guardian of a minor. The instant is submitted_at. Null: the race has
  -- no documents beside its waiver.
  ADD COLUMN signatures jsonb,
  -- The events, of any race, in which one person has one spot together. Null: this one alone.
  ADD COLUMN limit_group uuid;

-- Partial, so that registrations without a group are not in it.
CREATE UNIQUE INDEX registration_once_in_group ON registration (limit_group, person_key(person))
  WHERE live AND limit_group IS NOT NULL;

-- Who may run in an event whose form has a rule about it.
CREATE TABLE allowed_person (
  event_id uuid NOT NULL REFERENCES event,
  -- In lower case.
  email text NOT NULL,
  -- yyyy-mm-dd. Empty: whoever has this address.
  birth_date text NOT NULL DEFAULT '',
  PRIMARY KEY (event_id, email, birth_date)
);
`;
