import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { thisCommit, thisMachine } from '../report/machine';
import type { ExitStatus } from '../verdict/exit-status';
import { validityOf } from '../verdict/validity';
import type { LineOptions } from './line-options';
import { lineInTerminal, linePage } from './line-report';
import { lineVerdict } from './line-verdict';
import { runLine } from './run-line';

/** One run with a line; `out`: where its page goes. */
export const meetLine = async (
  wish: LineOptions,
  out: string | undefined,
  signal: AbortSignal,
): Promise<ExitStatus> => {
  // Read first: the checkout may have another commit when the run is over.
  const commit = thisCommit();
  console.log(`starting a system for ${wish.people} people in line and ${wish.bots} bots …`);
  const run = await runLine(wish, (news) => console.log(`  ${news}`), signal);
  console.log(lineInTerminal(run, wish));
  const validity = validityOf(run.generator);
  if (validity.kind === 'void') console.log(validity.reasons.join('\n'));
  if (out !== undefined) {
    const { cores, node, os } = thisMachine();
    const command = ['npm run load --', ...process.argv.slice(2)].join(' ');
    const date = new Date().toISOString().slice(0, 10);
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(
      out,
      linePage(run, wish, validity, { date, commit, machine: `${cores} cores, Node ${node}, ${os}`, command }),
    );
    console.log(`The result is in ${out}`);
  }
  if (!lineVerdict(run, wish).every(({ holds }) => holds)) return 'failed';
  return validity.kind === 'void' ? 'void' : 'clean';
};
