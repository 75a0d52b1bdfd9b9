import type { Tried } from './run-attacks';

const cell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replace(/\s+/g, ' ')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, '…')
    .trim();
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

const verdictIn = ({ verdict, attack }: Tried) => (verdict === 'open' ? `open (${attack.open})` : verdict);

/** One row for each attack, as Markdown. */
export const table = (all: readonly Tried[]): string =>
  [
    line(['attack', 'finding', 'who knows', 'tries', 'must come of it', 'answer', 'verdict']),
    line(['---', '---', '---', '---', '---', '---', '---']),
    ...all.map((tried) => {
      const { attack, answer, faults } = tried;
      const said = faults.length === 0 ? answer : `${answer}${answer ? ': ' : ''}**${faults.slice(0, 2).join('; ')}**`;
      return line([
        attack.id,
        attack.finding,
        attack.knows,
        attack.tries,
        attack.expects,
        cut(said, 400),
        verdictIn(tried),
      ]);
    }),
  ].join('\n');

/** One line for the console while the run goes on. */
export const inOneLine = (tried: Tried): string => {
  const { attack, faults, seconds } = tried;
  const mark = tried.verdict === 'held' ? '✓' : '✗';
  const why =
    faults.length > 0
      ? `\n      ${faults
          .slice(0, 3)
          .map((one) => cut(cell(one), 240))
          .join('\n      ')}`
      : '';
  return `${mark} ${attack.id} ${attack.tries} (${verdictIn(tried)}, ${seconds.toFixed(1)} s)${why}`;
};

export const countsOf = (all: readonly Tried[]): string => {
  const count = (verdict: Tried['verdict']) => all.filter((one) => one.verdict === verdict).length;
  return `${all.length} attacks: ${count('held') + count('mended')} held, ${count('open')} open, ${count('BROKEN')} broken`;
};

interface Made {
  readonly date: string;
  readonly commit: string;
  readonly command: string;
  readonly machine: string;
  readonly minutes: number;
}

/** The result page that is committed. */
export const resultPage = (
  stories: readonly Tried[],
  badInput: readonly Tried[],
  { date, commit, command, machine, minutes }: Made,
): string => `# Attacks

Made by \`${command}\` on ${date} at ${commit}, ${minutes.toFixed(1)} minutes; ${machine}. A system of its own is attacked over HTTP as a stranger would, with nothing but
what each line says the attacker knows. Findings are those of the review that issue 14 mends; [before](before.md) it, 37 of them succeeded. ${countsOf([...stories, ...badInput])}.

## Stories

${table(stories)}

## Bad input

${table(badInput)}
`;
