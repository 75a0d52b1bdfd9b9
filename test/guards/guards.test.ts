import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guards } from './guards';
import { spansOf, without } from './patch';
import { readResults, verdictOn } from './verdict';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test.each(guards)(
  'it can still be taken away, and its test is there: $guard',
  ({ file, from, to, test: [of, name] }) => {
    expect(file).toMatch(/^lambdas\//);
    expect(to).not.toBe(from);
    expect(spansOf(read(file), from)).toHaveLength(1);
    expect(existsSync(join(root, of)) && read(of).includes(name)).toBe(true);
  },
);

test('no guard is in the list twice', () => {
  expect(new Set(guards.map(({ guard }) => guard)).size).toBe(guards.length);
});

describe('a piece of code', () => {
  const text = `
    // Not sold twice.
    if (isSold(spot, { eventId }))
      return undefined; /* See S1. */
    const url = 'https://example.com/return';
    call(spot, () => {});`;
  const cut = (from: string, to: string) => without(text, { file: 'a.ts', from, to });

  test('is found however it is wrapped, and whatever its comments say', () => {
    expect(cut('if (isSold(spot, {\n  eventId,\n})) return undefined;', 'ask();')).toBe(`
    // Not sold twice.
    ask(); /* See S1. */
    const url = 'https://example.com/return';
    call(spot, () => {});`);
    expect(cut('// Why.\n call(\n  spot,\n', 'call(')).toContain('    call( () => {});');
  });

  test('is not found in a part of a word, in a comment, or twice', () => {
    expect(spansOf(text, ' old(')).toEqual([]);
    expect(spansOf(text, 'sold twice')).toEqual([]);
    expect(() => cut('spot', '')).toThrow('Found 2 times in a.ts');
    expect(() => cut('spot = 1', '')).toThrow('Found 0 times in a.ts');
  });
});

describe('a run of the tests', () => {
  const run = (assertionResults: object[], numRuntimeErrorTestSuites = 0) =>
    verdictOn(
      readResults(
        JSON.stringify({ numRuntimeErrorTestSuites, testResults: [{ name: 'a', message: '', assertionResults }] }),
      ),
    ).kind;
  const green = { fullName: 'they rest', status: 'passed', failureMessages: [] };
  const red = (message: string) => ({ fullName: 'they run', status: 'failed', failureMessages: [message] });

  test('catches what turns a test red, and nothing else', () => {
    expect(run([green, red('expected 1, received 2')])).toBe('caught');
    expect(run([green])).toBe('survived');
  });

  test('proves nothing when the code cannot be read, no test has the name, or there was no end', () => {
    expect(run([], 1)).toBe('broken');
    expect(run([{ ...green, status: 'pending' }])).toBe('broken');
    expect(run([red('ReferenceError: x is not defined')])).toBe('broken');
    expect(run([red('error: column "x" does not exist')])).toBe('broken');
    expect(verdictOn(undefined).kind).toBe('broken');
  });
});
