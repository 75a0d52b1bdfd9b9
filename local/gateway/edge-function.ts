import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import { within } from '../../lambdas/platform/within';
import type { Answer } from './answer';

/** CloudFront's limit for the text of a function, in bytes. */
const maxCodeBytes = 10_240;
/** CloudFront allows about a millisecond of a processor. This machine has other work, so this bounds what never ends. */
const maxRunMs = 250;

export interface EdgeRequest {
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly cookie: string | undefined;
}

interface EdgeAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, { readonly value: string }>>;
  readonly cookies?: Readonly<Record<string, { readonly value: string; readonly attributes: string }>>;
  readonly body?: string;
}

const hashes = ['md5', 'sha1', 'sha256'];

/** The modules that such a function may import: there are no others. Keys are text, as AWS describes them. */
const cryptoModule = {
  createHash: (algorithm: string) => createHash(known(algorithm)),
  createHmac: (algorithm: string, key: unknown) => {
    if (typeof key !== 'string') throw new Error('The key of a MAC must be text.');
    return createHmac(known(algorithm), key);
  },
};

const known = (algorithm: string) => {
  if (!hashes.includes(algorithm)) throw new Error(`There is no algorithm ${algorithm} at the edge.`);
  return algorithm;
};

const cookiesOf = (header = '') =>
  Object.fromEntries(
    header.split(';').flatMap((pair) => {
      const mark = pair.indexOf('=');
      return mark < 0 ? [] : [[pair.slice(0, mark).trim(), { value: pair.slice(mark + 1).trim() }]];
    }),
  );

/**
 * Runs a function of CloudFront's runtime 2.0 on viewer requests, within its limits: its own text, no network, files, timers or
 * `eval`, and little time. `read`: the key value store; throws when it has no such key. Returns undefined where the request goes on
 * to the origin, also when the function takes too long. Throws when the text is no such function.
 */
export const edgeFunction = (code: string, read: (key: string) => Promise<string>) => {
  if (Buffer.byteLength(code) > maxCodeBytes)
    throw new Error(`A function at the edge has at most ${maxCodeBytes} bytes.`);
  const imports: Record<string, unknown> = {};
  const modules: Readonly<Record<string, unknown>> = {
    cloudfront: { kvs: () => ({ get: read }) },
    crypto: cryptoModule,
  };
  const text = code.replace(/^import (\w+) from '(\w+)';$/gm, (_, name: string, module: string) => {
    if (!(module in modules)) throw new Error(`There is no module ${module} at the edge.`);
    imports[name] = modules[module];
    return '';
  });
  const context = createContext(imports, { codeGeneration: { strings: false, wasm: false } });
  new Script(text, { filename: 'edge-function.js' }).runInContext(context, { timeout: maxRunMs });
  const call = new Script('handler(event)');

  return async ({ method, path, address, cookie }: EdgeRequest): Promise<Answer | undefined> => {
    const request = { method, uri: path, querystring: {}, headers: {}, cookies: cookiesOf(cookie) };
    context.event = {
      version: '1.0',
      context: { eventType: 'viewer-request', requestId: randomUUID() },
      viewer: { ip: address },
      request,
    };
    // It throws when the function itself takes too long, and when this process got no processor for so long.
    const run = async (): Promise<EdgeAnswer | typeof request> => call.runInContext(context, { timeout: maxRunMs });
    const answer = await within(run(), maxRunMs).catch(() => request);
    if (!('statusCode' in answer)) return undefined;
    const set = Object.entries(answer.cookies ?? {}).map(
      ([name, { value, attributes }]) => `${name}=${value}; ${attributes}`,
    );
    return {
      status: answer.statusCode,
      headers: {
        ...Object.fromEntries(Object.entries(answer.headers ?? {}).map(([name, { value }]) => [name, value])),
        ...(set.length > 0 && { 'set-cookie': set }),
      },
      body: Buffer.from(answer.body ?? ''),
    };
  };
};
