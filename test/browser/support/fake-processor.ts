import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeProcessor {
  readonly url: string;
  /** Form bodies as they arrived. */
  readonly forms: string[];
  close(): Promise<void>;
}

/** Answers `POST /v1/payment_methods` on another origin than the page. The token tells the fake API what the card does. */
export const startFakeProcessor = async (): Promise<FakeProcessor> => {
  const forms: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type, accept');
    response.setHeader('content-type', 'application/json');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      forms.push(body);
      const number = new URLSearchParams(body).get('card[number]') ?? '';
      const isKnown = request.headers.authorization === 'Bearer pk_test_fake' && number.length >= 12;
      if (!isKnown)
        return void response
          .writeHead(402)
          .end(JSON.stringify({ error: { message: 'The card number is not one we know.' } }));
      response.end(JSON.stringify({ id: number === '4000000000000002' ? 'pm_declined' : `pm_good${forms.length}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    forms,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
