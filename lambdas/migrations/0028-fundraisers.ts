/** People who collect for a cause of their race. */
export const fundraisers = `
CREATE TABLE fundraiser (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  -- By its id in the form.
  cause_id text NOT NULL,
  -- Who collects.
  registration_id uuid NOT NULL UNIQUE REFERENCES registration,
  -- Its name in addresses.
  slug text NOT NULL,
  title text NOT NULL,
  story text NOT NULL,
  -- In the currency's smallest unit.
  target integer CHECK (target > 0),
  -- hidden: by a director.
  state text NOT NULL CHECK (state IN ('open', 'closed', 'hidden')),
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT fundraiser_has_its_address UNIQUE (race_id, slug)
);

ALTER TABLE registration_line
  -- Of a donation: who collected it.
  ADD COLUMN fundraiser_id uuid REFERENCES fundraiser,
  -- Who gave it may be named there.
  ADD COLUMN is_public boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT line_that_was_collected_is_a_donation CHECK (fundraiser_id IS NULL OR kind = 'donation');
CREATE INDEX line_of_fundraiser ON registration_line (fundraiser_id) WHERE fundraiser_id IS NOT NULL;
`;
