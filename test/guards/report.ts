import { type Guard, type Invariant, invariants } from './guard';
import type { Verdict } from './verdict';

export interface Judged {
  readonly guard: Guard;
  readonly verdict: Verdict;
}

/** The result page that is committed: what was removed, and which test noticed. */
export const report = (
  judged: readonly Judged[],
  made: { readonly date: string; readonly node: string; readonly command: string; readonly commit: string },
): string => `# Guards

Made by \`${made.command}\` on ${made.date}, Node ${made.node}, commit ${made.commit.slice(0, 10)}. Each of the ${judged.length} guards was taken away by itself,
in a copy of the tree, and its test was run: ${judged.filter(({ verdict }) => verdict.kind === 'caught').length} times it turned red. What is taken away, to the letter, is in \`test/guards\`.

${Object.entries(invariants)
  .map(([id, promise]) => `- **${id}** ${promise}`)
  .join('\n')}

| | guard | taken out of | test that turns red |
|---|---|---|---|
${[...judged].sort(byInvariant).map(row).join('\n')}
`;

const order = Object.keys(invariants);
const byInvariant = (a: Judged, b: Judged) => place(a.guard.invariant) - place(b.guard.invariant);
const place = (invariant: Invariant) => order.indexOf(invariant);

const row = ({ guard: { guard, invariant, file, test }, verdict }: Judged) =>
  `| ${invariant} | ${cell(guard)} | \`${file.replace('lambdas/', '')}\` | ${cell(told(verdict, test[0]))} |`;

const told = (verdict: Verdict, file: string) => {
  switch (verdict.kind) {
    case 'caught': {
      const [first, ...more] = verdict.by;
      return `\`${file.replace('test/', '')}\`: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
    }
    case 'survived':
      return '**none**';
    case 'broken':
      return '**nobody knows: the tests did not run**';
  }
};

const cell = (text: string) => text.replace(/\|/g, '\\|');
