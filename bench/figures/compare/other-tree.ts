import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A worktree of another commit, which is measured by the bench of this tree. */
export interface OtherTree {
  readonly folder: string;
  close(): void;
}

const place = '.startline/compare';
/** What measures. Both trees are measured by the same. */
const instruments = ['bench/figures', 'bench/cache'];

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const known = (commit: string): string =>
  git('rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`);

export const isHere = (commit: string): boolean => {
  try {
    return known(commit) !== '';
  } catch {
    return false;
  }
};

/** The full hash of a commit. Throws with what to do when it is not here. */
export const hashOf = (commit: string): string => {
  try {
    return known(commit);
  } catch {
    throw new Error(`There is no commit "${commit}" here. In a shallow clone, run "git fetch --unshallow --tags".`);
  }
};

/** The last tag that this commit comes after; undefined: there is none. */
export const lastTag = (): string | undefined => {
  try {
    return git('describe', '--tags', '--abbrev=0');
  } catch {
    return undefined;
  }
};

/**
 * Packages are linked where both commits want the same; otherwise the first run in that tree installs them.
 *
 * @param ids the benchmarks that are compared
 */
export const openOtherTree = (hash: string, ids: readonly string[]): OtherTree => {
  const folder = resolve(place, hash.slice(0, 10));
  const close = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  close();
  mkdirSync(place, { recursive: true });
  git('worktree', 'add', '--quiet', '--detach', folder, hash);
  const lock = 'package-lock.json';
  if (readFileSync(lock, 'utf8') === readFileSync(join(folder, lock), 'utf8'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, '.startline'), { recursive: true });
  if (existsSync('.startline/tools')) symlinkSync(resolve('.startline/tools'), join(folder, '.startline/tools'));
  for (const part of instruments) {
    rmSync(join(folder, part), { recursive: true, force: true });
    cpSync(part, join(folder, part), { recursive: true, filter: (from) => !from.includes('node_modules') });
  }
  const registry = 'bench/figures/benchmarks/all.ts';
  writeFileSync(join(folder, registry), onlyThese(ids, registry));
  bringAlong(folder);
  return { folder, close };
};

/**
 * The registry with these benchmarks alone. Another one may import what the other commit has under another name.
 *
 * @param registry the path of the file that lists all
 * @returns its text
 */
export const onlyThese = (ids: readonly string[], registry: string): string => {
  const imports = Array.from(
    readFileSync(registry, 'utf8').matchAll(/^import \{ (.+) \} from '(\..+)';$/gm),
    ([line, names = '', path = '']) => ({ line, names, file: `${join(dirname(registry), path)}.ts` }),
  );
  const kept = imports.filter(({ file }) => {
    const text = readFileSync(file, 'utf8');
    return ids.some((id) => text.includes(`id: '${id}'`));
  });
  return `${kept.map(({ line }) => line).join('\n')}\n\nexport const benchmarks = [${kept.map(({ names }) => names).join(', ')}];\n`;
};

/** Copies what the bench imports and the other commit has not: it is part of the bench. What it has stays its own. */
const bringAlong = (folder: string): void => {
  const unread = instruments.flatMap((part) =>
    readdirSync(part, { recursive: true, encoding: 'utf8' }).map((file) => join(part, file)),
  );
  for (let file = unread.pop(); file !== undefined; file = unread.pop()) {
    if (!file.endsWith('.ts') || file.includes('node_modules')) continue;
    for (const wanted of importsOf(file)) {
      if (!existsSync(wanted) || existsSync(join(folder, wanted))) continue;
      mkdirSync(join(folder, dirname(wanted)), { recursive: true });
      cpSync(wanted, join(folder, wanted));
      unread.push(wanted);
    }
  }
};

/** Files of this tree that a file imports. */
const importsOf = (file: string): readonly string[] =>
  Array.from(readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g), ([, path = '']) => {
    const target = join(dirname(file), path);
    return existsSync(target) ? target : `${target}.ts`;
  });
