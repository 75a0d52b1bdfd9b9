import { standingOf, takenOf } from './judge';
import type { Goal, Line } from './line';
import type { Made, Results, Run } from './results';
import { row, table, targetInWords, withUnit } from './words';

const head = ['figure', 'seed', 'target', 'here', ''];

/**
 * The committed result: every line beside its seed, and below it how each was run. `profiles`: files beside it that say
 * where the time of a line goes.
 */
export const report = (lines: readonly Line[], results: Results, profiles: readonly string[] = []): string => {
  const runOf = ({ id }: Line) => results.runs.find(({ line }) => line === id);
  return `# Figures

Made by \`npm run bench\`. The seeds' figures were measured on other machines, long ago, by other means: they show the shape of the work, not
who is faster. The targets are for two cores, with the load generator on the same two. A *void* figure measured the generator or a
machine that was busy with something else, and counts for nothing; a missed one says what holds it.

${table(
  head,
  lines.flatMap((line) => [
    [`**${line.title}**`, '', '', '', ''],
    ...line.goals.map((goal) => cellsOf(line, goal, runOf(line))),
  ]),
)}

${lines
  .map((line) =>
    section(
      line,
      runOf(line),
      profiles.find((file) => file === `profile-${line.id}.md`),
    ),
  )
  .join('\n\n')}
`;
};

const cellsOf = (line: Line, goal: Goal, run: Run | undefined): readonly string[] => {
  const value = takenOf(goal, run);
  const standing = standingOf(line, goal, run);
  return [
    goal.name,
    goal.seed ?? '',
    targetInWords(goal),
    value === undefined ? '' : withUnit(value, goal.unit),
    standing === 'no target' ? '' : standing === 'missed' || standing === 'void' ? `**${standing}**` : standing,
  ];
};

const section = (line: Line, run: Run | undefined, profile: string | undefined): string => {
  const parts = [`## ${line.title}`, `The seed: ${line.seed} Here: ${line.how}`];
  if (line.open !== undefined) return [...parts, `Open: ${line.open}`].join('\n\n');
  if (!run) return [...parts, `Not run yet: \`npm run bench -- --only ${line.id}\`.`].join('\n\n');
  parts.push(wayOf(run.made));
  if (run.outcome.kind === 'failed') return [...parts, `Failed: ${run.outcome.why}`].join('\n\n');
  const { figures, details, notes } = run.outcome;
  const missed = line.goals.filter((goal) => standingOf(line, goal, run) === 'missed');
  const reasons = new Set(figures.flatMap((figure) => figure.void ?? []));
  const list = [
    ...missed.map(({ name, heldBy }) => `- **${name}** is missed. ${heldBy ?? 'Nobody has looked yet what holds it.'}`),
    ...[...reasons].map((reason) => `- Void: ${reason}`),
    ...notes.map((note) => `- ${note}`),
    ...(profile ? [`- Where the time of each process goes: [${profile}](${profile}).`] : []),
  ];
  if (list.length > 0) parts.push(list.join('\n'));
  return [...parts, ...details.map((detail) => table(detail.head, detail.rows))].join('\n\n');
};

/** When, where and how a line was run. */
export const wayOf = ({ date, commit, command, machine, node, postgres, memcached, busy }: Made): string => {
  const how = `Run by \`${command}\` on ${date}, commit ${commit}: ${machine}, Node ${node}, PostgreSQL ${postgres}, memcached ${memcached}.`;
  if (busy <= 0.5) return how;
  return `${how} **The machine was shared**: ${busy.toFixed(1)} processes for each core wanted to run when it began.`;
};

/** One line for a terminal, as soon as it was run. */
export const inShort = (line: Line, run: Run | undefined): string =>
  [`\n${line.title}`, ...line.goals.map((goal) => row(cellsOf(line, goal, run)))].join('\n');
