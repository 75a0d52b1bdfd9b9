import { AsyncLocalStorage } from 'node:async_hooks';
import { getStringFromEnv } from '@aws-lambda-powertools/commons/utils/env';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Context } from 'aws-lambda';
import { inTrace, subjectsIn, traceOf } from './trace';

type Keys = Readonly<Record<string, unknown>>;

/** What an application's logs and traces follow through its functions. */
export interface Followed {
  /** The member of messages and paths that names what they are about: `orderId`. */
  readonly subject: string;
  /** Further members that a line shows: `shopId`. */
  readonly shown: readonly string[];
  /** Matches the names of members whose values are in no line, besides those that are secret everywhere. */
  readonly secret: RegExp;
  /** Matches secrets in the text of any line, also in that of errors; with the flag `g`. */
  readonly secretText?: RegExp;
}

interface Invocation {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly followed: Followed;
  /** Added to every line of this invocation: the ids of the request and of its subject. */
  keys: Keys;
}

const secretKeys = /token|secret|password|authorization$|cookie|^body$|rawBody|email|^detail$|^where$|parameters/i;
const address = /[^\s"'@|=(]+@[^\s"'@|)]+/g;
const sealed = /\b[A-Za-z0-9]{1,16}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{43}\b/g;

/**
 * A replacer for JSON.stringify: removes what must not be in a log that many people read. PostgreSQL's `detail` quotes
 * whole rows.
 */
const withoutSecrets =
  (alsoSecret?: Followed['secret'], secretText?: Followed['secretText']) =>
  (key: string, value: unknown): unknown => {
    if (secretKeys.test(key) || alsoSecret?.test(key))
      return value === undefined || value === null ? value : '[struck out]';
    if (typeof value !== 'string') return value;
    // A pattern is tried at each place of a text, which is half of the work for a line of the log. Most texts have neither character.
    const token = value.includes('.') ? value.replace(sealed, '[token]') : value;
    const text = token.includes('@') ? token.replace(address, '[address]') : token;
    return secretText ? text.replace(secretText, '[secret]') : text;
  };

const current = new AsyncLocalStorage<Invocation>();
// Its lines are from outside of an invocation: while an environment starts.
const defaultLogger = new Logger({
  serviceName: getStringFromEnv({ key: 'AWS_LAMBDA_FUNCTION_NAME', defaultValue: 'startline' }),
  jsonReplacerFn: withoutSecrets(),
});

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
  if (invocation) invocation.keys = { ...invocation.keys, ...idsIn(about, invocation) };
};

/** The same for one of several pieces of work that an invocation does concurrently. */
export const correlated = <T>(about: unknown, work: () => Promise<T>): Promise<T> => {
  const invocation = current.getStore();
  if (!invocation) return work();
  return current.run({ ...invocation, keys: { ...invocation.keys, ...idsIn(about, invocation) } }, work);
};

/**
 * Logs one step of a subject on its way through the functions. A search of all logs for its id shows the whole way.
 * Logs nothing when no subject is named.
 */
export const step = (message: string, keys: Keys = {}): void => {
  const invocation = current.getStore();
  if (!invocation) return;
  const line = { ...invocation.keys, ...keys };
  if (invocation.followed.subject in line) invocation.logger.info(message, line);
};

/** Logs one step of all subjects that the JSON texts of a batch name: `orderIds` are theirs. */
export const stepOfAll = (message: string, texts: readonly string[], keys: Keys = {}): void => {
  const invocation = current.getStore();
  const ids = subjectsIn(...texts);
  if (!invocation || ids.length === 0) return;
  invocation.logger.info(message, { ...invocation.keys, [`${invocation.followed.subject}s`]: ids, ...keys });
};

const idsIn = (about: unknown, { followed: { subject, shown } }: Invocation): Keys =>
  typeof about === 'object' && about !== null
    ? Object.fromEntries(
        Object.entries(about).filter(([key, id]) => (key === subject || shown.includes(key)) && typeof id === 'string'),
      )
    : {};

/**
 * Wraps the handler of the function `name` with logs, metrics and traces, so that no handler, use case or rule has to
 * know of them.
 */
export const instrumentWith =
  (followed: Followed) =>
  <Event, Result>(name: string, handler: (event: Event, context?: Context) => Promise<Result>) => {
    const logger = new Logger({
      serviceName: name,
      jsonReplacerFn: withoutSecrets(followed.secret, followed.secretText),
    });
    // The namespace is in POWERTOOLS_METRICS_NAMESPACE: environments in one account must not count into the same metrics.
    const metrics = new Metrics({ serviceName: name });

    return (event: Event, context?: Context): Promise<Result> => {
      const trace = traceOf(event);
      const keys = { ...(context && { requestId: context.awsRequestId }), ...(trace && { traceId: trace.id }) };
      return current.run({ logger, metrics, followed, keys }, async () => {
        try {
          return await inTrace(trace, () => handler(event, context), followed.subject);
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
