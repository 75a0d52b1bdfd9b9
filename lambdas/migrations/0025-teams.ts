/** People who run as a team, or share one race as a relay. */
export const teams = `
CREATE TABLE team (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  event_id uuid NOT NULL REFERENCES event,
  -- Which kind of the race's form.
  kind text NOT NULL,
  name text NOT NULL,
  -- As names are compared: see foldTeamName.
  name_folded text NOT NULL,
  -- Whoever has it may join. It is readable, because the captain sends it out again and again, and it is in no list. Its 48
  -- bits are the random ones of a version 4 UUID.
  join_code text NOT NULL DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 12)),
  -- Its places.
  pool_id uuid NOT NULL REFERENCES pool,
  -- Null: nobody is left in it.
  captain uuid REFERENCES registration,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT team_name_is_taken_once UNIQUE (race_id, event_id, name_folded)
);
CREATE INDEX team_of_captain ON team (captain) WHERE captain IS NOT NULL;

-- The team it runs in, and of a relay the leg. They stay when the registration ends, and count while it is live.
ALTER TABLE registration
  ADD COLUMN team_id uuid REFERENCES team,
  ADD COLUMN leg smallint CHECK (leg > 0);
CREATE INDEX registration_in_team ON registration (team_id, submitted_at) WHERE team_id IS NOT NULL AND live;
CREATE UNIQUE INDEX registration_runs_its_leg_alone ON registration (team_id, leg)
  WHERE live AND team_id IS NOT NULL AND leg IS NOT NULL;
`;
