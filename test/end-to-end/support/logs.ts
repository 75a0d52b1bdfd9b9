import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const lastLines = 25;

/** The end of everything the processes of a system said, for a test that failed. */
export const logsIn = (directories: readonly string[]): string => {
  const files = directories
    .filter((directory) => existsSync(directory))
    .flatMap((directory) => readdirSync(directory).map((name) => join(directory, name)))
    .filter((file) => file.endsWith('.log'));
  return files
    .map((file) => [file, readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lastLines).join('\n')] as const)
    .filter(([, said]) => said !== '')
    .map(([file, said]) => `── ${file}\n${said}`)
    .join('\n');
};
