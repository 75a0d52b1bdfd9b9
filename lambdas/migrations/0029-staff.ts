/** Who works on races: roles, ways to sign in, sessions, and the commands they gave. */
export const staff = `
CREATE TABLE staff (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('invited', 'active', 'locked', 'gone')),
  -- Until when a first passkey may be made without another one. Null: it may not.
  enrol_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE staff_role (
  staff_id uuid NOT NULL REFERENCES staff,
  -- Null: for all races.
  race_id text REFERENCES race,
  role text NOT NULL CHECK (role IN ('owner', 'director', 'finance', 'desk', 'viewer')),
  given_by uuid REFERENCES staff,
  given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT staff_has_one_role UNIQUE NULLS NOT DISTINCT (staff_id, race_id)
);
CREATE INDEX staff_role_race ON staff_role (race_id);

-- The token in a mail is signed for this id, which is also the key of the mail.
CREATE TABLE staff_link (
  id uuid PRIMARY KEY,
  staff_id uuid NOT NULL REFERENCES staff,
  kind text NOT NULL CHECK (kind IN ('sign-in', 'invitation')),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX staff_link_of ON staff_link (staff_id, expires_at);

CREATE TABLE staff_challenge (
  -- 32 random bytes in base64url, which an authenticator signs.
  challenge text PRIMARY KEY,
  -- Null: whoever signs in shows by the passkey who they are.
  staff_id uuid REFERENCES staff,
  kind text NOT NULL CHECK (kind IN ('enrol', 'sign-in', 'confirm')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX staff_challenge_over ON staff_challenge (expires_at);

CREATE TABLE staff_passkey (
  credential_id text PRIMARY KEY,
  staff_id uuid NOT NULL REFERENCES staff,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz,
  -- When its counter went back: somebody has a copy of it.
  locked_at timestamptz
);
CREATE INDEX staff_passkey_of ON staff_passkey (staff_id);

CREATE TABLE staff_session (
  -- SHA-256 (base64url) of the secret in the cookie.
  secret_hash text PRIMARY KEY,
  staff_id uuid NOT NULL REFERENCES staff,
  level text NOT NULL CHECK (level IN ('link', 'passkey')),
  -- When a passkey was last used in it.
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- What the browser says of itself, so that its owner recognises it in a list.
  browser text NOT NULL,
  CONSTRAINT passkey_confirms CHECK ((level = 'passkey') = (confirmed_at IS NOT NULL))
);
CREATE INDEX staff_session_of ON staff_session (staff_id);

-- What was ordered under which Idempotency-Key. A command that was cut off has no answer, and runs again.
CREATE TABLE command (
  id uuid PRIMARY KEY,
  staff_id uuid NOT NULL REFERENCES staff,
  name text NOT NULL,
  body_hash text NOT NULL,
  answer jsonb,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX command_at ON command (at);

ALTER TABLE audit ALTER COLUMN event_id DROP NOT NULL;
ALTER TABLE audit DROP CONSTRAINT audit_actor_check;
ALTER TABLE audit ADD CONSTRAINT audit_actor_check CHECK (actor IN ('runner', 'director', 'system', 'staff')) NOT VALID;
ALTER TABLE audit ADD COLUMN race_id text, ADD COLUMN staff_id uuid, ADD COLUMN operator text, ADD COLUMN command_id uuid;
-- Who gives a command is said once for its transaction, so that every row which it leaves names them.
ALTER TABLE audit
  ALTER COLUMN race_id SET DEFAULT nullif(current_setting('startline.race', true), ''),
  ALTER COLUMN staff_id SET DEFAULT nullif(current_setting('startline.staff', true), '')::uuid,
  ALTER COLUMN operator SET DEFAULT nullif(current_setting('startline.operator', true), ''),
  ALTER COLUMN command_id SET DEFAULT nullif(current_setting('startline.command', true), '')::uuid;
CREATE INDEX audit_race ON audit (race_id, id) WHERE race_id IS NOT NULL;
CREATE INDEX audit_staff ON audit (staff_id, id) WHERE staff_id IS NOT NULL;
`;
