import { type Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Seconds, when the server named some. */
  readonly retryAfter: number | undefined;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly bearer?: string;
}

const timeoutMs = 20_000;

/** One simulated browser: keeps its cookies and its connections, comes from one address. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #agent: Agent;
  readonly #address: string;

  constructor(address: string, agent: Agent) {
    this.#address = address;
    this.#agent = agent;
  }

  /** Throws when there is no answer at all. */
  fetch({ method, url, json, form, bearer }: Call): Promise<Answer> {
    const body = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      accept: 'application/json',
      'user-agent': 'startline-loadtest',
      ...(body !== undefined && {
        'content-type': json === undefined ? 'application/x-www-form-urlencoded' : 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
      ...(cookie && { cookie }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    };
    const target = new URL(url);
    const options = {
      method,
      headers: { host: target.host, ...headers },
      agent: this.#agent,
      localAddress: this.#address,
      // Looking a name up costs a thread each time, and ours come from IPv4 addresses.
      host: target.hostname === 'localhost' ? '127.0.0.1' : target.hostname,
      port: target.port,
      path: `${target.pathname}${target.search}`,
      timeout: timeoutMs,
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line);
          resolve({
            status: answer.statusCode ?? 0,
            body: parse(Buffer.concat(chunks).toString()),
            retryAfter: Number(answer.headers['retry-after']) || undefined,
          });
        });
      });
      sent.once('timeout', () => sent.destroy(new Error(`no answer from ${url} within ${timeoutMs / 1000} s`)));
      sent.once('error', reject);
      sent.end(body);
    });
  }

  #keep(setCookie: string) {
    const [pair = ''] = setCookie.split(';');
    const at = pair.indexOf('=');
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
