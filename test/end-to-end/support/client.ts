import { type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { addressOf } from '../../../loadtest/people/people';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed when it is JSON, else the text. */
  readonly body: unknown;
}

export interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged. */
  readonly text?: string;
  /** Sent as JSON, with its content type unless `headers` name another. */
  readonly json?: unknown;
}

export type Client = (method: string, path: string, call?: Call) => Promise<Answer>;

/** Milliseconds. Longer than every timeout of the server, so that the server itself says that it is busy. */
const timeoutMs = 120_000;

/** A hundred clients of `addressOf` share one address. */
const neighbours = 100;
let clients = 0;

/**
 * An HTTP client that keeps its cookies and has a network address of its own, as a household has: the system counts
 * what one address holds without paying. It is not `fetch`, which adds headers and normalises paths.
 */
export const openClient = (url: string): Client => {
  const cookies = new Map<string, string>();
  const localAddress = addressOf(neighbours * ++clients);
  return (method, path, { headers = {}, text, json } = {}) => {
    const body = json === undefined ? text : JSON.stringify(json);
    const { hostname, port } = new URL(url);
    const options = {
      method,
      hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port,
      localAddress,
      path,
      // A new connection each time: a kept one may have ended with a system that was stopped.
      agent: false as const,
      headers: {
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      timeout: timeoutMs,
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          for (const line of answer.headers['set-cookie'] ?? []) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
            cookies.set(name, value);
          }
          const said = Buffer.concat(chunks).toString();
          const isJson = /json/.test(answer.headers['content-type'] ?? '');
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: isJson && said !== '' ? JSON.parse(said) : said,
          });
        });
      });
      sent.once('timeout', () =>
        sent.destroy(new Error(`no answer to ${method} ${path} within ${timeoutMs / 1000} s`)),
      );
      sent.once('error', reject);
      sent.end(body);
    });
  };
};

/**
 * The same for a client that comes back when told to, as the page does. On a busy machine any client may be told so.
 */
export const openPatientClient = (url: string): Client => {
  const client = openClient(url);
  return async (...call) => {
    for (let tries = 1; ; tries++) {
      const answer = await client(...call);
      const { status, headers } = answer;
      if (status !== 503 || headers['retry-after'] === undefined || tries === mostTries) return answer;
      await setTimeout(Number(headers['retry-after']) * 1000);
    }
  };
};

const mostTries = 10;
