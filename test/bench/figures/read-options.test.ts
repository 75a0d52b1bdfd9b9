import { readOptions } from '../../../bench/figures/read-options';

const known = ['opening', 'static', 'live'];

test('without options everything runs, and the result is to be committed', () =>
  expect(readOptions([], known)).toEqual({
    size: 'full',
    isProfiled: false,
    benchmarks: known,
    out: 'bench/figures',
    command: 'npm run bench',
  }));

test('a short run goes where git does not look, unless somebody says otherwise', () => {
  expect(readOptions(['--short'], known)).toMatchObject({ size: 'short', out: '.startline/figures' });
  expect(readOptions(['--short', '--out', 'elsewhere'], known)?.out).toBe('elsewhere');
});

test('a run for a pair has a size of its own, and is not committed either', () => {
  expect(readOptions(['--size', 'pair'], known)).toMatchObject({ size: 'pair', out: '.startline/figures' });
  expect(readOptions(['--size', 'full'], known)).toMatchObject({ size: 'full', out: 'bench/figures' });
});

test('only what was asked for runs, in the order of the table, and the command can be repeated', () =>
  expect(readOptions(['--only', 'live, opening'], known)).toMatchObject({
    benchmarks: ['opening', 'live'],
    command: 'npm run bench -- --only live, opening',
  }));

test('help is no run', () => expect(readOptions(['--help'], known)).toBeUndefined());

test.each([
  [['--only', 'opera'], '--only names "opera"'],
  [['--only', ''], '--only names ""'],
  [['--quick'], '--quick'],
  [['short'], 'short'],
  [['--size', 'small'], '--size is "small": full, short or pair.'],
  [['--short', '--size', 'pair'], '--short and --size exclude each other.'],
])('%j is refused, saying what can be typed', (args, said) => {
  expect(() => readOptions(args, known)).toThrow(said);
  expect(() => readOptions(args, known)).toThrow('these benchmarks alone: opening, static, live');
});
