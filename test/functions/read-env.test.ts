import { readEnv } from '../../lambdas/functions/wiring/read-env';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test('a function gets its own addresses and no others', () => {
  Object.assign(process.env, { DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: '2', READER_URL: 'r' });
  expect(readEnv('direct')).toEqual({ DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: '2' });
});

test('a function does not start without an address, and names every one that is missing', () => {
  Object.assign(process.env, { DATABASE_URL: '', MAIL_LANES: '2' });
  expect(() => readEnv('direct')).toThrow('direct cannot start: set DATABASE_URL, DATA_CACHE_URL in its environment.');
});
