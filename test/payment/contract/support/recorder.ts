import { createServer } from 'node:http';
import { readForm } from './read-form';

/** One request to an API of Stripe's shape, and its answer. */
export interface Exchange {
  readonly method: string;
  /** Path and query, and the form, as they were sent. */
  readonly url: string;
  readonly sent: string;
  /** Without its query. */
  readonly path: string;
  /** The query and the form, nested as their names say: `metadata[a]=b` is `{metadata: {a: 'b'}}`. */
  readonly query: object;
  readonly form: object;
  readonly headers: {
    readonly authorization?: string | undefined;
    readonly contentType?: string | undefined;
    readonly idempotencyKey?: string | undefined;
    readonly stripeVersion?: string | undefined;
  };
  readonly status: number;
  readonly body: unknown;
}

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header;

/** A server that passes each request on to `target` and keeps what was said. */
export const startRecorder = async (target: string) => {
  const exchanges: Exchange[] = [];
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const sent = Buffer.concat(chunks).toString('utf8');
      const { method = '', url = '', headers } = request;
      const names = ['authorization', 'content-type', 'idempotency-key', 'stripe-version', 'origin'] as const;
      const answer = await fetch(`${target}${url}`, {
        method,
        headers: names.flatMap((name) => (one(headers[name]) ? [[name, one(headers[name]) ?? '']] : [])),
        ...(sent && { body: sent }),
      });
      const text = await answer.text();
      const [path = '', query = ''] = url.split('?', 2);
      exchanges.push({
        method,
        url,
        sent,
        path,
        query: readForm(query),
        form: readForm(sent),
        headers: {
          authorization: one(headers.authorization),
          contentType: one(headers['content-type']),
          idempotencyKey: one(headers['idempotency-key']),
          stripeVersion: one(headers['stripe-version']),
        },
        status: answer.status,
        body: JSON.parse(text),
      });
      const replayed = answer.headers.get('idempotent-replayed');
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        ...(replayed && { 'idempotent-replayed': replayed }),
      });
      response.end(text);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** What was said since the last time, in the order of the answers. */
    take: (): readonly Exchange[] => exchanges.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type Recorder = Awaited<ReturnType<typeof startRecorder>>;
