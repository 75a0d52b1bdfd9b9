import { randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface Answer {
  /** `POST /api/races/attacked/holds` */
  readonly asked: string;
  /** 0: there was no answer; `text` says why. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed `text` when it is a JSON object; otherwise undefined. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Call {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly text?: string | Uint8Array;
  readonly bearer?: string;
}

interface Options {
  /** The loopback address that requests come from. */
  readonly address: string;
  /** The secret that the page keeps beside the registration id. Without it: a program that keeps nothing. */
  readonly secret?: string;
  /** Forgets every cookie, to look like a new visitor. */
  readonly forgetful?: true;
}

/** Milliseconds. A request that takes longer counts as left hanging. */
const longestMs = 20_000;

export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * One browser, or a program that is none. It keeps its cookies and has one address. It uses node:http because `fetch`
 * normalises paths and adds headers. It never throws: no answer is reported as status 0.
 */
export class Client {
  readonly #url: URL;
  readonly #options: Options;
  readonly cookies = new Map<string, string>();

  constructor(url: string, options: Options) {
    this.#url = new URL(url);
    this.#options = options;
  }

  get address(): string {
    return this.#options.address;
  }

  ask(method: string, path: string, { headers = {}, json, text, bearer }: Call = {}): Promise<Answer> {
    const { secret, address, forgetful } = this.#options;
    const body = json === undefined ? text : JSON.stringify(json);
    const asked = `${method} ${path}`;
    const options = {
      method,
      hostname: this.#url.hostname === 'localhost' ? '127.0.0.1' : this.#url.hostname,
      port: this.#url.port,
      path,
      localAddress: address,
      agent: false as const,
      timeout: longestMs,
      headers: {
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(secret !== undefined && { 'x-startline-secret': secret }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...headers,
      } as Record<string, string>,
    };
    return new Promise((resolve) => {
      const without = (why: string) => resolve({ asked, status: 0, headers: {}, text: why, body: {} });
      let sent: ReturnType<typeof request>;
      try {
        sent = request(options, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk) => chunks.push(chunk));
          incoming.once('error', (error) => without(String(error)));
          incoming.once('end', () => {
            if (!forgetful) for (const line of incoming.headers['set-cookie'] ?? []) this.#keep(line);
            const said = Buffer.concat(chunks).toString();
            resolve({
              asked,
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: said,
              body: objectIn(said),
            });
          });
        });
      } catch (error) {
        return without(String(error));
      }
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${longestMs / 1000} s`)));
      sent.once('error', (error) => without(error.message));
      sent.end(body);
    });
  }

  /**
   * Sends bytes that no HTTP library would send, on a connection of their own. The answer is what arrived until the
   * connection closed or fell silent.
   */
  raw(asked: string, bytes: string | Uint8Array): Promise<Answer> {
    return new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: Number(this.#url.port), localAddress: this.#options.address });
      const chunks: Buffer[] = [];
      let isDone = false;
      const end = (why: string) => {
        if (isDone) return;
        isDone = true;
        clearTimeout(timer);
        socket.destroy();
        resolve(readRaw(asked, Buffer.concat(chunks).toString(), why));
      };
      const timer = setTimeout(() => end(`no answer within ${longestMs / 1000} s`), longestMs);
      socket.on('data', (chunk) => {
        chunks.push(chunk);
        if (isWhole(Buffer.concat(chunks).toString())) end('');
      });
      socket.once('close', () => end('the connection was closed without an answer'));
      socket.once('error', (error) => end(error.message));
      socket.write(bytes);
    });
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/;\s*max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** True when the whole first answer has arrived, by the length its head states. */
const isWhole = (all: string): boolean => {
  const said = withoutInterim(all);
  const head = said.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = Number(/^content-length: *(\d+)/im.exec(said.slice(0, head))?.[1] ?? 0);
  return Buffer.byteLength(said.slice(head + 4)) >= length;
};

/** Without "100 Continue", which precedes an answer. */
const withoutInterim = (said: string): string => said.replace(/^HTTP\/1\.1 1\d\d [\s\S]*?\r\n\r\n/, '');

const readRaw = (asked: string, all: string, why: string): Answer => {
  const said = withoutInterim(all);
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(said)?.[1] ?? 0);
  if (status === 0) return { asked, status, headers: {}, text: why, body: {} };
  const at = said.indexOf('\r\n\r\n');
  const [, ...lines] = said.slice(0, at).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) headers[line.slice(0, line.indexOf(':')).toLowerCase()] = line.slice(line.indexOf(':') + 2);
  const text = said.slice(at + 4);
  return { asked, status, headers, text, body: objectIn(text) };
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const objectIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : {};
  } catch {
    return {};
  }
};

/** A member that is an object, or an empty one. */
export const inObject = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** The text of a field; empty when there is none. */
export const textOf = ({ body }: Pick<Answer, 'body'>, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};

/** The problem name of an answer, such as `sold-out`; empty when there is none. */
export const problemOf = (answer: Answer): string =>
  answer.status < 400 ? '' : textOf(answer, 'type').replace('/problems/', '');
