import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readArguments } from '../../local/supervisor/read-arguments';
import type { Guard } from './guard';
import { guards } from './guards';
import { openPatchedCopy, type PatchedCopy } from './patched-copy';
import { type Judged, report } from './report';
import { namesOfPassed, type Verdict, verdictOn } from './verdict';

const usage = `npm run guards -- [options]

Removes every guard, one at a time, and runs the test that must notice. Ends with 1 when no test misses a guard.

  --only TEXT  only guards with this text in their sentence, file or test; then no result is written
  --resume     goes on where a run on the same commit was ended, and judges again what did not run`;
const values = readArguments(
  { only: { type: 'string', default: '' }, resume: { type: 'boolean', default: false } },
  usage,
);
const result = 'bench/guards/result.md';
/** What each guard of the run came to, one line each. */
const journal = '.startline/guards.jsonl';

/** Also on two cores: each has a PostgreSQL of its own, and most of the time waits for it. Two at a time take twice as long. */
const atOnce = 4;
const timeoutMs = 120_000;
const timeoutOfAllMs = 1_800_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

const chosen = guards.filter(({ guard, file, test }) =>
  [guard, file, ...test].some((text) => text.includes(values.only)),
);

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const keyOf = ({ guard, file }: Guard) => `${guard} (${file})`;

/** What an ended run on this commit found. A guard whose tests did not run is judged again. */
const found = (): readonly Judged[] => {
  if (!values.resume || !existsSync(journal)) return [];
  const lines = readFileSync(journal, 'utf8').split('\n').filter(Boolean);
  const known = new Map(
    lines
      .map((line): { commit: string; key: string; verdict: Verdict } => JSON.parse(line))
      .filter((entry) => entry.commit === commit && entry.verdict.kind !== 'broken')
      .map(({ key, verdict }) => [key, verdict]),
  );
  return chosen.flatMap((guard) => {
    const verdict = known.get(keyOf(guard));
    return verdict ? [{ guard, verdict }] : [];
  });
};

/** With every guard in place all tests must be green: otherwise a red one proves nothing. */
const checkUnchanged = async (copy: PatchedCopy, guards: readonly Guard[]) => {
  const run = await copy.test(guards.map(({ test }) => test));
  const verdict = verdictOn(run);
  if (!run || verdict.kind !== 'survived')
    throw new Error(`The tests are not green with every guard in its place: ${JSON.stringify(verdict)}`);
  const passed = namesOfPassed(run);
  for (const { test } of guards)
    if (!passed.some((name) => name.includes(test[1]))) throw new Error(`No test says "${test[1]}" (${test[0]}).`);
  say(`${passed.length} tests are green with every guard in its place.`);
};

const judge = async (copy: PatchedCopy, guard: Guard): Promise<Judged> => {
  const verdict = verdictOn(await copy.without(guard, () => copy.test([guard.test])));
  say(`${verdict.kind === 'caught' ? 'caught  ' : verdict.kind.toUpperCase().padEnd(8)} ${guard.guard}`);
  if (verdict.kind === 'caught' && values.only) say(verdict.because);
  if (verdict.kind === 'broken') say(verdict.why);
  appendFileSync(journal, `${JSON.stringify({ commit, key: keyOf(guard), verdict })}\n`);
  return { guard, verdict };
};

const main = async () => {
  if (chosen.length === 0) throw new Error(`No guard has "${values.only}" in it.`);
  const whole = openPatchedCopy(process.cwd(), timeoutOfAllMs);
  const copies = Array.from({ length: atOnce }, () => openPatchedCopy(process.cwd(), timeoutMs));
  process.once('exit', () => {
    for (const copy of [whole, ...copies]) copy.close();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

  const judged = [...found()];
  const waiting = chosen.filter((guard) => !judged.some((one) => one.guard === guard));
  mkdirSync(dirname(journal), { recursive: true });
  if (!values.resume) rmSync(journal, { force: true });
  if (waiting.length > 0) await checkUnchanged(whole, waiting);
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) judged.push(await judge(copy, next));
    }),
  );

  const inOrder = chosen.flatMap((guard) => judged.filter((one) => one.guard === guard));
  const notMissed = inOrder.filter(({ verdict }) => verdict.kind !== 'caught');
  if (!values.only) {
    const made = {
      date: new Date().toISOString().slice(0, 10),
      node: process.version,
      command: 'npm run guards',
      commit,
    };
    writeFileSync(result, report(inOrder, made));
  }
  say(
    `${judged.length - notMissed.length} of ${judged.length} guards were noticed by their tests when they were taken away.`,
  );
  for (const { guard, verdict } of notMissed) say(`  ${verdict.kind}: ${guard.guard} (${guard.file})`);
  process.exitCode = notMissed.length === 0 ? 0 : 1;
};

await main();
