import { readOptions } from '../../../bench/figures/read-options';

const known = ['opening', 'static', 'live', 'zero-think-time'];

test('without options everything runs, and the result is to be committed', () =>
  expect(readOptions([], known)).toEqual({
    size: 'full',
    isProfiled: false,
    benchmarks: known,
    out: 'bench/figures',
    history: 'bench/figures/history.jsonl',
    repeats: 1,
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

test('two trees are held against each other in short pairs of the CPU of a registration, unless somebody says otherwise', () => {
  expect(readOptions(['--compare', 'last'], known)).toMatchObject({
    compare: { with: 'last', pairs: 4 },
    size: 'pair',
    benchmarks: ['zero-think-time'],
    out: '.startline/figures',
  });
  expect(
    readOptions(['--compare', 'v1', '--pairs', '8', '--only', 'live', '--size', 'full', '--repeat', '0'], known),
  ).toMatchObject({ compare: { with: 'v1', pairs: 8 }, size: 'full', benchmarks: ['live'], repeats: 0 });
});

test('the history goes beside the result, or where somebody says', () => {
  expect(readOptions(['--out', 'elsewhere'], known)?.history).toBe('elsewhere/history.jsonl');
  expect(readOptions(['--short', '--history', 'kept.jsonl'], known)?.history).toBe('kept.jsonl');
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
  [['--repeat', '3'], '--repeat is "3": a whole number from 0 to 2.'],
  [['--compare', 'last', '--pairs', 'many'], '--pairs is "many": a whole number from 1 to 20.'],
  [['--pairs', '4'], '--pairs needs --compare.'],
  [['--compare', 'last', '--profile'], '--compare and --profile exclude each other.'],
  [['--size', 'small'], '--size is "small": full, short or pair.'],
  [['--short', '--size', 'pair'], '--short and --size exclude each other.'],
])('%j is refused, saying what can be typed', (args, said) => {
  expect(() => readOptions(args, known)).toThrow(said);
  expect(() => readOptions(args, known)).toThrow('these benchmarks alone: opening, static, live, zero-think-time');
});
