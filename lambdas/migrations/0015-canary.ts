/** The race in which the canary registers every few minutes, to see that a runner could. */
export const canary = `
-- Nothing that lists, counts or sums over races may show it: lambdas/domain/race-sql.ts.
ALTER TABLE race ADD COLUMN is_canary boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX race_canary ON race (is_canary) WHERE is_canary;
`;
