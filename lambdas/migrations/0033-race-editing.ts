/** A race that can be edited: its draft, its revisions, and what a race has besides what it was made with. */
export const raceEditing = `
ALTER TABLE race
  -- Grows with each publication, so that an open page learns that there is a newer one.
  ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  -- False: only who has the address finds it.
  ADD COLUMN listed boolean NOT NULL DEFAULT true,
  -- What runners are told above everything else.
  ADD COLUMN notice text;

-- Every race has a row, and a race that was never published has nothing else. Whoever edits locks it.
CREATE TABLE race_document (
  race_id text PRIMARY KEY,
  -- Grows with each save, also over publications: an address of yesterday never fits again.
  draft_version integer NOT NULL DEFAULT 0 CHECK (draft_version >= 0),
  -- What is wished, whole or not. Null: there are no changes that are not published.
  draft jsonb,
  -- The race as it was when the draft began. Null: there was none.
  draft_base jsonb,
  -- At which step of the wizard its editor was.
  draft_step smallint CHECK (draft_step BETWEEN 1 AND 5),
  draft_by uuid REFERENCES staff,
  draft_at timestamptz
);
INSERT INTO race_document (race_id) SELECT id FROM race;

-- Races are also made by functions that know nothing of documents.
CREATE FUNCTION make_race_document() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.race_document (race_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
CREATE TRIGGER race_has_document AFTER INSERT ON race FOR EACH ROW EXECUTE FUNCTION make_race_document();

-- What was published when, and by whom. Nothing is changed or deleted here.
CREATE TABLE race_revision (
  race_id text NOT NULL REFERENCES race_document,
  revision integer NOT NULL CHECK (revision > 0),
  document jsonb NOT NULL,
  -- Null: it is the race as it was before it was first edited.
  published_at timestamptz,
  published_by uuid REFERENCES staff,
  command_id uuid,
  -- What the plan of this publication said.
  summary jsonb NOT NULL,
  PRIMARY KEY (race_id, revision)
);

-- Roles are also given for a race that is not published yet, and what was published stays where a race is taken back.
ALTER TABLE staff_role
  DROP CONSTRAINT staff_role_race_id_fkey,
  ADD FOREIGN KEY (race_id) REFERENCES race_document;
ALTER TABLE form
  DROP CONSTRAINT form_race_id_fkey,
  ADD FOREIGN KEY (race_id) REFERENCES race_document;
ALTER TABLE legal_text
  DROP CONSTRAINT legal_text_race_id_fkey,
  ADD FOREIGN KEY (race_id) REFERENCES race_document;
`;
