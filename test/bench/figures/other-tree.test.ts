import { benchmarks } from '../../../bench/figures/benchmarks/all';
import { onlyThese } from '../../../bench/figures/compare/other-tree';

const registry = 'bench/figures/benchmarks/all.ts';

test('the other tree loads the benchmarks that are compared, and no other, which might need what that commit has not', () => {
  expect(onlyThese(['quote', 'zero-think-time'], registry)).toBe(
    [
      "import { quote } from './quote';",
      "import { zeroThinkTime } from './zero-think-time';",
      '',
      'export const benchmarks = [quote, zeroThinkTime];',
      '',
    ].join('\n'),
  );
  for (const { id } of benchmarks)
    expect([id, onlyThese([id], registry)]).toEqual([id, expect.stringMatching(/= \[\w/)]);
});
