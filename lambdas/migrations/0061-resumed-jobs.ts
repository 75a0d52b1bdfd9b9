/** A job that was resumed is not late because of the time for which it was stopped. */
export const resumedJobs = `
ALTER TABLE job ADD COLUMN resumed_at timestamptz;
`;
