import { log } from '../../../platform/observability';

const connectors: (() => Promise<unknown>)[] = [];

/** Registers what a function connects to for its requests. */
export const ahead = (connect: () => Promise<unknown>): void => {
  connectors.push(connect);
};

/**
 * The last line of a bundle waits for this (`lib/bundling.ts`). Lambda prepares a provisioned environment long before
 * its first request, so that one connects meanwhile. In any other environment somebody waits already, and connects only
 * to what they need. Never throws: what cannot be connected ahead is connected by the first request.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
const connectAhead = async (): Promise<void> => {
  if (process.env.AWS_LAMBDA_INITIALIZATION_TYPE !== 'provisioned-concurrency') return;
  for (const result of await Promise.allSettled(connectors.map((connect) => connect())))
    if (result.status === 'rejected')
      log.warn('A connection could not be opened ahead. The first request tries again.', {
        reason: String(result.reason),
      });
};

declare global {
  var startlineConnectAhead: (() => Promise<void>) | undefined;
}
globalThis.startlineConnectAhead = connectAhead;
