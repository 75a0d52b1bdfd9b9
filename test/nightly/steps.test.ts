import { scripts } from '../../package.json';
import { type Ended, steps, summaryOf } from './steps';

test('every step is a script of package.json', () => {
  for (const { script } of steps) expect(Object.keys(scripts)).toContain(script);
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
