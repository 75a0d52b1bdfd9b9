import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { inRaisedAutogroup } from '../../loadtest/generator/priority';
import type { Benchmark, Stage } from './benchmark';
import { benchmarks } from './benchmarks/all';
import { type Calibrator, startCalibrator } from './calibration/calibrator';
import { normalised } from './calibration/normalise';
import { compareTrees } from './compare/compare-trees';
import { describeEnvironment, describeNow, type Environment } from './environment';
import { addToHistory, historyOf } from './history';
import { standingOf } from './judge';
import { betterOf, disturbancesOf } from './machine/disturbed';
import { watchBeside } from './machine/watch-beside';
import { profiled } from './profiles/profiled';
import { readOptions, usage } from './read-options';
import { inShort, report, wayOf } from './report';
import { type Results, type Run, results, withRun } from './results';

/** `npm run bench`: every figure of the table, beside its baseline. */

const known = benchmarks.map(({ id }) => id);

/** What a run of figures needs and a profile does not. */
interface Means {
  readonly calibrator: Calibrator | undefined;
  readonly repeats: number;
  readonly history: string;
}

/** Writes the whole file or nothing. */
const write = (file: string, text: string): void => {
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
};

const readResults = (file: string): Results =>
  existsSync(file) ? v.parse(results, JSON.parse(readFileSync(file, 'utf8'))) : { runs: [] };

const outcomeOf = async (benchmark: Benchmark, stage: Stage): Promise<Run['outcome']> => {
  try {
    const { measure } = benchmark;
    if (!measure) throw new Error(benchmark.open);
    // Many benchmarks ask in this process, and are late without it.
    return await inRaisedAutogroup(() => measure(stage));
  } catch (error) {
    if (stage.signal.aborted) throw error;
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
};

/** Runs a benchmark between two calibrations. What was measured after one benchmark counts for the next, too. */
const runOnce = async (
  benchmark: Benchmark,
  environment: Environment,
  calibrator: Calibrator | undefined,
  stage: Stage,
): Promise<Run> => {
  const before = calibrator?.latest();
  const made = { ...environment, ...describeNow() };
  const watched = watchBeside();
  const outcome = await outcomeOf(benchmark, before ? { ...stage, machine: before } : stage);
  const beside = watched();
  const after = await calibrator?.measure(stage.signal);
  const calibration = before && after && { before, after };
  const more = { ...(calibration && { calibration }), ...(beside && { beside }) };
  return normalised({ benchmark: benchmark.id, made, ...more, outcome }, benchmark.goals);
};

/** Runs a benchmark, and again when others disturbed it. The least disturbed run is kept. */
const run = async (
  benchmark: Benchmark,
  environment: Environment,
  { calibrator, repeats }: Means,
  stage: Stage,
): Promise<Run | undefined> => {
  if (benchmark.open !== undefined) return undefined;
  let kept = await runOnce(benchmark, environment, calibrator, stage);
  for (let attempts = 2; attempts <= 1 + repeats && disturbancesOf(kept).length > 0; attempts++) {
    stage.say(`  Disturbed: ${disturbancesOf(kept).join(' ')} Once more …`);
    const again = await runOnce(benchmark, environment, calibrator, stage);
    kept = { ...betterOf(kept, again), attempts };
  }
  return kept;
};

const profileOf = ({ id }: Benchmark) => `profile-${id}.md`;

/** Runs a benchmark and writes the whole table again, so that a stopped run keeps its finished benchmarks. */
const keepFigures = async (
  benchmark: Benchmark,
  environment: Environment,
  out: string,
  stage: Stage,
  means: Means,
): Promise<void> => {
  const made = await run(benchmark, environment, means, stage);
  if (made) addToHistory(means.history, historyOf(benchmark, made));
  const json = join(out, 'result.json');
  const found = made ? withRun(readResults(json), made) : readResults(json);
  write(json, `${JSON.stringify(found, null, 1)}\n`);
  const profiled = benchmarks.map(profileOf).filter((file) => existsSync(join(out, file)));
  write(join(out, 'result.md'), report(benchmarks, found, profiled));
  console.log(inShort(benchmark, made));
  if (made?.outcome.kind === 'failed') console.log(`Failed: ${made.outcome.why}`);
  const isWrong = benchmark.goals.some((goal) => ['failed', 'void'].includes(standingOf(benchmark, goal, made)));
  if (isWrong) process.exitCode = 2;
};

const keepProfile = async (
  benchmark: Benchmark,
  environment: Environment,
  out: string,
  stage: Stage,
): Promise<void> => {
  const { measure } = benchmark;
  if (!measure) return;
  const tables = await profiled(benchmark.title, () => measure(stage));
  const way = wayOf({ ...environment, ...describeNow() });
  write(
    join(out, profileOf(benchmark)),
    `${tables}\n\n${way} Recording costs time too: the shares are what to look at.\n`,
  );
};

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2), known);
  if (!options) return console.log(usage(known));
  const stopping = new AbortController();
  // `disconnect`: the parent process is gone, however it ended.
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, () => stopping.abort());
  mkdirSync('.startline', { recursive: true });
  for (const folder of [options.out, dirname(options.history)]) mkdirSync(folder, { recursive: true });
  const say = (news: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${news}`);
  const stage = { size: options.size, say, signal: stopping.signal };
  if (options.compare) {
    process.exitCode = await compareTrees(options, options.compare, stage);
    return;
  }
  const environment = await describeEnvironment(options.command, options.size);
  const { repeats, history } = options;
  const calibrator = options.isProfiled ? undefined : await startCalibrator(stage.signal);
  const keep = options.isProfiled ? keepProfile : keepFigures;
  for (const benchmark of benchmarks.filter(({ id }) => options.benchmarks.includes(id))) {
    say(benchmark.title);
    await keep(benchmark, environment, options.out, stage, { calibrator, repeats, history });
  }
  await calibrator?.stop();
  console.log(`\nWhat was found is in ${options.out}`);
};

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(() => process.exit());
