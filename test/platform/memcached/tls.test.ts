import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { openMemcached } from '../../../lambdas/platform/memcached/open-memcached';
import { freshMemcached } from '../../support/memcached';

test('speaks TLS with a server whose certificate it can check, and with no other', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'startline-tls-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const ca = readFileSync(cert, 'utf8');
  const server = await freshMemcached();
  const front = createServer({ key: readFileSync(key), cert: ca }, (socket) => {
    socket.on('error', () => {});
    socket.pipe(connect(server.port, '127.0.0.1').on('error', () => {})).pipe(socket);
  });
  front.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as { port: number };

  const slow = { timeoutMs: 2000, connectTimeoutMs: 2000 };
  const trusted = openMemcached(`memcacheds://localhost:${port}`, { ...slow, ca });
  await trusted.set('a', 'x'.repeat(200_000), 60);
  expect((await trusted.get('a'))?.length).toBe(200_000);

  const distrusted = openMemcached(`memcacheds://localhost:${port}`, slow);
  await expect(distrusted.get('a')).rejects.toMatchObject({
    kind: 'connection',
    message: expect.stringContaining('self-signed'),
  });
  const misnamed = openMemcached(`memcacheds://127.0.0.1:${port}`, { ...slow, ca });
  await expect(misnamed.get('a')).rejects.toMatchObject({ kind: 'connection' });

  for (const client of [trusted, distrusted, misnamed]) client.close();
  front.close();
  await server.stop();
  rmSync(directory, { recursive: true });
});
