import { readFileSync } from 'node:fs';
import { forecast } from '../../../lambdas/capacity/forecast';
import { configOf } from '../../../lib/config';
import { committed } from '../../../operations/forecast/committed';
import { deployedFrom } from '../../../operations/forecast/deployed';
import { report } from '../../../operations/forecast/report';

const production = deployedFrom(configOf({ profile: 'production' }));

const of = (runners: number, spots: number, deployed = production) => {
  const crowd = { runners, spots };
  return report(crowd, forecast(crowd), deployed);
};

test('a function that needs more than is reserved for it is marked, and is on the red list with the setting to raise', () => {
  const text = of(100_000, 5000);
  const lines = text.split('\n');
  expect(lines.find((line) => line.startsWith('register '))).toMatch(/350 {2}MORE THAN RESERVED$/);
  expect(lines.find((line) => line.startsWith('pay '))).toMatch(/110$/);
  expect(text).toContain(
    '- Lambda: environments of register, for 5000 requests/s: 650 environments are needed, 350 are set.',
  );
  expect(text).toContain('Set concurrency.holding in lib/config.ts to at least 650, and raise L-B99A9384 with it.');
  expect(text).not.toContain('environments of pay, for 89 requests/s:');
});

test('a deployment that reserves nothing has no line for a function', () => {
  const lean = { ...production, reserved: none, allReserved: 0 };
  const text = of(100_000, 5000, lean);
  expect(text.split('\n').find((line) => line.startsWith('register '))).toMatch(/none$/);
  expect(text).not.toContain('environments of register');
});

const unreserved = { environments: 0, setting: 'concurrency.none' };
const none = {
  'browse-races': unreserved,
  register: unreserved,
  'quote-registration': unreserved,
  pay: unreserved,
  'show-registration': unreserved,
  'join-waiting-list': unreserved,
};

test('the red list says what is needed, what is usual, and what to ask for', () => {
  expect(of(50_000, 5000)).toMatch(
    /- SES: mails in 24 hours: 5,000 mails are needed, 200 are usual\.\n {2}Lets 4 % of it through\. Leave .* 7500/,
  );
  expect(of(100, 90, { ...production, reserved: none, allReserved: 0 })).toContain('Red list: nothing.');
});

test('the tightest limit comes first', () => {
  const shares = [...of(500_000, 50_000).matchAll(/Lets (\d+) %/g)].map(([, share]) => Number(share));
  expect(shares.length).toBeGreaterThan(5);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
});

test('the committed forecast is the one this code makes; npm run forecast -- --committed writes it again', () =>
  expect(readFileSync('bench/forecast/result.md', 'utf8')).toBe(committed(production)));
