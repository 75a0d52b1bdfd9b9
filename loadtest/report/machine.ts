import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, type as system, totalmem } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Machine } from './test-report';

export const thisMachine = (): Machine => ({
  cores: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  os: `${system()} ${release()}`,
});

const packageFile = v.object({ version: v.string() });

/** Startline's version, from package.json in the directory of the command. */
export const thisVersion = (): string =>
  v.parse(packageFile, JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8'))).version;

export const thisCommit = (): string => {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'an unknown commit';
  }
};
