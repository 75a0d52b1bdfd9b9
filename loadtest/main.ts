import { Stopped } from './generator/agenda';
import { generateIn } from './generator/generate-in';
import { meetLine } from './line/meet-line';
import { meetLive } from './live/meet-live';
import { type Options, readOptions, usage } from './options';
import { reportsDirectory, saveReport } from './report/save-report';
import { sayProgress } from './report/say-progress';
import { terminalReport } from './report/terminal-report';
import { codesIn, type Wish } from './report/test-report';
import { runTest } from './run-test';
import { meetScalpers } from './scalper/meet-scalpers';
import { ownTarget, runningTarget, type Target } from './target/target';
import { readTwin } from './target/twin-race';
import { answersFrom } from './ui/read-wish';
import { type ExitStatus, exitCodes, exitStatusOf } from './verdict/exit-status';

const targetOf = async ({ url, twinOf, race, codes }: Wish): Promise<Target> => {
  if (url) return runningTarget(url);
  if (!twinOf) return ownTarget();
  const { url: from, windows } = runningTarget(twinOf);
  const twin = await readTwin({ url: from, status: windows.status }, race, codesIn(codes));
  return ownTarget({ races: [twin.race], orders: twin.orders });
};

const stopping = new AbortController();

const load = async ({ wish, processes, comment, out, scalper, live, line }: Options): Promise<ExitStatus> => {
  // Set before anything starts that could outlive this process. `disconnect`: the parent process is gone, however it
  // ended.
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, () => stopping.abort());
  if (scalper) return meetScalpers(scalper, out, stopping.signal);
  if (line) return meetLine(line, out, stopping.signal);
  if (live) return meetLive(live, out, stopping.signal);
  if (!wish.url) console.log('starting a system of its own …');
  const target = await targetOf(wish);
  const say = sayProgress(console.log);
  try {
    console.log(`${wish.runners} runners set off within ${wish.within} s, seed ${wish.seed}`);
    const { report } = await runTest({
      wish,
      url: target.url,
      windows: target.windows,
      inbox: target.inbox,
      comment,
      generate: generateIn(processes),
      onProgress: (progress) => {
        say(progress);
        // To the load test's pages, when they started this process.
        process.send?.(progress);
      },
      signal: stopping.signal,
    });
    console.log(terminalReport(report));
    console.log(`The report is in ${saveReport(report, out)}`);
    return exitStatusOf(report);
  } finally {
    await target.stop();
  }
};

try {
  const options = readOptions(process.argv.slice(2));
  if (options?.isUi) {
    // Imported only now: the pages contain esbuild, and a run needs the memory for runners.
    const { serveLoadPages } = await import('./ui/serve');
    await serveLoadPages(reportsDirectory, answersFrom(options));
  } else if (options) process.exitCode = exitCodes[await load(options)];
  else console.log(usage);
} catch (error) {
  // A stop also stops parts of the run, whose errors then mean nothing.
  const why = stopping.signal.aborted ? new Stopped() : error;
  console.error(why instanceof Error ? why.message : why);
  process.exitCode = why instanceof Stopped ? 130 : 1;
}
process.exit();
