import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Context } from 'aws-lambda';
import { inTrace, traceOf } from './trace';
import { withoutSecrets } from './without-secrets';

type Keys = Readonly<Record<string, unknown>>;

interface Invocation {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Added to every line of this invocation: the ids of the request and the registration. */
  keys: Keys;
}

const current = new AsyncLocalStorage<Invocation>();
const jsonReplacerFn = withoutSecrets;
const defaultLogger = new Logger({ serviceName: 'startline', jsonReplacerFn });

/** Writes one line to the log. Tokens, addresses and bodies are removed from every line. */
export const log = {
  info: (message: string, keys: Keys = {}) => logger().info(message, { ...lineKeys(), ...keys }),
  warn: (message: string, keys: Keys = {}) => logger().warn(message, { ...lineKeys(), ...keys }),
  error: (message: string, error?: unknown, keys: Keys = {}) =>
    logger().error(message, { ...lineKeys(), ...keys, ...(error !== undefined && { error: asError(error) }) }),
};

/** Adds to a metric of the running function. */
export const count = (metric: string, amount = 1): void => {
  current.getStore()?.metrics.addMetric(metric, MetricUnit.Count, amount);
};

/** Adds the ids in a path or a message to every line of this invocation, so that the lines can be found by them. */
export const correlate = (about: unknown): void => {
  const invocation = current.getStore();
  if (invocation) invocation.keys = { ...invocation.keys, ...idsIn(about) };
};

/** The same for one of several pieces of work that an invocation does concurrently. */
export const correlated = <T>(about: unknown, work: () => Promise<T>): Promise<T> => {
  const invocation = current.getStore();
  return invocation ? current.run({ ...invocation, keys: { ...invocation.keys, ...idsIn(about) } }, work) : work();
};

/**
 * Logs one step of a registration on its way through the functions. A search of all logs for its id shows the whole
 * way. Logs nothing when no registration is named.
 */
export const step = (message: string, keys: Keys = {}): void => {
  const invocation = current.getStore();
  if (!invocation) return;
  const line = { ...invocation.keys, ...keys };
  if ('registrationId' in line || 'registrationIds' in line) invocation.logger.info(message, line);
};

const idsIn = (about: unknown): Keys =>
  typeof about === 'object' && about !== null
    ? Object.fromEntries(
        Object.entries(about).filter(([key, id]) => correlationKeys.has(key) && typeof id === 'string'),
      )
    : {};

const correlationKeys = new Set(['registrationId', 'raceId', 'eventId', 'messageId']);

/** Wraps the handler of the function `name` with logs and metrics, so that no handler, use case or rule has to know of them. */
export const instrument = <Event, Result>(
  name: string,
  handler: (event: Event, context?: Context) => Promise<Result>,
) => {
  const logger = new Logger({ serviceName: name, jsonReplacerFn });
  // The namespace is in POWERTOOLS_METRICS_NAMESPACE: environments in one account must not count into the same metrics.
  const metrics = new Metrics({ serviceName: name });

  return (event: Event, context?: Context): Promise<Result> => {
    const trace = traceOf(event);
    const keys = { ...(context && { requestId: context.awsRequestId }), ...(trace && { traceId: trace.id }) };
    return current.run({ logger, metrics, keys }, async () => {
      try {
        return await inTrace(trace, () => handler(event, context));
      } catch (error) {
        log.error('The function failed.', error);
        throw error;
      } finally {
        if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
      }
    });
  };
};

const logger = () => current.getStore()?.logger ?? defaultLogger;
const lineKeys = () => current.getStore()?.keys ?? {};
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
