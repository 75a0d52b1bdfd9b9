import fc from 'fast-check';
import { rushFunctions } from '../../lambdas/capacity/figures';
import { forecast } from '../../lambdas/capacity/forecast';
import { quotas, redList } from '../../lambdas/capacity/quotas';

const production = { workers: 54, largestDatabase: 64, hasProxy: true };
const redOf = (runners: number, spots: number, deployed = production) =>
  redList(quotas(forecast({ runners, spots }), deployed)).map(({ name }) => name);

test('a village run needs nothing but to leave the sandbox of SES', () =>
  expect(redOf(300, 250)).toEqual(['SES: mails in 24 hours']));

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
