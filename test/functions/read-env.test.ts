import { readEnv } from '../../lambdas/functions/wiring/read-env';
import { minLanes } from '../../lambdas/mail/send/lanes';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test('a function gets its own addresses and no others', () => {
  Object.assign(process.env, { DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: '3', READER_URL: 'r' });
  expect(readEnv('direct')).toEqual({ DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: 3 });
});

test('a function does not start without an address, and names every one that is missing', () => {
  Object.assign(process.env, { DATABASE_URL: '', MAIL_LANES: '2' });
  expect(() => readEnv('direct')).toThrow('direct cannot start: set DATABASE_URL, DATA_CACHE_URL in its environment.');
});

test.each(['0', '1', '2', '2.5', '-3', 'many', '99999'])('refuses MAIL_LANES=%s in words', (lanes) => {
  Object.assign(process.env, { DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: lanes });
  expect(() => readEnv('direct')).toThrow(`MAIL_LANES is ${lanes}: it must be a whole number from 3`);
});

test('as few lanes are accepted as mail can be divided into', () => {
  Object.assign(process.env, { DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: `${minLanes}` });
  expect(readEnv('direct').MAIL_LANES).toBe(minLanes);
});
