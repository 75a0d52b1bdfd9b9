import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { bundleFile, handlerName } from '../../lib/bundling';

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** Invokes a function once. Throws what the function threw, or an error at its timeout. */
export type Invoke = (event: unknown) => Promise<unknown>;

/**
 * The functions that keep something for each environment which must not be shared by all invocations: here, the pace of
 * captures. The others share one environment, because each has connections to the database.
 */
const separate = new Set(['settle-payments']);

interface Deployment {
  /** The folder of the bundles: `<folder>/<name>/index.mjs`. */
  readonly folder: string;
  readonly name: string;
  readonly timeoutSeconds: number;
}

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

let loads = 0;

const loadBundle = async ({ folder, name }: Deployment): Promise<Handler> => {
  const file = join(folder, name, bundleFile);
  // Node caches a module, also one that failed to load. Lambda loads it in each environment, and tries again.
  const again = `?load=${++loads}`;
  const loaded: Record<string, unknown> = await import(pathToFileURL(file).href + again);
  const handler = loaded[handlerName];
  if (!isHandler(handler)) throw new Error(`${file} exports no ${handlerName}.`);
  return handler;
};

/** A function as Lambda runs it: loaded at the first invocation, given a context, and abandoned at its timeout. */
export const deployed = (deployment: Deployment, load = loadBundle): Invoke => {
  if (!separate.has(deployment.name)) return environmentOf(deployment, load);
  const idle: Invoke[] = [];
  return async (event) => {
    const environment = idle.pop() ?? environmentOf(deployment, load);
    return environment(event).finally(() => idle.push(environment));
  };
};

const environmentOf = (deployment: Deployment, load: typeof loadBundle): Invoke => {
  const { name, timeoutSeconds } = deployment;
  let handler: Promise<Handler> | undefined;

  const loaded = (): Promise<Handler> => {
    handler ??= load(deployment).catch((error: unknown) => {
      handler = undefined;
      throw error;
    });
    return handler;
  };

  return async (event) => {
    const handle = await loaded();
    const deadline = performance.now() + timeoutSeconds * 1000;
    const requestId = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const tooLate = () => reject(new Error(`${requestId} Task timed out after ${timeoutSeconds}.00 seconds`));
      timer = setTimeout(tooLate, timeoutSeconds * 1000);
    });
    try {
      return await Promise.race([handle(event, contextOf(name, requestId, deadline)), late]);
    } finally {
      clearTimeout(timer);
    }
  };
};

const contextOf = (name: string, awsRequestId: string, deadline: number): Context => ({
  awsRequestId,
  callbackWaitsForEmptyEventLoop: true,
  functionName: name,
  functionVersion: '1',
  invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}:live`,
  memoryLimitInMB: '512',
  logGroupName: `/aws/lambda/${name}`,
  logStreamName: 'local',
  getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  // The runtime has no callbacks any more; only the type still requires them.
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});
