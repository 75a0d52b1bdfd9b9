import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Guard } from './guard';
import { guards } from './guards';
import { openPatchedCopy, type PatchedCopy } from './patched-copy';
import { type Judged, report } from './report';
import { namesOfPassed, verdictOn } from './verdict';

/**
 * `npm run guards`: removes every guard, one at a time, and runs the test that must notice. `--only TEXT`: only guards
 * with this text in their sentence, file or test; then no result is written. Ends with 1 when no test misses a guard.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const result = 'bench/guards/result.md';

/** Two at a time: each has a PostgreSQL of its own, and most wait for it. */
const atOnce = 2;
const timeoutMs = 120_000;
const timeoutOfAllMs = 600_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

const chosen = guards.filter(({ guard, file, test }) =>
  [guard, file, ...test].some((text) => text.includes(values.only)),
);

/** With every guard in place all tests must be green: otherwise a red one proves nothing. */
const checkUnchanged = async (copy: PatchedCopy) => {
  const run = await copy.test(chosen.map(({ test }) => test));
  const verdict = verdictOn(run);
  if (!run || verdict.kind !== 'survived')
    throw new Error(`The tests are not green with every guard in its place: ${JSON.stringify(verdict)}`);
  const passed = namesOfPassed(run);
  for (const { test } of chosen)
    if (!passed.some((name) => name.includes(test[1]))) throw new Error(`No test says "${test[1]}" (${test[0]}).`);
  say(`${passed.length} tests are green with every guard in its place.`);
};

const judge = async (copy: PatchedCopy, guard: Guard): Promise<Judged> => {
  const verdict = verdictOn(await copy.without(guard, () => copy.test([guard.test])));
  say(`${verdict.kind === 'caught' ? 'caught  ' : verdict.kind.toUpperCase().padEnd(8)} ${guard.guard}`);
  if (verdict.kind === 'caught' && values.only) say(verdict.because);
  if (verdict.kind === 'broken') say(verdict.why);
  return { guard, verdict };
};

const main = async () => {
  if (chosen.length === 0) throw new Error(`No guard has "${values.only}" in it.`);
  const begun = Date.now();
  const whole = openPatchedCopy(process.cwd(), timeoutOfAllMs);
  const copies = Array.from({ length: atOnce }, () => openPatchedCopy(process.cwd(), timeoutMs));
  process.once('exit', () => {
    for (const copy of [whole, ...copies]) copy.close();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

  await checkUnchanged(whole);
  const judged: Judged[] = [];
  const waiting = [...chosen];
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) judged.push(await judge(copy, next));
    }),
  );

  const inOrder = chosen.flatMap((guard) => judged.filter((one) => one.guard === guard));
  const notMissed = inOrder.filter(({ verdict }) => verdict.kind !== 'caught');
  if (!values.only) {
    const minutes = Math.ceil((Date.now() - begun) / 60_000);
    const made = {
      date: new Date().toISOString().slice(0, 10),
      node: process.version,
      command: 'npm run guards',
      minutes,
    };
    writeFileSync(result, report(inOrder, made));
  }
  say(`${judged.length - notMissed.length} of ${judged.length} guards are missed when they are gone.`);
  for (const { guard, verdict } of notMissed) say(`  ${verdict.kind}: ${guard.guard} (${guard.file})`);
  process.exitCode = notMissed.length === 0 ? 0 : 1;
};

await main();
