import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const lastLines = 25;

/** The functions whose logs mention a registration, sorted. */
export const functionsNaming = (directory: string, registrationId: string): readonly string[] => {
  const said = readdirSync(directory)
    .flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n'))
    .filter((line) => line.includes(registrationId));
  return [...new Set(said.flatMap((line) => /"service":"([a-z-]+)"/.exec(line)?.[1] ?? []))].sort();
};

/** The end of the output of all processes, for a test that failed. */
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
