/** Check-in codes that are good no more, because a newer one was asked for. */
export const replacedCodes = `
CREATE TABLE replaced_code (
  registration_id uuid NOT NULL REFERENCES registration,
  -- Of the new code. The first code of a registration is 0, and has no row.
  version integer NOT NULL CHECK (version BETWEEN 1 AND 65535),
  race_id text NOT NULL REFERENCES race,
  -- Counted among the scans of the race, so that a desk hears of it when it asks what is new.
  seq bigint NOT NULL,
  actor text NOT NULL CHECK (actor IN ('runner', 'director')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (registration_id, version),
  UNIQUE (race_id, seq)
);

-- A scan of such a code is kept and counts for nothing, as one of a forged code.
ALTER TABLE check_in DROP CONSTRAINT check_in_proof_check;
ALTER TABLE check_in ADD CONSTRAINT check_in_proof_check CHECK (proof IN ('code', 'forged', 'replaced', 'document'));
`;
