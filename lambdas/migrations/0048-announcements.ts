/** What directors write to many runners, whom it was mailed to, and who wants no news. */
export const announcements = `
CREATE TABLE announcement (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  -- Its number in the race, which is the generation of its mails. Null: a test, for the person who wrote it.
  sequence smallint,
  subject text NOT NULL,
  body text NOT NULL,
  -- True: about the registration. Then also people get it who want no news.
  is_service boolean NOT NULL,
  -- Whom it is for: those who are registered. Null: of all events, whatever they paid.
  event_id uuid REFERENCES event,
  payment text,
  state text NOT NULL CHECK (state IN ('test', 'sending', 'stopped', 'done')),
  -- Mails that were to leave when it began, and mails that are ordered.
  mails integer NOT NULL DEFAULT 0,
  ordered integer NOT NULL DEFAULT 0,
  opted_out integer NOT NULL DEFAULT 0,
  unreachable integer NOT NULL DEFAULT 0,
  -- The last participant that was looked at.
  after_at timestamptz NOT NULL DEFAULT '-infinity',
  after_id uuid,
  wait_reason text,
  lease uuid,
  lease_until timestamptz,
  staff_id uuid REFERENCES staff,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  UNIQUE (race_id, sequence)
);
CREATE INDEX announcement_sending ON announcement (made_at) WHERE state = 'sending';
CREATE INDEX announcement_event ON announcement (event_id) WHERE event_id IS NOT NULL;

-- One row for each address, so that nobody gets an announcement twice.
CREATE TABLE announcement_mail (
  announcement_id uuid NOT NULL REFERENCES announcement,
  -- SHA-256 (base64url) of the address in lower case.
  email_hash text NOT NULL,
  registration_id uuid NOT NULL,
  PRIMARY KEY (announcement_id, email_hash)
);

-- Who wants no news of a race. Without a race: of none.
CREATE TABLE mail_optout (
  email_hash text NOT NULL,
  race_id text REFERENCES race,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE NULLS NOT DISTINCT (email_hash, race_id)
);

-- What SES allows, as the sender of mails read it last. Who orders many mails keeps to it.
CREATE TABLE mail_quota (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- -1: without a limit.
  max_24_hours integer NOT NULL,
  max_send_rate real NOT NULL,
  read_at timestamptz NOT NULL
);
`;
