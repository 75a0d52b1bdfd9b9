import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freeBasePort } from '../../local/services/free-port';
import { readArguments } from '../../local/supervisor/read-arguments';
import { allAttacks, badInput } from './all';
import type { Attack } from './attack';
import { runAttacks, type Tried } from './run-attacks';
import { countsOf, inOneLine, resultPage } from './table';
import { endingOf, endWith, howItWasMade } from './world/own-run';
import { startTarget } from './world/target';
import { World } from './world/world';

const usage = `npm run attacks -- [options]
  --only A,B     only attacks whose ids or findings begin with one of these
  --short        without those that need minutes or moved clocks
  --report FILE  where the result goes (bench/attacks/result.md when all are tried, else nowhere)
  --keep         leave the data directory with its logs
  --list         all attacks`;

const values = readArguments(
  {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
  usage,
);

const chosen = (): readonly Attack[] => {
  const wanted = values.only?.split(',').map((name) => name.trim());
  const some = allAttacks.filter(
    ({ id, finding, needs }) =>
      !(values.short && needs) && (!wanted || wanted.some((name) => id.startsWith(name) || finding.startsWith(name))),
  );
  if (some.length === 0) throw new Error(`No attack is called ${values.only}. See --list.`);
  return some;
};

const commitNow = (): string => {
  try {
    const said = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
    return said.trim();
  } catch {
    return 'an unknown commit';
  }
};

const writeReport = (all: readonly Tried[], began: number, commit: string): void => {
  const file = values.report ?? (all.length === allAttacks.length ? 'bench/attacks/result.md' : undefined);
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  const bad = new Set(badInput);
  const page = resultPage(
    all.filter(({ attack }) => !bad.has(attack)),
    all.filter(({ attack }) => bad.has(attack)),
    { commit, ...howItWasMade('attacks', began) },
  );
  writeFileSync(file, page);
  console.log(`\nwritten to ${file}`);
};

/** True when every attack was fended off. */
const main = async (): Promise<boolean> => {
  const attacks = chosen();
  const began = Date.now();
  // Read at the start: the checked-out commit may be another one at the end.
  const commit = commitNow();
  const dataDir = mkdtempSync(join(tmpdir(), 'startline-attacks-'));
  console.log(`${attacks.length} attacks; starting a system …`);
  const target = await startTarget({
    port: await freeBasePort(),
    dataDir,
    clock: attacks.some(({ needs }) => needs === 'clock'),
  });
  const stop = endingOf(target, { dataDir, keep: values.keep });
  try {
    console.log(`ready after ${((Date.now() - began) / 1000).toFixed(0)} s`);
    const all = await runAttacks(new World(target), attacks, (tried) => console.log(`  ${inOneLine(tried)}`));
    console.log(`\n${countsOf(all)}`);
    writeReport(all, began, commit);
    return all.every(({ verdict }) => verdict === 'held');
  } finally {
    await stop();
  }
};

if (values.list) for (const { id, finding, tries } of allAttacks) console.log(`${id} (${finding}): ${tries}`);
else endWith(main());
