import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const lastLines = 25;

/** The lines of all logs that contain this text. */
export const linesWith = (directory: string, id: string): readonly string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.log'))
    .flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n'))
    .filter((line) => line.includes(id));

/** What shows a bank's question, or uses a card: by its own form, or in a field that has it. */
const secretsOfPaying = [
  /pi_\w+_secret_[\w-]/,
  /\bctoken_\w/,
  /client_?secret\\?["']?\s*[:=]\s*\\?["']?(?!\[struck out\])\w/i,
  /confirmation_?token\\?["']?\s*[:=]\s*\\?["']?(?!\[struck out\])\w/i,
  /\bresume\\?["']?\s*[:=]\s*\\?["']?(?!\[struck out\])\w/,
];

/** The lines of all logs that tell a secret of somebody's payment. */
export const linesThatTell = (directory: string): readonly string[] =>
  linesWith(directory, '').filter((line) => secretsOfPaying.some((secret) => secret.test(line)));

/** The functions whose logs mention a registration or a trace, sorted. */
export const functionsNaming = (directory: string, id: string): readonly string[] =>
  [...new Set(linesWith(directory, id).flatMap((line) => /"service":"([a-z-]+)"/.exec(line)?.[1] ?? []))].sort();

/** The id of the trace of the request that paid for a registration. Throws when `pay` logged none. */
export const traceOf = (directory: string, registrationId: string): string => {
  const paid = linesWith(directory, registrationId).find((line) => line.includes('"service":"pay"')) ?? '';
  const traceId = /"traceId":"([0-9a-f-]+)"/.exec(paid)?.[1];
  if (!traceId) throw new Error(`pay logged no trace of ${registrationId}, but: ${paid}`);
  return traceId;
};

/** The end of a log, and before it what its functions warned of: with a busy function that is long past the end. */
const endOf = (log: string): string => {
  const lines = log.trimEnd().split('\n');
  const warnings = lines.slice(0, -lastLines).filter((line) => /"level":"(?:WARN|ERROR)"/.test(line));
  return [...warnings.slice(-lastLines), ...lines.slice(-lastLines)].join('\n');
};

/** The end of the output of all processes, for a test that failed. */
export const logsIn = (directories: readonly string[]): string => {
  const files = directories
    .filter((directory) => existsSync(directory))
    .flatMap((directory) => readdirSync(directory).map((name) => join(directory, name)))
    .filter((file) => file.endsWith('.log'));
  return files
    .map((file) => [file, endOf(readFileSync(file, 'utf8'))] as const)
    .filter(([, said]) => said !== '')
    .map(([file, said]) => `── ${file}\n${said}`)
    .join('\n');
};
