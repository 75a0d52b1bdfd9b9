import { readArguments } from '../../../local/supervisor/read-arguments';

const usage = 'npm run thing -- [--size N]';
const options = { size: { type: 'string', default: '3' } } as const;

const given = (...args: string[]) => {
  const said: string[] = [];
  const ended = new Error('ended');
  const codes: unknown[] = [];
  jest.spyOn(process, 'exit').mockImplementation((code) => {
    codes.push(code);
    throw ended;
  });
  for (const kind of ['log', 'error'] as const)
    jest.spyOn(console, kind).mockImplementation((...text) => void said.push(text.join()));
  try {
    return { values: readArguments(options, usage, args), said, codes };
  } catch (error) {
    expect(error).toBe(ended);
    return { said, codes };
  }
};
afterEach(() => jest.restoreAllMocks());

test('reads the options of a command', () => {
  expect(given('--size', '5')).toMatchObject({ values: { size: '5' }, said: [], codes: [] });
  expect(given()).toMatchObject({ values: { size: '3' } });
});

test('prints the usage for --help, and ends well', () => {
  expect(given('--help')).toEqual({ said: [usage], codes: [0] });
});

test.each([
  ['--siez', /^Unknown option '--siez'\n\nnpm run thing/],
  ['--size', /^Option '--size <value>' argument missing\n\nnpm run thing/],
  ['5', /^Unexpected argument '5'.*\n\nnpm run thing/],
])('says what is wrong with %s, and the usage', (arg, sentence) => {
  const { values, said, codes } = given(arg);
  expect([values, said.length, codes]).toEqual([undefined, 1, [1]]);
  expect(said[0]).toMatch(sentence);
});
