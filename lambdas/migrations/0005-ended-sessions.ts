/** Who has signed out lately, for when the caches that hold sessions contradict each other. */
export const endedSessions = `
CREATE TABLE ended_session (
  -- SHA-256 of the secret in the browser's cookie, base64url.
  session_hash text PRIMARY KEY CHECK (length(session_hash) = 43),
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ended_session_by_time ON ended_session (ended_at);
`;
