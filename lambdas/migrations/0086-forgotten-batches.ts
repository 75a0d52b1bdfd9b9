/**
 * Batches of results that changed nothing are deleted after a while. Without this, each deletion would look for its changes among all of
 * its set: the reference has no index, and one would cost every row that comes in live. A change is written with its batch in one transaction.
 */
export const forgottenBatches = `
ALTER TABLE result_change DROP CONSTRAINT result_change_set_id_batch_id_fkey;
`;
