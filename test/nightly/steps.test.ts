import { existsSync } from 'node:fs';
import { nightlyTests } from '../../local/set-up/nightly-tests.mjs';
import { scripts } from '../../package.json';
import { type Ended, steps, summaryOf } from './steps';

test('every step is a script of package.json', () => {
  for (const { script } of steps) expect(Object.keys(scripts)).toContain(script);
});

test('the tests that npm test leaves out are there, and one step runs them all', () => {
  for (const file of nightlyTests) expect(existsSync(file)).toBe(true);
  expect(steps).toContainEqual({ script: 'test', args: nightlyTests });
});

test('one failed step fails the run, and the summary names it', () => {
  const ended = (code: number): Ended => ({ script: 'simulate', args: ['--seeds', '3'], code, seconds: 61 });
  expect(summaryOf([ended(0), ended(0)]).code).toBe(0);
  const { lines, code } = summaryOf([ended(0), ended(2)]);
  expect(code).toBe(1);
  expect(lines).toEqual([
    '  ok          1 min 1 s  npm run simulate -- --seeds 3',
    '  failed (2)  1 min 1 s  npm run simulate -- --seeds 3',
  ]);
});
