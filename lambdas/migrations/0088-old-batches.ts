/**
 * Batches that changed nothing, by their age: they are deleted after a month, whether or not anything of their set was published. The
 * condition is the one of `forgetBatches` (lambdas/results/erase/postgres-race-tidying.ts).
 */
export const oldBatches = `
CREATE INDEX result_batch_idle ON result_batch (at) WHERE answer -> 'applied' = '0' AND NOT answer ? 'removed';
`;
