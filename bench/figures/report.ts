import type { Benchmark, Goal } from './benchmark';
import { meanOf, slownessOf } from './calibration/normalise';
import { standingOf, takenOf } from './judge';
import { disturbancesOf } from './machine/disturbed';
import type { Calibration, Figure, Made, Results, Run } from './results';
import { number, row, table, targetInWords, withUnit } from './words';

const head = ['figure', 'baseline', 'target', 'here', 'normalised', ''];

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

A figure that depends on the speed of the CPU has a second value, *normalised*: what it would be on the machine of the committed figures, on which a
simulated browser's request costs 18.5 µs. The targets are for that machine, so this value is judged. It follows from a calibration: before and after each
benchmark, the CPU is measured of a bare \`node:http\` answer with its client, of a request of \`wrk\`, and of a row inserted into PostgreSQL
([decision 111](../../docs/decisions/111-figures-mean-one-machine.md)). *No calibration*: the benchmark was run before there was one, and its measured value is judged.
Times that somebody waits are not normalised: they depend on more than the CPU.

*Disturbed*: other processes or other machines used the CPU meanwhile, or the machine got faster or slower. Such a benchmark is run again,
and the least disturbed run is kept. Every figure of every run is in [history.jsonl](history.jsonl).

${table(
  head,
  benchmarks.flatMap((benchmark) => [
    [`**${benchmark.title}**`, '', '', '', '', ''],
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
  const figure = takenOf(goal, run);
  const standing = standingOf(benchmark, goal, run);
  return [
    goal.name,
    goal.baseline ?? '',
    targetInWords(goal),
    figure ? withUnit(figure.value, goal.unit) : '',
    figure && goal.normalised ? normalisedInWords(figure, goal) : '',
    [
      standing === 'no target' ? '' : standing === 'missed' || standing === 'void' ? `**${standing}**` : standing,
      figure && run && disturbancesOf(run).length > 0 ? 'disturbed' : '',
    ]
      .filter((word) => word !== '')
      .join(', '),
  ];
};

const normalisedInWords = ({ normalised }: Figure, { unit }: Goal): string =>
  normalised === undefined ? 'no calibration' : withUnit(normalised, unit);

const section = (benchmark: Benchmark, run: Run | undefined, profile: string | undefined): string => {
  const parts = [`## ${benchmark.title}`, `The baseline: ${benchmark.baseline} Here: ${benchmark.how}`];
  if (benchmark.open !== undefined) return [...parts, `Open: ${benchmark.open}`].join('\n\n');
  if (!run) return [...parts, `Not run yet: \`npm run bench -- --only ${benchmark.id}\`.`].join('\n\n');
  parts.push(`${wayOf(run.made)} ${calibrationOf(run)} ${besideOf(run)}`.trimEnd());
  if (run.outcome.kind === 'failed') return [...parts, `Failed: ${run.outcome.why}`].join('\n\n');
  const { figures, details, notes } = run.outcome;
  const missed = benchmark.goals.filter((goal) => standingOf(benchmark, goal, run) === 'missed');
  const reasons = new Set(figures.flatMap((figure) => figure.void ?? []));
  const list = [
    ...disturbancesOf(run).map((reason) => `- Disturbed: ${reason}`),
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

/** How fast the machine was, before and after a benchmark. */
const calibrationOf = ({ calibration }: Run): string => {
  if (!calibration) return 'No calibration.';
  const { before, after } = calibration;
  const both = (of: (one: Calibration) => number | undefined) =>
    [before, after].map((one) => number(of(one) ?? Number.NaN)).join(' and ');
  const times = (by: Parameters<typeof slownessOf>[0]) => number(slownessOf(by, meanOf(calibration)));
  return `Calibration, before and after: ${both(({ answer }) => answer)} µs for an answer, ${both(({ wrk }) => wrk)} µs for a request of \`wrk\`, ${both(({ row }) => row)} µs for a row. So Node needs ${times('node')} times the CPU that it needs on the machine of the committed figures, and a registration ${times('registration')} times.`;
};

/** What the machine did beside a benchmark. */
const besideOf = ({ beside, attempts = 1 }: Run): string => {
  const often = attempts > 1 ? `It was run ${attempts} times, and the least disturbed run is kept.` : '';
  if (!beside) return often;
  const names = beside.busiest.map(({ name, cores }) => `${name} ${number(cores)}`).join(', ');
  return `Meanwhile others used ${number(beside.cores)} cores${names && ` (${names})`}, the hypervisor took ${number(beside.stolen)}, and at most ${number(beside.load)} processes per core were runnable. ${often}`;
};

/** One benchmark for a terminal, as soon as it was run. */
export const inShort = (benchmark: Benchmark, run: Run | undefined): string =>
  [`\n${benchmark.title}`, ...benchmark.goals.map((goal) => row(cellsOf(benchmark, goal, run)))].join('\n');
