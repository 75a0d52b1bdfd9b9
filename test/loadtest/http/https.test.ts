import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { type Certificate, makeCertificate } from '../../../local/emulator/certificate';

const get = { method: 'GET', path: '/x', headers: {} };
const here = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'startline-https-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let certificate: Certificate;
let server: Server;
let methods: string[];
const url = () => `https://localhost:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  certificate ??= await makeCertificate(folder);
  methods = [];
  server = createServer({ key: certificate.key, cert: certificate.certificate }, (request, response) => {
    methods.push(`${request.method} HTTP/${request.httpVersion}`);
    response.end(`${request.headers.host}`);
  });
  await new Promise<void>((resolve) => server.listen(0, here, resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

test('over TLS the same is asked, on as many connections, and none has to prove itself with a request', async () => {
  const engine = rawEngine({ trust: certificate.certificate });
  const answers = await Promise.all(Array.from({ length: 6 }, () => engine.send(url(), here, get)));
  expect(answers.map(({ body }) => body.toString())).toEqual(Array(6).fill(new URL(url()).host));
  expect(engine.traffic.connections).toBeGreaterThan(1);
  expect(methods).toEqual(Array(6).fill('GET HTTP/1.1'));
  engine.close();
});

test('a server that cannot show who it is gets no request', async () => {
  const engine = rawEngine();
  await expect(engine.send(url(), here, get)).rejects.toThrow(/self-signed/);
  expect(methods).toEqual([]);
  engine.close();
});

test('everybody hears of a server that does not speak TLS, those who wait for a second connection too', async () => {
  const mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, here, resolve));
  const { port } = mute.address() as AddressInfo;
  mute.on('tlsClientError', () => undefined);
  const engine = rawEngine({ trust: certificate.certificate });
  const asked = [1, 2, 3].map(() => engine.send(`https://localhost:${port}`, here, get));
  await Promise.all(asked.map((one) => expect(one).rejects.toThrow()));
  engine.close();
  mute.close();
});
