import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Context } from 'aws-lambda';
import type { FunctionName } from '../contract';
import { withoutSecrets } from './without-secrets';

type Keys = Readonly<Record<string, unknown>>;

interface Invocation {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** What every line of this invocation says besides: the request, the registration. */
  keys: Keys;
}

const current = new AsyncLocalStorage<Invocation>();
const jsonReplacerFn = withoutSecrets;
const outside = new Logger({ serviceName: 'startline', jsonReplacerFn });

/** One line in the log. Tokens, addresses and bodies are struck out, whoever writes them. */
export const log = {
  info: (message: string, keys: Keys = {}) => logger().info(message, { ...lineKeys(), ...keys }),
  warn: (message: string, keys: Keys = {}) => logger().warn(message, { ...lineKeys(), ...keys }),
  error: (message: string, error?: unknown, keys: Keys = {}) =>
    logger().error(message, { ...lineKeys(), ...keys, ...(error !== undefined && { error: asError(error) }) }),
};

/** Adds to a metric of the function that is running. */
export const count = (metric: string, amount = 1): void => {
  current.getStore()?.metrics.addMetric(metric, MetricUnit.Count, amount);
};

/** Names what this invocation is about, taken from a path or a message: its lines can be found by it. */
export const correlate = (about: unknown): void => {
  const invocation = current.getStore();
  if (invocation) invocation.keys = { ...invocation.keys, ...idsIn(about) };
};

/** The same for one of several pieces of work that one invocation does at once. */
export const correlated = <T>(about: unknown, work: () => Promise<T>): Promise<T> => {
  const invocation = current.getStore();
  return invocation ? current.run({ ...invocation, keys: { ...invocation.keys, ...idsIn(about) } }, work) : work();
};

/**
 * One step of a registration's way through the functions, said by each of them: whoever searches all logs for its id reads
 * the whole way. Nothing where no registration is named.
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

/** Logs and metrics around a handler, so that no handler, use case or rule has to know of them. */
export const instrument = <Event, Result>(
  name: FunctionName,
  handler: (event: Event, context?: Context) => Promise<Result>,
) => {
  const logger = new Logger({ serviceName: name, jsonReplacerFn });
  const metrics = new Metrics({ serviceName: name, namespace: 'Startline' });

  return (event: Event, context?: Context): Promise<Result> =>
    current.run({ logger, metrics, keys: context ? { requestId: context.awsRequestId } : {} }, async () => {
      try {
        return await handler(event, context);
      } catch (error) {
        log.error('The function failed.', error);
        throw error;
      } finally {
        if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
      }
    });
};

const logger = () => current.getStore()?.logger ?? outside;
const lineKeys = () => current.getStore()?.keys ?? {};
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
