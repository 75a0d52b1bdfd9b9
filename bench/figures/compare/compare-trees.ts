import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../benchmark';
import { benchmarks } from '../benchmarks/all';
import { lastCommitOf, readHistory } from '../history';
import { committedHistory, type Options } from '../read-options';
import { compare, exitCodeOf } from './compare';
import { hashOf, isHere, lastTag, openOtherTree } from './other-tree';
import { runPairs } from './run-pairs';
import { sideBySide } from './side-by-side';

/** Holds this tree against another commit, and resolves with the exit code. */
export const compareTrees = async (
  { benchmarks: ids, size, repeats, out }: Options,
  { with: commit, pairs }: NonNullable<Options['compare']>,
  { say, signal }: Stage,
): Promise<number> => {
  const reference = commit === 'last' ? (lastTag() ?? lastCommitOf(readHistory(committedHistory), isHere)) : commit;
  if (!reference) throw new Error('There is no tag, and the history names no commit: name one after --compare.');
  const other = openOtherTree(hashOf(reference), ids);
  try {
    const before = other.folder;
    const found = await runPairs({ before, benchmarks: ids, size, pairs, repeats, say, signal });
    const all = benchmarks.flatMap((benchmark) => {
      const made = found.get(benchmark.id);
      return made ? [{ benchmark, made, compared: compare(benchmark, made) }] : [];
    });
    const text = all.map(({ benchmark, made, compared }) => sideBySide(benchmark, made, compared)).join('\n\n');
    writeFileSync(join(out, 'compare.md'), `${text}\n`);
    console.log(`\n${text}`);
    return exitCodeOf(all.flatMap(({ compared }) => compared));
  } finally {
    other.close();
  }
};
