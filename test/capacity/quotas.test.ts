import fc from 'fast-check';
import { environmentsFor, rushFunctions } from '../../lambdas/capacity/figures';
import { forecast } from '../../lambdas/capacity/forecast';
import { quotas, redList } from '../../lambdas/capacity/quotas';

const reserve = (environments: number, setting: string) => ({ environments, setting: `concurrency.${setting}` });
const production = {
  reserved: {
    'browse-races': reserve(100, 'browsing'),
    register: reserve(350, 'holding'),
    'quote-registration': reserve(350, 'quoting'),
    pay: reserve(110, 'paying'),
    'show-registration': reserve(220, 'looking'),
    'join-waiting-list': reserve(80, 'joining'),
  },
  allReserved: 1350,
  workers: 54,
  api: { requestsPerSecond: 10_000, burst: 5000 },
  largestDatabase: 64,
  hasProxy: true,
};
const redOf = (runners: number, spots: number, deployed = production) =>
  redList(quotas(forecast({ runners, spots }), deployed)).map(({ name }) => name);

test('a village run without reservations needs nothing but to leave the sandbox of SES', () => {
  const none = { environments: 0, setting: 'concurrency.none' };
  const reserved = { ...production.reserved, 'browse-races': none, register: none, pay: none };
  const lean = { ...production, reserved, allReserved: 0 };
  expect(redOf(300, 250, lean)).toEqual(['SES: mails in 24 hours']);
});

test('what is reserved needs a quota, however small the crowd, and what is planned needs it too', () => {
  const [all] = quotas(forecast({ runners: 300, spots: 250 }), production).filter(
    ({ name }) => name === 'Lambda: concurrent executions',
  );
  expect(all).toMatchObject({ needed: 1350 + 30 + 100, usual: 1000 });
});

test.each([
  { requests: 2500, seconds: 0.05, environments: 325, because: 'each takes ten requests a second' },
  { requests: 66.7, seconds: 0.8, environments: 70, because: 'each is busy for 0.8 s a request' },
  { requests: 0, seconds: 0.8, environments: 0, because: 'nobody comes' },
])('$requests requests/s of $seconds s need $environments environments: $because', (row) =>
  expect(environmentsFor(row.requests, row.seconds)).toBe(row.environments),
);

test('a function that more people call than its reservation serves is red, and no other is', () => {
  const red = redOf(60_000, 5000).filter((name) => name.startsWith('Lambda: environments of'));
  expect(red).toEqual(['Lambda: environments of register, for 3000 requests/s']);
});

test('fifty thousand who all get a spot need more of nearly everything', () => {
  const red = redOf(50_000, 50_000);
  expect(red).toEqual(expect.arrayContaining([expect.stringContaining('Lambda: concurrent')]));
  expect(red).toEqual(expect.arrayContaining([expect.stringContaining('SES: mails a second')]));
  expect(red).toEqual(expect.arrayContaining([expect.stringContaining('Stripe')]));
});

test('half a million at once are too many for the API, and for ten requests an environment', () => {
  const red = redOf(500_000, 500);
  expect(red).toEqual(expect.arrayContaining([expect.stringContaining('10 requests a second')]));
  expect(red).toEqual(expect.arrayContaining(['HTTP API: requests of all APIs of the region', 'HTTP API: burst']));
});

test('without a proxy a small database has too few connections for a crowd that a proxy would serve', () => {
  const small = { ...production, largestDatabase: 4 };
  expect(redOf(50_000, 500, small)).not.toContain('Database: connections behind the proxy');
  expect(redOf(100_000, 500, { ...small, hasProxy: false })).toContain('Database: connections');
});

test('what is asked for is never less than what is needed', () => {
  const asked = quotas(forecast({ runners: 100_000, spots: 20_000 }), production);
  for (const { needed, ask } of asked) {
    const [figure] = /(?<=ask (?:Stripe )?for )\d+/.exec(ask) ?? [];
    if (figure !== undefined) expect(Number(figure)).toBeGreaterThanOrEqual(needed);
  }
});

test('more people never need less of anything', () =>
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), fc.nat(100_000), (spots, turnedAway, more) => {
      const [few, many] = [spots + turnedAway, spots + turnedAway + more].map((runners) =>
        forecast({ runners, spots }),
      );
      for (const name of rushFunctions)
        expect(many?.functions[name].environments).toBeGreaterThanOrEqual(few?.functions[name].environments ?? 0);
      expect(many?.acu).toBeGreaterThanOrEqual(few?.acu ?? 0);
    }),
  ));
