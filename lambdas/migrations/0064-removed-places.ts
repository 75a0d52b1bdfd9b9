/** A director takes somebody off the waiting list. Whoever left by themselves has no such time. */
export const removedPlaces = `
ALTER TABLE waiting ADD COLUMN removed_at timestamptz;
-- The watch looks for the mails about them.
CREATE INDEX waiting_removed_at ON waiting (removed_at) WHERE removed_at IS NOT NULL;
`;
