import type { Benchmark, Goal } from './benchmark';
import { standingOf, takenOf } from './judge';
import type { Made, Results, Run } from './results';
import { row, table, targetInWords, withUnit } from './words';

const head = ['figure', 'baseline', 'target', 'here', ''];

/**
 * The committed result: every figure beside its baseline, and below how each benchmark was run. `profiles`: the files
 * that say where the time of a benchmark goes.
 */
export const report = (
  benchmarks: readonly Benchmark[],
  results: Results,
  profiles: readonly string[] = [],
): string => {
  const runOf = ({ id }: Benchmark) => results.runs.find(({ benchmark }) => benchmark === id);
  return `# Figures

Made by \`npm run bench\`. A baseline is the published figure of another system. It was measured on other machines, long ago and by other means:
it shows the kind of work, not which system is faster. The targets are for two cores, which the load generator shares. A *void* figure measured
the generator, or a machine that was busy with other work, and counts for nothing. A missed target says what limits the figure.

${table(
  head,
  benchmarks.flatMap((benchmark) => [
    [`**${benchmark.title}**`, '', '', '', ''],
    ...benchmark.goals.map((goal) => cellsOf(benchmark, goal, runOf(benchmark))),
  ]),
)}

${benchmarks
  .map((benchmark) =>
    section(
      benchmark,
      runOf(benchmark),
      profiles.find((file) => file === `profile-${benchmark.id}.md`),
    ),
  )
  .join('\n\n')}
`;
};

const cellsOf = (benchmark: Benchmark, goal: Goal, run: Run | undefined): readonly string[] => {
  const value = takenOf(goal, run);
  const standing = standingOf(benchmark, goal, run);
  return [
    goal.name,
    goal.baseline ?? '',
    targetInWords(goal),
    value === undefined ? '' : withUnit(value, goal.unit),
    standing === 'no target' ? '' : standing === 'missed' || standing === 'void' ? `**${standing}**` : standing,
  ];
};

const section = (benchmark: Benchmark, run: Run | undefined, profile: string | undefined): string => {
  const parts = [`## ${benchmark.title}`, `The baseline: ${benchmark.baseline} Here: ${benchmark.how}`];
  if (benchmark.open !== undefined) return [...parts, `Open: ${benchmark.open}`].join('\n\n');
  if (!run) return [...parts, `Not run yet: \`npm run bench -- --only ${benchmark.id}\`.`].join('\n\n');
  parts.push(wayOf(run.made));
  if (run.outcome.kind === 'failed') return [...parts, `Failed: ${run.outcome.why}`].join('\n\n');
  const { figures, details, notes } = run.outcome;
  const missed = benchmark.goals.filter((goal) => standingOf(benchmark, goal, run) === 'missed');
  const reasons = new Set(figures.flatMap((figure) => figure.void ?? []));
  const list = [
    ...missed.map(({ name, heldBy }) => `- **${name}** is missed. ${heldBy ?? 'The limit is not known yet.'}`),
    ...[...reasons].map((reason) => `- Void: ${reason}`),
    ...notes.map((note) => `- ${note}`),
    ...(profile ? [`- Where the time of each process goes: [${profile}](${profile}).`] : []),
  ];
  if (list.length > 0) parts.push(list.join('\n'));
  return [...parts, ...details.map((detail) => table(detail.head, detail.rows))].join('\n\n');
};

/** When, where and how a benchmark was run. */
export const wayOf = ({ date, commit, command, machine, node, postgres, memcached, busy }: Made): string => {
  const how = `Run by \`${command}\` on ${date}, commit ${commit}: ${machine}, Node ${node}, PostgreSQL ${postgres}, memcached ${memcached}.`;
  if (busy <= 0.5) return how;
  return `${how} **The machine was shared**: ${busy.toFixed(1)} processes per core were runnable when it began.`;
};

/** One benchmark for a terminal, as soon as it was run. */
export const inShort = (benchmark: Benchmark, run: Run | undefined): string =>
  [`\n${benchmark.title}`, ...benchmark.goals.map((goal) => row(cellsOf(benchmark, goal, run)))].join('\n');
