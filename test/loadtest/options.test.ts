import { readOptions } from '../../loadtest/options';

test('without options, two thousand run for the demo race', () =>
  expect(readOptions([])).toEqual({
    processes: 1,
    comment: '',
    wish: {
      scenario: 'opening',
      runners: 2000,
      within: 10,
      think: [0.5, 2],
      race: 'harbour-city-marathon',
      card: '4242424242424242',
      seed: expect.any(Number),
    },
  }));

test('what was asked for is what runs', () => {
  const text =
    '--runners 7 --within 0 --think 15-60 --seed 5 --scenario hello --comment calm --out a.json --processes 3 --url http://localhost:8000/ --abandon 0.1 --arrivals poisson --together 20 --challenged 40';
  expect(readOptions(text.split(' '))).toMatchObject({
    processes: 3,
    comment: 'calm',
    out: 'a.json',
    wish: {
      runners: 7,
      within: 0,
      think: [15, 60],
      seed: 5,
      scenario: 'hello',
      url: 'http://localhost:8000',
      abandons: 0.1,
      arrivals: 'poisson',
      together: 20,
      challenged: 40,
    },
  });
});

test('one number is as long as everybody thinks', () =>
  expect(readOptions(['--think', '2'])?.wish.think).toEqual([2, 2]));

test('help is no run', () => expect(readOptions(['--help'])).toBeUndefined());

test.each([
  [['--runners', 'many'], '--runners is "many"; it must be a number from 0.'],
  [['--runners', '0'], '--runners: '],
  [['--runners', '1.5'], '--runners: '],
  [['--think', '5-2'], '--think is "5-2"; the second number must not be less than the first.'],
  [['--within', ''], '--within is ""'],
  [['--scenario', 'opera'], '--scenario: '],
  [['--abandon', '2'], '--abandons: '],
  [['--together', '101'], '--together: '],
  [['--challenged', '101'], '--challenged: '],
  [['--processes', '0'], '--processes is "0"; it must be a whole number from 1 to 64.'],
  [['--wat'], "Unknown option '--wat'"],
])('%j is refused with what was expected', (args, message) => expect(() => readOptions(args)).toThrow(message));
