import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Node } from 'constructs';
import * as v from 'valibot';
import { type Config, configOf } from './config';
import { contradictions } from './contradictions';
import { environment } from './environment';
import { shapeProblems } from './environment-problems';

/** Its message is for the author of the configuration, who needs no stack trace. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Deployed when nothing is said. */
const usualEnvironment = 'lean';

/**
 * Reads the configuration that `-c env=<name>` chooses: the file `environments/<name>.json`, or the file itself where the
 * name ends in `.json`. Throws one message that lists everything to mend. Also throws for other settings on the command
 * line: a setting that somebody must remember is forgotten once.
 */
export const readConfig = (node: Node): Config => {
  // Keys of the CDK and of its users contain punctuation.
  const stray = Object.keys(node.getAllContext()).filter((key) => /^[a-z]+$/i.test(key) && key !== 'env');
  if (stray.length > 0)
    throw new ConfigurationError(
      `-c ${stray.join('=…, -c ')}=… is not read: settings are in environments/<name>.json, and -c env=<name> chooses one.`,
    );
  const env: unknown = node.tryGetContext('env') ?? usualEnvironment;
  if (typeof env !== 'string')
    throw new ConfigurationError(`-c env=… is ${JSON.stringify(env)}; it must be the name of a file.`);
  return readEnvironment(env);
};

/** The file of an environment, by its name or by the path of the file itself. */
export const environmentFile = (env: string): string =>
  env.endsWith('.json') ? env : join('environments', `${env}.json`);

/** Reads and checks an environment by its name or by the path of its file. Throws like `readConfig`. */
export const readEnvironment = (env: string): Config => {
  const file = environmentFile(env);
  if (!existsSync(file))
    throw new ConfigurationError(
      `There is no ${file}. -c env=<name> names one of ${known().join(', ')}; or it is the path of a .json file.`,
    );
  return parseEnvironment(readJson(file), file);
};

/**
 * Checks the content of a file. Throws one message that lists everything to mend: its path, what was found, what is
 * expected, and what to do.
 */
export const parseEnvironment = (content: unknown, file: string): Config => {
  const problems = [...shapeProblems(content), ...contradictions(content)];
  if (problems.length === 0) return configOf(v.parse(environment, content));
  const lines = problems.map(
    ({ path, found, expected, toDo }) => `- ${path}: found ${found}, expected ${expected}.${toDo ? ` ${toDo}` : ''}`,
  );
  throw new ConfigurationError(`${file} cannot be used:\n${[...new Set(lines)].join('\n')}`);
};

const known = () =>
  readdirSync('environments').flatMap((file) =>
    file.endsWith('.json') && !file.endsWith('.schema.json') ? basename(file, '.json') : [],
  );

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigurationError(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};
