import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { getStringFromEnv } from '@aws-lambda-powertools/commons/utils/env';

/**
 * What X-Ray's tracing header says of one request:
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 */
export interface Trace {
  /** `1-<8 hex digits>-<24 hex digits>` */
  readonly id: string;
  readonly parent?: string;
  readonly isSampled?: boolean;
  /** By it Lambda finds functions that call each other in a loop. */
  readonly lineage?: string;
}

interface Tracing {
  /** The invocation's own trace. */
  readonly own: Trace | undefined;
  /** The member of messages that names what they are about: `orderId`. */
  readonly subject: string | undefined;
  /** The traces of the requests that asked for this work, by the id of their subject. */
  readonly carried: Map<string, Trace>;
}

const running = new AsyncLocalStorage<Tracing>();

/** `undefined`: the header has no trace id. A caller of the API may send any text, so only well-formed parts are kept. */
export const readTrace = (header: string | undefined): Trace | undefined => {
  const id = header && /(?:^|;) ?Root=(1-[0-9a-f]{8}-[0-9a-f]{24})(?:;|$)/.exec(header)?.[1];
  if (!id) return undefined;
  const parent = /; ?Parent=([0-9a-f]{16})(?:;|$)/.exec(header)?.[1];
  const sampled = /; ?Sampled=([01])(?:;|$)/.exec(header)?.[1];
  const lineage = /; ?Lineage=([0-9a-z:|]{1,100})(?:;|$)/.exec(header)?.[1];
  return {
    id,
    ...(parent && { parent }),
    ...(sampled && { isSampled: sampled === '1' }),
    ...(lineage && { lineage }),
  };
};

/** The trace of an invocation: Lambda names it in the environment, and the HTTP API in a header. */
export const traceOf = (event: unknown): Trace | undefined =>
  readTrace(getStringFromEnv({ key: '_X_AMZN_TRACE_ID', defaultValue: '' }) || headerIn(event));

const headerIn = (event: unknown): string | undefined => {
  const headers = typeof event === 'object' && event !== null && 'headers' in event ? event.headers : undefined;
  const named = typeof headers === 'object' && headers !== null && 'x-amzn-trace-id' in headers;
  return named && typeof headers['x-amzn-trace-id'] === 'string' ? headers['x-amzn-trace-id'] : undefined;
};

/** Runs `work` as part of this trace. `subject` is the member of messages that names what they are about: `orderId`. */
export const inTrace = <T>(own: Trace | undefined, work: () => T, subject?: string): T =>
  running.run({ own, subject, carried: new Map() }, work);

/** The ids of all subjects that JSON texts name, at any depth, each once. */
export const subjectsIn = (...texts: readonly string[]): readonly string[] => {
  const subject = running.getStore()?.subject;
  if (subject === undefined) return [];
  // A look at the text costs a third of a walk through the parsed value, and each message of each queue is looked at.
  const named = new RegExp(`"${subject}":"([^"\\\\]+)"`, 'g');
  return [...new Set(texts.flatMap((text) => Array.from(text.matchAll(named), ([, id = '']) => id)))];
};

/** From here on, what this invocation sends about the subjects in a message belongs to `trace`, if it is a sample. */
export const carryTrace = (message: string, trace: Trace): void => {
  const carried = trace.isSampled ? running.getStore()?.carried : undefined;
  if (carried) for (const id of subjectsIn(message)) carried.set(id, trace);
};

/**
 * The header for a message: the trace of the request that asked for work on its subject. Otherwise, the invocation's
 * own. `undefined`: there is none, or X-Ray does not take it as a sample.
 */
export const traceHeaderFor = (about: unknown): string | undefined => {
  const tracing = running.getStore();
  if (!tracing) return undefined;
  const { own, carried } = tracing;
  const asked = carried.size > 0 ? subjectsIn(JSON.stringify(about)).find((id) => carried.has(id)) : undefined;
  const trace = (asked && carried.get(asked)) || own;
  return trace?.isSampled ? headerOf({ ...trace, ...(own?.lineage && { lineage: own.lineage }) }) : undefined;
};

const headerOf = ({ id, parent, isSampled, lineage }: Trace): string =>
  [
    `Root=${id}`,
    ...(parent ? [`Parent=${parent}`] : []),
    ...(isSampled === undefined ? [] : [`Sampled=${isSampled ? 1 : 0}`]),
    ...(lineage ? [`Lineage=${lineage}`] : []),
  ].join(';');

/**
 * Shows `work` in X-Ray as a call of another service, when X-Ray takes this invocation as a sample. All other
 * invocations pay for one look at their context.
 */
export const traced = <T>(service: string, work: () => Promise<T>): Promise<T> => {
  const own = running.getStore()?.own;
  return own?.isSampled && own.parent ? recorded(own, service, work) : work();
};

const recorded = async <T>(trace: Trace, service: string, work: () => Promise<T>): Promise<T> => {
  const start = Date.now();
  let fault = true;
  try {
    const result = await work();
    fault = false;
    return result;
  } finally {
    report({
      type: 'subsegment',
      namespace: 'remote',
      name: service,
      id: randomBytes(8).toString('hex'),
      trace_id: trace.id,
      parent_id: trace.parent,
      start_time: start / 1000,
      end_time: Date.now() / 1000,
      ...(fault && { fault }),
    });
  }
};

let socket: Socket | undefined;

/**
 * Sends a subsegment to the daemon that Lambda runs beside a function. A lost packet is a line that X-Ray does not show:
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html#xray-api-daemon
 */
const report = (subsegment: object): void => {
  const daemon = /([^ :]+):(\d+)$/.exec(getStringFromEnv({ key: 'AWS_XRAY_DAEMON_ADDRESS', defaultValue: '' }));
  if (!daemon) return;
  if (!socket) {
    socket = createSocket('udp4').unref();
    socket.on('error', () => undefined);
  }
  const [, host, port] = daemon;
  socket.send(`{"format":"json","version":1}\n${JSON.stringify(subsegment)}`, Number(port), host, () => undefined);
};
