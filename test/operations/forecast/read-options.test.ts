import { readOptions } from '../../../operations/forecast/read-options';

test('a number of spots is enough', () =>
  expect(readOptions(['--cap', '500'])).toEqual({ spots: 500, interest: undefined, profile: 'production' }));

test('a race is asked for where it runs', () =>
  expect(readOptions(['--race', 'harbour', '--url', 'https://run.example.com/', '--interest', '50000'])).toEqual({
    spots: { race: 'harbour', url: 'https://run.example.com' },
    interest: 50_000,
    profile: 'production',
  }));

test('those who follow a race are a crowd of their own', () =>
  expect(readOptions(['--followers', '60000', '--allowed', '6000'])).toMatchObject({
    spots: { viewers: 60_000, allowedPerSecond: 6_000, hours: 3 },
  }));

test('the committed crowds need no further option', () =>
  expect(readOptions(['--committed'])).toEqual({ spots: 'committed', profile: 'production' }));

test.each([
  [['--committed', '--cap', '5'], '--committed takes no other option'],
  [[], 'Either --cap or --race'],
  [['--cap', '5', '--race', 'r'], 'exactly one'],
  [['--cap', '5', '--followers', '5'], 'exactly one'],
  [['--followers', '5', '--allowed', '0'], '--allowed is "0"'],
  [['--cap', 'many'], '--cap is "many"'],
  [['--cap', '0'], '--cap is "0"'],
  [['--cap', '5', '--interest', '1.5'], '--interest is "1.5"'],
  [['--cap', '5', '--profile', 'big'], '--profile is "big"'],
  [['--spots', '5'], '--spots'],
])('%j is refused, saying what can be typed', (args, said) => {
  expect(() => readOptions(args)).toThrow(said);
  expect(() => readOptions(args)).toThrow('npm run forecast --');
});
