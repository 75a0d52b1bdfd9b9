/**
 * A head names the messages whose text was taken out, so followers read no segment again. `{ epoch, since, numbers }`, as
 * lambdas/feed/taken-out.ts reads it. Null, or of another epoch: nobody can say.
 */
export const redactionsInHeads = `
ALTER TABLE feed ADD COLUMN taken_out jsonb;
`;
