import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { thisCommit, thisMachine } from '../report/machine';
import type { ExitStatus } from '../verdict/exit-status';
import type { ScalperOptions } from './crowd';
import { runScalpers, type Scalped } from './run-scalpers';
import { inTerminal, scalperPage, scalperVerdict } from './scalper-report';

/** The committed result, written only for these sizes. */
const kept = 'bench/attacks/scalper.md';

/** One run for each number of addresses, one after the other. */
export const meetScalpers = async (
  wish: ScalperOptions,
  out: string | undefined,
  signal: AbortSignal,
): Promise<ExitStatus> => {
  const runs: Scalped[] = [];
  // Read first: the checkout may have another commit when the run is over.
  const commit = thisCommit();
  const file = out ?? (wish.spots === 500 && wish.runners === 2000 ? kept : undefined);
  for (const addresses of wish.addresses) {
    console.log(`starting a system for ${wish.runners} honest runners and a scalper with ${addresses} addresses …`);
    const run = await runScalpers(wish, addresses, (news) => console.log(`  ${news}`), signal);
    signal.throwIfAborted();
    runs.push(run);
    console.log(inTerminal(run, wish));
    if (file !== undefined) {
      const { cores, node, os } = thisMachine();
      mkdirSync(dirname(file), { recursive: true });
      const command = ['npm run load --', ...process.argv.slice(2)].join(' ');
      const made = {
        date: new Date().toISOString().slice(0, 10),
        commit,
        command,
        machine: `${cores} cores, Node ${node}, ${os}`,
      };
      writeFileSync(file, scalperPage(runs, wish, made));
      console.log(`The result is in ${file}`);
    }
  }
  return runs.every((run) => scalperVerdict(run, wish).every(({ holds }) => holds)) ? 'clean' : 'failed';
};
