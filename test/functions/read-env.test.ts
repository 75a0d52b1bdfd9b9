import { readSetting } from '../../lambdas/contract/settings';
import { minLanes } from '../../lambdas/domain/mail-order';
import { readEnv } from '../../lambdas/functions/wiring/connections/read-env';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test('a function gets its own addresses and no others', () => {
  Object.assign(process.env, { DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: '3', READER_URL: 'r' });
  expect(readEnv('reclaim-spots')).toEqual({ DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: 3 });
});

test('a function does not start without an address, and names every one that is missing', () => {
  Object.assign(process.env, { DATABASE_URL: '', MAIL_LANES: '2' });
  expect(() => readEnv('reclaim-spots')).toThrow(
    'reclaim-spots cannot start: set DATABASE_URL, DATA_CACHE_URL in its environment.',
  );
});

test.each(['0', '1', '2', '2.5', '-3', 'many', '99999'])('refuses MAIL_LANES=%s in words', (lanes) => {
  Object.assign(process.env, { DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: lanes });
  expect(() => readEnv('reclaim-spots')).toThrow(`MAIL_LANES is ${lanes}: it must be a whole number from 3`);
});

test('as few lanes are accepted as mail can be divided into', () => {
  Object.assign(process.env, { DATABASE_URL: 'd', DATA_CACHE_URL: 'c', MAIL_LANES: `${minLanes}` });
  expect(readEnv('reclaim-spots').MAIL_LANES).toBe(minLanes);
});

test('a machine with nothing to warm says so', () => {
  process.env.CAPACITY_TARGETS = '{"functions":{}}';
  process.env.STATE_BUCKET_URL = 'https://state.example';
  expect(readEnv('set-capacity').CAPACITY_TARGETS).toEqual({ functions: {} });
});

const targets = {
  functions: { register: { name: 'n', alias: 'live', most: 150 } },
  database: { cluster: 'c', floor: 0.5, ceiling: 64 },
};

test('what may be kept warm is read as it was deployed', () => {
  process.env.STATE_BUCKET_URL = 'https://state.example';
  process.env.CAPACITY_TARGETS = JSON.stringify(targets);
  expect(readEnv('set-capacity').CAPACITY_TARGETS).toEqual(targets);
});

const { register } = targets.functions;

test.each([
  'register',
  '[]',
  '{}',
  '{"functions":[]}',
  JSON.stringify({ functions: { 'send-mail': register } }),
  JSON.stringify({ functions: { register: { ...register, most: 1.5 } } }),
  JSON.stringify({ functions: { register: { ...register, most: -1 } } }),
  JSON.stringify({ functions: { register: { ...register, least: 1 } } }),
  JSON.stringify({ functions: { register: { name: 'n', most: 1 } } }),
  JSON.stringify({ ...targets, database: { cluster: 'c', floor: '1', ceiling: 64 } }),
  JSON.stringify({ ...targets, caches: {} }),
])('refuses CAPACITY_TARGETS=%s, saying what was expected', (text) => {
  process.env.CAPACITY_TARGETS = text;
  process.env.STATE_BUCKET_URL = 'https://state.example';
  expect(() => readEnv('set-capacity')).toThrow('it must be JSON like {"functions"');
});

test.each(['mail', '[]', '{"mail":"https://sqs.example/mail"}', '{"mail":{"url":"https://sqs.example/mail"}}'])(
  'refuses WATCHED_QUEUES=%s, saying what was expected',
  (text) => {
    expect(() => readSetting('WATCHED_QUEUES', text)).toThrow('it must be JSON like {"mail"');
  },
);
