import { request } from 'node:http';
import { originHeader } from '../../lambdas/contract/headers';
import { assetPattern, type SiteDocument } from '../../lib/edge';
import type { Answer } from '../gateway/answer';
import { createGateway } from '../gateway/gateway';
import { hopHeaders, readAnswer } from '../gateway/read-answer';
import type { Arrival } from '../gateway/to-event';
import { listen } from '../listen';

interface Ask {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const answerDeadlineMs = 60_000;

/** Uses node:http because `fetch` normalises paths and headers, and decompresses bodies. */
const ask = (emulator: string, { method, path, headers, body }: Ask): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(emulator);
    const options = { method, hostname, port, path, headers, timeout: answerDeadlineMs };
    const sent = request(options, (answer) => resolve(readAnswer(answer, dropped)));
    sent.once('timeout', () =>
      sent.destroy(new Error(`The emulator did not answer within ${answerDeadlineMs / 1000} s.`)),
    );
    sent.once('error', reject);
    sent.end(body);
  });

/** Also `host`, by which the emulator would look for another API. */
const dropped = new Set([...hopHeaders, 'host', 'server']);

const joined = (rawHeaders: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
    if (!dropped.has(name))
      headers[name] = name in headers ? `${headers[name]}${name === 'cookie' ? ';' : ','}${value}` : value;
  }
  return headers;
};

interface Options {
  readonly emulator: string;
  readonly port: number;
  readonly apiId: string;
  /** Of the page. */
  readonly bucket: string;
  readonly resultsBucket: string;
  readonly proofsBucket: string;
  readonly mediaBucket: string;
  /** Where browsers send files to. */
  readonly filesOrigin: string;
  /** The headers that the deployed distribution adds, among them the origin secret. */
  readonly originHeaders: Readonly<Record<string, string>>;
  readonly processorOrigin: string;
  readonly log: (problem: string, error: unknown) => void;
}

/**
 * Plays CloudFront in front of the deployed bucket and API: the emulator's CloudFront caches nothing and sends no
 * viewer address. The local gateway does both, by the distribution's table. Resolves with a function that stops it.
 * Throws without an origin secret.
 */
export const startFront = (options: Options) => {
  const { emulator, port, apiId, bucket, originHeaders, processorOrigin, filesOrigin, log } = options;
  const buckets: Readonly<Record<string, string>> = { proof: options.proofsBucket, media: options.mediaBucket };
  const originSecret = originHeaders[originHeader];
  if (!originSecret) throw new Error(`The distribution sends no ${originHeader}: the API would refuse everybody.`);
  const isAsset = new RegExp(assetPattern);
  const answer = ({ method, path, query, rawHeaders, body }: Arrival) =>
    ask(emulator, {
      method,
      path: `/_aws/execute-api/${apiId}/$default${path}${query && `?${query}`}`,
      headers: { ...joined(rawHeaders), ...(body && { 'content-length': String(body.length) }) },
      body,
    });
  const site = (method: string, path: string, _headers: unknown, document: SiteDocument) =>
    ask(emulator, { method, path: `/${bucket}${isAsset.test(path) ? path : document}`, headers: {} });
  const files = (path: string) =>
    ask(emulator, {
      method: 'GET',
      path: `/${buckets[path.split('/')[1] ?? ''] ?? options.resultsBucket}${path}`,
      headers: {},
    });
  return listen(createGateway({ api: { answer }, site, files, originSecret, processorOrigin, filesOrigin, log }), port);
};
