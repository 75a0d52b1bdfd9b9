import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until';

const variable = 'STARTLINE_TEST_RUN';
/** How long one may take to make a folder. The templates of every environment take twenty seconds of CPU, on a busy machine minutes. */
const mostSeconds = 480;

/** Jest's own process owns the folder, because workers come and go. */
export const openRunFolder = (): void => {
  process.env[variable] = mkdtempSync(join(tmpdir(), 'startline-test-run-'));
};

export const removeRunFolder = (): void => {
  const folder = process.env[variable];
  if (folder) rmSync(folder, { recursive: true, force: true });
};

const runFolder = (): string => {
  const folder = process.env[variable];
  if (!folder)
    throw new Error('Tests that share a folder need globalSetup test/support/begin-run.ts in jest.config.mjs.');
  return folder;
};

/**
 * A folder of files for all tests of this jest run: the first worker that asks fills it, the others wait for it.
 * Synchronous, so that tests can be declared from its contents. Throws what `make` throws, to everybody who asks.
 */
export const oncePerRun = (name: string, make: (folder: string) => void): string => {
  const folder = join(runFolder(), name);
  const outcome = `${folder}.outcome`;
  if (isFirst(folder)) settle(outcome, () => make(folder));
  const error = waitFor(outcome, mostSeconds);
  if (error) throw new Error(error);
  return folder;
};

/** The same, for files that take a promise to make. */
export const oncePerRunAsync = async (name: string, make: (folder: string) => Promise<void>): Promise<string> => {
  const folder = join(runFolder(), name);
  const outcome = `${folder}.outcome`;
  if (isFirst(folder)) {
    const error = await make(folder).then(
      () => '',
      (reason) => String(reason),
    );
    write(outcome, error);
  }
  const error = await until(() => existsSync(outcome) && { text: readFileSync(outcome, 'utf8') }, mostSeconds);
  if (error.text) throw new Error(error.text);
  return folder;
};

/** Of many processes that make the same folder, only one gets true. */
const isFirst = (folder: string): boolean => mkdirSync(folder, { recursive: true }) !== undefined;

/** Writes the error text, or nothing; a reader of the file sees all of it. */
const settle = (outcome: string, make: () => void): void => {
  let error = '';
  try {
    make();
  } catch (reason) {
    error = String(reason);
  }
  write(outcome, error);
};

const write = (outcome: string, error: string): void => {
  writeFileSync(`${outcome}.new`, error);
  renameSync(`${outcome}.new`, outcome);
};

const waitFor = (file: string, seconds: number): string => {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  for (const giveUp = Date.now() + seconds * 1000; !existsSync(file); Atomics.wait(nobody, 0, 0, 20))
    if (Date.now() > giveUp) throw new Error(`Another test worker did not make ${file} within ${seconds} s.`);
  return readFileSync(file, 'utf8');
};
