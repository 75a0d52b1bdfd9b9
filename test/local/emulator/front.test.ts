import { createServer, type IncomingHttpHeaders } from 'node:http';
import { originHeader, viewerHeader } from '../../../lambdas/contract/headers';
import { startFront } from '../../../local/emulator/front';
import { listen } from '../../../local/listen';
import { freePort } from '../../../local/services/free-port';
import { openClient } from '../../end-to-end/support/client';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
});

/** An emulator that answers "yes" to every request and records the requests. */
const openFront = async () => {
  const asked: Asked[] = [];
  const [emulatorPort, port] = [await freePort(), await freePort()];
  const emulator = createServer((request, response) => {
    let body = '';
    request.on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      response.setHeader('set-cookie', ['a=1', 'b=2']).end('yes');
    });
  });
  ends.push(await listen(emulator, emulatorPort));
  const stop = await startFront({
    emulator: `http://127.0.0.1:${emulatorPort}`,
    port,
    apiId: 'abc',
    bucket: 'page',
    resultsBucket: 'ours',
    proofsBucket: 'proofs',
    mediaBucket: 'media',
    filesOrigin: 'http://127.0.0.1:9',
    originHeaders: { [originHeader]: 'ours' },
    processorOrigin: 'https://processor.example',
    log: () => undefined,
  });
  ends.push(stop);
  return { asked, client: openClient(`http://127.0.0.1:${port}`) };
};

test('the API is asked with the header of the distribution and the address of the runner, whatever the runner sent there', async () => {
  const { asked, client } = await openFront();
  const headers = { [originHeader]: 'forged', [viewerHeader]: '203.0.113.7:1' };
  await client('PUT', '/api/registrations/7?a=b', { headers, json: { hold: 'x' } });
  const answer = await client('PUT', '/api/registrations/7', { json: {} });
  expect(asked).toMatchObject([
    {
      method: 'PUT',
      path: '/_aws/execute-api/abc/$default/api/registrations/7?a=b',
      headers: { [originHeader]: 'ours', [viewerHeader]: expect.stringMatching(/^127\.[\d.]+:\d+$/) },
      body: '{"hold":"x"}',
    },
    { headers: { cookie: 'a=1; b=2' } },
  ]);
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
});

test('views of the page have one document, and files their own, from the bucket; results are in a bucket of their own', async () => {
  const { asked, client } = await openFront();
  for (const path of ['/', '/races/a', '/assets/main-1.js', '/results/a/current.json']) await client('GET', path);
  expect(asked.map(({ path }) => path)).toEqual([
    '/page/index.html',
    '/page/index.html',
    '/page/assets/main-1.js',
    '/ours/results/a/current.json',
  ]);
});

test('a distribution that would show the API no secret is told of at once', () => {
  const options = {
    emulator: 'http://127.0.0.1:1',
    port: 1,
    apiId: '',
    bucket: '',
    resultsBucket: '',
    proofsBucket: '',
    mediaBucket: '',
    filesOrigin: '',
    processorOrigin: '',
  };
  expect(() => startFront({ ...options, originHeaders: {}, log: () => undefined })).toThrow(originHeader);
});
