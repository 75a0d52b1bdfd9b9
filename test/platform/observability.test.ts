import type { Context } from 'aws-lambda';
import { instrument } from '../../lambdas/functions/wiring/connections/observability';
import { correlate, correlated, count, log } from '../../lambdas/platform/observability';

const context = { awsRequestId: 'lambda-1' } as Context;
let lines: Record<string, unknown>[];
let metrics: string[];

beforeEach(() => {
  lines = [];
  metrics = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((...[line]: unknown[]) => {
      lines.push(JSON.parse(String(line)));
    });
  }
  jest.spyOn(console, 'log').mockImplementation((...[line]: unknown[]) => {
    metrics.push(String(line));
  });
});
afterEach(() => jest.restoreAllMocks());

test('a line says which function, which request, which registration', async () => {
  await instrument('register', async () => {
    correlate({ registrationId: 'r1', firstName: 'Ada' });
    log.info('held');
  })({}, context);
  expect(lines).toEqual([
    expect.objectContaining({ message: 'held', service: 'register', requestId: 'lambda-1', registrationId: 'r1' }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('Ada');
});

test('two pieces of work at once do not borrow each other’s registration', async () => {
  await instrument('send-mail', async () => {
    await Promise.all(
      ['r1', 'r2'].map((registrationId) =>
        correlated({ registrationId }, async () => {
          await new Promise(setImmediate);
          log.info(registrationId);
        }),
      ),
    );
    log.info('end');
  })({}, context);
  expect(lines.map(({ message, registrationId }) => [message, registrationId])).toEqual([
    ['r1', 'r1'],
    ['r2', 'r2'],
    ['end', undefined],
  ]);
});

test('nobody’s address, token or password is written, wherever it stands', async () => {
  const token = `k1.${Buffer.from('{"a":1}').toString('base64url')}.${'m'.repeat(43)}`;
  const clientSecret = 'pi_3Sx7aR2eZv_secret_mmmm-mm';
  const cause = Object.assign(new Error(`duplicate ada@example.com ${token} ${clientSecret} ctoken_mmmmmm`), {
    detail: 'Key (person)=(ada|lovelace) exists',
  });
  await instrument('pay', async () => {
    log.error('no', new Error('connect postgres://owner:hunter2@db:5432/x', { cause }), {
      body: 'ada lovelace',
      hold: 'secret',
      runner: { firstName: 'ada' },
      list: ['ada@example.com'],
      note: `see ${token}`,
      clientSecret: 'mmmm',
      intent: { client_secret: 'mmmm', next: `?payment_intent_client_secret=${clientSecret}` },
      command: { confirmationToken: 'mmmm', resume: 'mmmm' },
    });
  })({}, context);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toMatch(/ada|hunter2|mmmm|"secret"/);
});

test('a failure is logged once and thrown on', async () => {
  const failing = instrument('pay', () => Promise.reject(new Error('broken')));
  await expect(failing({}, context)).rejects.toThrow('broken');
  expect(lines).toHaveLength(1);
});

test('what was counted is published at the end, and nothing when nothing was', async () => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'false';
  const run = instrument('pay', async (counts: number) => {
    for (let index = 0; index < counts; index++) count('declined');
  });
  await run(0, context);
  expect(metrics).toEqual([]);
  await run(2, context);
  expect(JSON.parse(metrics[0] ?? '')).toMatchObject({ service: 'pay', declined: [1, 1] });
});
