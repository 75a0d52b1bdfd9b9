import { standingOf } from '../../../bench/figures/judge';
import type { Goal, Line } from '../../../bench/figures/line';
import type { Run } from '../../../bench/figures/results';
import { failedRun, lineWith, runWith } from './a-line';

const standing = (line: Line, run: Run | undefined) => {
  const [goal] = line.goals;
  if (!goal) throw new Error('The line has no goal.');
  return standingOf(line, goal, run);
};
const opened = (value: number) => [{ goal: 'opened', value }];

test('what reaches its target is met, what does not is missed, and the target itself is enough', () => {
  expect(standing(lineWith({}), runWith(opened(100)))).toBe('met');
  expect(standing(lineWith({}), runWith(opened(99.9)))).toBe('missed');
  const atMost = lineWith({ target: { most: 3 } });
  expect(standing(atMost, runWith(opened(3)))).toBe('met');
  expect(standing(atMost, runWith(opened(3.1)))).toBe('missed');
});

test('a void figure is never met, however good it looks', () => {
  const run = runWith([{ goal: 'opened', value: 1e9, void: ['The generator was late itself.'] }]);
  expect(standing(lineWith({}), run)).toBe('void');
});

test('a small crowd meets no target that is about a large one', () => {
  const line = lineWith({ fullOnly: true });
  expect(standing(line, runWith(opened(1e9), { isShort: true }))).toBe('needs the full run');
  expect(standing(line, runWith(opened(1e9)))).toBe('met');
  expect(standing(lineWith({}), runWith(opened(1e9), { isShort: true }))).toBe('met');
});

test('what failed, was not run, or brought no number is no success', () => {
  expect(standing(lineWith({}), failedRun)).toBe('failed');
  expect(standing(lineWith({}), undefined)).toBe('not measured');
  expect(standing(lineWith({}), runWith([]))).toBe('not measured');
  expect(standing(lineWith({}), runWith(opened(Number.NaN)))).toBe('not measured');
});

test('a figure without a target is only told', () => {
  const goal: Goal = { id: 'opened', name: 'doors opened', unit: '' };
  expect(standing({ ...lineWith({}), goals: [goal] }, runWith(opened(1)))).toBe('no target');
});

test('an open line stays open, whatever an old run says', () => {
  const line: Line = { ...lineWith({}), measure: undefined, open: 'there is no door yet.' };
  expect(standing(line, runWith(opened(1e9)))).toBe('open');
});
