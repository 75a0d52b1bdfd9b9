import { forecast } from '../../../lambdas/capacity/forecast';
import { quotas } from '../../../lambdas/capacity/quotas';
import { report } from '../../../operations/forecast/report';

const of = (runners: number, spots: number, hasProxy = true) => {
  const crowd = { runners, spots };
  const expected = forecast(crowd);
  const all = quotas(expected, { workers: 54, largestDatabase: 64, hasProxy });
  return report(crowd, expected, all, { register: 150, pay: 150 });
};

test('a function that needs more than is reserved for it is marked', () => {
  const lines = of(50_000, 5000).split('\n');
  expect(lines.find((line) => line.startsWith('register '))).toMatch(/150 {2}MORE THAN RESERVED$/);
  expect(lines.find((line) => line.startsWith('pay '))).toMatch(/150$/);
  expect(lines.find((line) => line.startsWith('browse-races '))).toMatch(/none$/);
});

test('the red list says what is needed, what is usual, and what to ask for', () => {
  expect(of(50_000, 5000)).toMatch(
    /- SES: mails in 24 hours: 5,000 mails are needed, 200 are usual\.\n {2}Leave .* 7500/,
  );
  expect(of(100, 90)).toContain('Red list: nothing.');
});
