import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Benchmark } from './benchmark';
import { disturbancesOf } from './machine/disturbed';
import { type Run, size } from './results';

/** One figure of one run. */
const line = v.object({
  date: v.string(),
  /** A `+` at its end says that files were changed since. */
  commit: v.string(),
  machine: v.string(),
  benchmark: v.string(),
  size,
  goal: v.string(),
  unit: v.string(),
  measured: v.number(),
  normalised: v.optional(v.number()),
  isVoid: v.optional(v.literal(true)),
  isDisturbed: v.optional(v.literal(true)),
});

export type HistoryLine = v.InferOutput<typeof line>;

/** The figures of a run, as lines of the history. A run that failed has none. */
export const historyOf = ({ goals }: Pick<Benchmark, 'goals'>, run: Run): readonly HistoryLine[] => {
  const { benchmark, made, outcome } = run;
  if (outcome.kind === 'failed') return [];
  const { date, commit, machine, size: runSize } = made;
  const isDisturbed = disturbancesOf(run).length > 0;
  return outcome.figures.flatMap(({ goal, value, normalised, void: why }) => {
    const told = goals.find(({ id }) => id === goal);
    // Two benchmarks that are measured in one way do not have all figures in common.
    if (!told) return [];
    return {
      date,
      commit,
      machine,
      benchmark,
      size: runSize,
      goal,
      unit: told.unit,
      measured: value,
      ...(normalised !== undefined && { normalised }),
      ...(why && { isVoid: true as const }),
      ...(isDisturbed && { isDisturbed: true as const }),
    };
  });
};

/** Adds lines at the end of the file, which is never rewritten. */
export const addToHistory = (file: string, lines: readonly HistoryLine[]): void => {
  if (lines.length > 0) appendFileSync(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
};

/** Throws when a line is no line of a history. */
export const readHistory = (file: string): readonly HistoryLine[] => {
  if (!existsSync(file)) return [];
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.filter((text) => text !== '').map((text) => v.parse(line, JSON.parse(text)));
};

/** The commit of the last line whose tree had no other changes, and that is still here: a rebase makes other commits. */
export const lastCommitOf = (lines: readonly HistoryLine[], isHere: (commit: string) => boolean): string | undefined =>
  lines.findLast(({ commit }) => !commit.endsWith('+') && isHere(commit))?.commit;
