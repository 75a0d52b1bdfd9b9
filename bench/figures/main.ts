import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { standingOf } from './judge';
import type { Line, Stage } from './line';
import { lines } from './lines/all';
import { describeNow, describePlace, type Place } from './made';
import { profiled } from './profiles/profiled';
import { readWish, usage } from './read-wish';
import { inShort, report, wayOf } from './report';
import { type Results, type Run, results, withRun } from './results';

/** `npm run bench`: every figure of the table, beside those of the seeds. */

const known = lines.map(({ id }) => id);

/** Whole or not at all. */
const write = (file: string, text: string): void => {
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
};

const readResults = (file: string): Results =>
  existsSync(file) ? v.parse(results, JSON.parse(readFileSync(file, 'utf8'))) : { runs: [] };

const run = async (line: Line, place: Place, stage: Stage): Promise<Run | undefined> => {
  if (line.open !== undefined) return undefined;
  const made = { ...place, ...describeNow() };
  try {
    return { line: line.id, made, outcome: await line.measure(stage) };
  } catch (error) {
    if (stage.signal.aborted) throw error;
    return {
      line: line.id,
      made,
      outcome: { kind: 'failed', why: error instanceof Error ? error.message : String(error) },
    };
  }
};

const profileOf = ({ id }: Line) => `profile-${id}.md`;

/** Runs a line and writes the whole table anew: somebody who stops it keeps what there is. */
const keepFigures = async (line: Line, place: Place, out: string, stage: Stage): Promise<void> => {
  const made = await run(line, place, stage);
  const json = join(out, 'result.json');
  const found = made ? withRun(readResults(json), made) : readResults(json);
  write(json, `${JSON.stringify(found, null, 1)}\n`);
  const profiled = lines.map(profileOf).filter((file) => existsSync(join(out, file)));
  write(join(out, 'result.md'), report(lines, found, profiled));
  console.log(inShort(line, made));
  if (made?.outcome.kind === 'failed') console.log(`Failed: ${made.outcome.why}`);
  const isWrong = line.goals.some((goal) => ['failed', 'void'].includes(standingOf(line, goal, made)));
  if (isWrong) process.exitCode = 2;
};

const keepProfile = async (line: Line, place: Place, out: string, stage: Stage): Promise<void> => {
  const { measure } = line;
  if (!measure) return;
  const tables = await profiled(line.title, () => measure(stage));
  const way = wayOf({ ...place, ...describeNow() });
  write(join(out, profileOf(line)), `${tables}\n\n${way} Recording costs time too: the shares are what to look at.\n`);
};

const main = async (): Promise<void> => {
  const wish = readWish(process.argv.slice(2), known);
  if (!wish) return console.log(usage(known));
  const stopping = new AbortController();
  // `disconnect`: whoever started us is gone, however it ended.
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, () => stopping.abort());
  mkdirSync('.startline', { recursive: true });
  mkdirSync(wish.out, { recursive: true });
  const place = await describePlace(wish.command, wish.isShort);
  const say = (news: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${news}`);
  const stage = { isShort: wish.isShort, say, signal: stopping.signal };
  const keep = wish.isProfiled ? keepProfile : keepFigures;
  for (const line of lines.filter(({ id }) => wish.lines.includes(id))) {
    say(line.title);
    await keep(line, place, wish.out, stage);
  }
  console.log(`\nWhat was found is in ${wish.out}`);
};

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(() => process.exit());
