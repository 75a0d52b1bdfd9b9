import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { type Run, results, type Size } from '../results';
import type { Pair } from './compare';

interface Wanted {
  /** The tree of the other commit; the tree of after is this one. */
  readonly before: string;
  readonly benchmarks: readonly string[];
  readonly size: Size;
  readonly pairs: number;
  readonly repeats: number;
  readonly say: (news: string) => void;
  readonly signal: AbortSignal;
}

const place = resolve('.startline/compare/runs');

/** Which tree comes first changes from pair to pair: what gets slower with time then does so for both. */
export const orderOf = (pair: number): readonly ('before' | 'after')[] =>
  pair % 2 === 0 ? ['before', 'after'] : ['after', 'before'];

/** Runs the benchmarks in both trees in turn. Resolves with the pairs of each benchmark. */
export const runPairs = async (wanted: Wanted): Promise<ReadonlyMap<string, readonly Pair[]>> => {
  rmSync(place, { recursive: true, force: true });
  const trees = { before: wanted.before, after: resolve('.') };
  const pairs = new Map<string, Pair[]>(wanted.benchmarks.map((id) => [id, []]));
  for (let n = 0; n < wanted.pairs; n++) {
    const found: Partial<Record<'before' | 'after', readonly Run[]>> = {};
    for (const which of orderOf(n)) {
      wanted.say(`Pair ${n + 1} of ${wanted.pairs}, ${which}`);
      found[which] = await runIn(trees[which], join(place, `${n + 1}-${which}`), wanted);
    }
    for (const [id, list] of pairs) {
      const of = (runs: readonly Run[] = []) => runs.find(({ benchmark }) => benchmark === id);
      const [before, after] = [of(found.before), of(found.after)];
      if (!before || !after) throw new Error(`The benchmark "${id}" has no result in one of the trees.`);
      list.push({ before, after });
    }
  }
  return pairs;
};

/** By the command that everybody types, so that each tree runs on its own packages and its own version of Node. */
const runIn = async (
  cwd: string,
  out: string,
  { benchmarks, size, repeats, signal }: Wanted,
): Promise<readonly Run[]> => {
  mkdirSync(out, { recursive: true });
  const options = ['--only', benchmarks.join(','), '--size', size, '--repeat', String(repeats), '--out', out];
  const code = await new Promise<number | string>((done, reject) => {
    const child = spawn(process.execPath, ['local/set-up.mjs', 'bench', ...options], { cwd, stdio: 'inherit' });
    const end = () => child.kill('SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    child.once('error', reject);
    child.once('exit', (status, by) => {
      signal.removeEventListener('abort', end);
      done(status ?? by ?? 'unknown');
    });
  });
  signal.throwIfAborted();
  // 2 says that a figure is void or a benchmark failed: the result tells which.
  if (code !== 0 && code !== 2)
    throw new Error(
      `The bench ended (${code}) in ${cwd === resolve('.') ? 'this tree' : 'the other commit'}. Where that commit is too old for the bench of this tree, choose a later one.`,
    );
  return v.parse(results, JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'))).runs;
};
