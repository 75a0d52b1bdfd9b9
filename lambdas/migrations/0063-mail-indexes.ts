/**
 * A mail is written three times: it is claimed, SES accepts it, and SES tells what became of it. The last writes no index now.
 */
export const mailIndexes = `
-- By claimed_at, which never changes: a column that an index names forbids updates that leave the indexes alone (HOT).
DROP INDEX mail_unknown;
CREATE INDEX mail_unknown ON mail (claimed_at) WHERE state = 'unknown';

-- Each claim had an entry here that nobody ever looked for.
DROP INDEX mail_message;
CREATE INDEX mail_message ON mail (message_id) WHERE message_id IS NOT NULL;

-- Room for the later versions of a row beside it. Pages that are full already stay so.
ALTER TABLE mail SET (fillfactor = 60);
`;
