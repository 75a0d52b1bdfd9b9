import { Stopped } from './generator/agenda';
import { generateIn } from './generator/generate-in';
import { type Options, readOptions, usage } from './options';
import type { Progress } from './progress';
import { terminalReport } from './report';
import { runTest } from './run-test';
import { reportsDirectory, saveReport } from './save-report';
import { ownTarget, runningTarget, type Target } from './target';
import type { Wish } from './test-report';
import { readTwin } from './twin-race';
import { answersFrom } from './ui/read-wish';

/** How the command ends: whoever runs it from a script must not take a void run for a good one. */
const exitCodes = { clean: 0, failed: 1, void: 2 } as const;

/** Every tenth of the way, and what comes after it. */
const sayProgress = (say: (news: string) => void) => {
  let tenths = 0;
  return ({ state, done, total, second }: Progress) => {
    if (state === 'canary') say('the canary goes first …');
    if (state === 'settling') say('  everybody is done; queues, cards and mails follow …');
    const reached = total > 0 ? Math.floor((10 * done) / total) : 0;
    if (state !== 'running' || !second || reached <= tenths) return;
    tenths = reached;
    say(
      `  ${Math.min(100, reached * 10)} %: ${second.running} under way, ${second.requests} requests a second, p99 ${Math.round(second.p99)} ms`,
    );
  };
};

const targetOf = async ({ url, twinOf, race }: Wish): Promise<Target> => {
  if (url) return runningTarget(url);
  return ownTarget(twinOf ? [await readTwin(runningTarget(twinOf).url, race)] : undefined);
};

const stopping = new AbortController();

const load = async ({ wish, processes, comment, out }: Options): Promise<keyof typeof exitCodes> => {
  // Before anything is started that would outlive us. `disconnect`: whoever started us is gone, however it ended.
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, () => stopping.abort());
  if (!wish.url) console.log('starting a system of its own …');
  const target = await targetOf(wish);
  const say = sayProgress(console.log);
  try {
    console.log(`${wish.runners} runners set off within ${wish.within} s, seed ${wish.seed}`);
    const { report } = await runTest({
      wish,
      url: target.url,
      windows: target.windows,
      comment,
      generate: generateIn(processes),
      onProgress: (progress) => {
        say(progress);
        // The load test's pages, when they started us.
        process.send?.(progress);
      },
      signal: stopping.signal,
    });
    console.log(terminalReport(report));
    console.log(`The report is in ${saveReport(report, out)}`);
    if (!report.checks.every(({ holds }) => holds)) return 'failed';
    return report.validity.kind === 'void' ? 'void' : 'clean';
  } finally {
    await target.stop();
  }
};

try {
  const options = readOptions(process.argv.slice(2));
  if (options?.isUi) {
    // Only now: the pages bring a builder along, and a run needs the memory for runners.
    const { serveLoadPages } = await import('./ui/serve');
    await serveLoadPages(reportsDirectory, answersFrom(options));
  } else if (options) process.exitCode = exitCodes[await load(options)];
  else console.log(usage);
} catch (error) {
  // Whoever stops it stops parts of it too, and their complaints are no news.
  const why = stopping.signal.aborted ? new Stopped() : error;
  console.error(why instanceof Error ? why.message : why);
  process.exitCode = why instanceof Stopped ? 130 : 1;
}
process.exit();
