import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { profileSection } from './busiest';
import { cpuProfile } from './cpu-profile';

const directory = '.startline/profiles';

/** Profiles every process that starts during `work`. Resolves with the tables. */
export const profiled = async (title: string, work: () => Promise<unknown>): Promise<string> => {
  rmSync(directory, { recursive: true, force: true });
  const before = process.env.NODE_OPTIONS;
  const recorder = pathToFileURL(resolve('bench/figures/profiles/record-cpu.mjs')).href;
  process.env.NODE_OPTIONS = [before, '--enable-source-maps', `--import=${recorder}`].filter(Boolean).join(' ');
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  }
  const profiles = readdirSync(directory).map((file) => ({
    process: file.replace(/\.\d+\.cpuprofile$/, ''),
    profile: v.parse(cpuProfile, JSON.parse(readFileSync(join(directory, file), 'utf8'))),
  }));
  return profileSection(title, profiles);
};
