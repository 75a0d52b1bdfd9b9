/** A message that waits in the outbox keeps the trace of the request that made it necessary. */
export const tracesOfMessages = `
-- X-Ray's tracing header; null when the request had none.
ALTER TABLE outbox ADD COLUMN trace_header text;
`;
