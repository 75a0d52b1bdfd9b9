import { poolConfig } from '../../../lambdas/platform/postgres/pool-config';

test('an address says where, who and how safely', () => {
  expect(poolConfig('postgres://ada:p%40ss@db.example:6000/startline?sslmode=verify-full', {})).toMatchObject({
    host: 'db.example',
    port: 6000,
    user: 'ada',
    password: 'p@ss',
    database: 'startline',
    ssl: { rejectUnauthorized: true },
  });
  expect(poolConfig('postgres://ada@[::1]/startline', {})).toMatchObject({ host: '::1', port: 5432, ssl: false });
});

test('an IAM token is made for each connection, and never leaves without TLS', async () => {
  const { password } = poolConfig('postgres://registrar@proxy.example/startline?auth=iam&sslmode=verify-full', {});
  const token = typeof password === 'function' ? await password() : password;
  expect(token).toMatch(/^proxy\.example:5432\/\?.*DBUser=registrar/);
  expect(() => poolConfig('postgres://registrar@proxy.example/startline?auth=iam', {})).toThrow('sslmode=verify-full');
});

test.each([
  '',
  'db.example/startline',
  'mysql://a@b/c',
  'postgres://a@b',
  'postgres://b/c',
  'postgres://a:secret@b/c?sslmode=maybe',
  'postgres://a@b/c?auth=none',
  'postgres://a@b/c?sslmode=toString',
])('"%s" is refused with an example, without its password', (url) => {
  expect(() => poolConfig(url, {})).toThrow('Expected postgres://user@host:5432/database');
  expect(() => poolConfig(url, {})).not.toThrow('secret');
});
