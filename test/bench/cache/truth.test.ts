import { Truth } from '../../../bench/cache/faults/truth';

const changedTwice = () => {
  const truth = new Truth();
  truth.change('a', 1000);
  truth.change('a', 2000);
  return truth;
};

test('what the database says now is right', () => {
  const truth = changedTwice();
  expect(truth.judge('a', truth.read('a'), 1e9, 0)).toBe('right');
});

test('the value of another key is wrong, and so is one that never was', () => {
  const truth = changedTwice();
  expect(truth.judge('a', { key: 'b', version: 0 }, 0, 1e9)).toBe('wrong');
  expect(truth.judge('a', { key: 'a', version: 3 }, 0, 1e9)).toBe('wrong');
  expect(truth.judge('a', { key: 'a', version: -1 }, 0, 1e9)).toBe('wrong');
  expect(truth.judge('a', { key: 'a', version: Number.NaN }, 0, 1e9)).toBe('wrong');
});

test('a value may be old for as long as it is allowed to, from when it was replaced', () => {
  const truth = changedTwice();
  const first = { key: 'a', version: 1 };
  expect(truth.judge('a', first, 2500, 500)).toBe('right');
  expect(truth.judge('a', first, 2501, 500)).toBe('old');
  expect(truth.judge('a', { key: 'a', version: 0 }, 2500, 500)).toBe('old');
});
