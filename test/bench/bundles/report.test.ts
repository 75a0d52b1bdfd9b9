import { limits, report } from '../../../bench/bundles/report';

test('only what is over a limit is marked', () => {
  const text = report(
    [
      { name: 'small', kilobytes: limits.kilobytes, milliseconds: limits.milliseconds },
      { name: 'large', kilobytes: limits.kilobytes + 1, milliseconds: 3 },
      { name: 'slow', kilobytes: 3, milliseconds: limits.milliseconds + 1 },
    ],
    { date: '2026-11-21', node: 'v24.0.0', rounds: 5 },
  );
  expect(text.split('\n').filter((line) => line.startsWith('| ') && !line.includes('function'))).toEqual([
    '| small | 1024 | 250 |',
    '| large | 1025 ⚠ | 3 |',
    '| slow | 3 | 251 ⚠ |',
  ]);
});
