import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { thisCommit, thisMachine } from '../report/machine';
import type { ExitStatus } from '../verdict/exit-status';
import type { LiveOptions } from './live-options';
import { liveInTerminal, livePage, liveVerdict } from './live-report';
import { runLive } from './run-live';

/** One run with followers; `out`: where its page goes. */
export const meetLive = async (
  wish: LiveOptions,
  out: string | undefined,
  signal: AbortSignal,
): Promise<ExitStatus> => {
  // Read first: the checkout may have another commit when the run is over.
  const commit = thisCommit();
  console.log(`starting a system for ${wish.followers} followers …`);
  const lived = await runLive(wish, (news) => console.log(`  ${news}`), signal);
  console.log(liveInTerminal(lived, wish));
  if (out !== undefined) {
    const { cores, node, os } = thisMachine();
    const command = ['npm run load --', ...process.argv.slice(2)].join(' ');
    const made = {
      date: new Date().toISOString().slice(0, 10),
      commit,
      machine: `${cores} cores, Node ${node}, ${os}`,
    };
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, livePage({ wish, lived, command }, made));
    console.log(`The result is in ${out}`);
  }
  return liveVerdict(lived, wish).every(({ holds }) => holds) ? 'clean' : 'failed';
};
