import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freeBasePort } from '../../local/services/free-port';
import { readArguments } from '../../local/supervisor/read-arguments';
import { endingOf, endWith, howItWasMade } from '../attacks/world/own-run';
import type { Fault } from './fault';
import { allFaults, fewFaults, fewFormFaults, relayFaults } from './faults/all';
import { followThroughKills, followThroughOutages, fullAway, fullCrowd, shortAway, shortCrowd } from './followers';
import { fullLine, lineUpThroughKills, shortLine } from './line';
import { readingInTerminal, readingVerdict } from './readers/reading-verdict';
import { fullReading, runReading, shortReading } from './readers/run-reading';
import { fullRun, judgedAtTheEnd, oneByOne, shortRun } from './run-faults';
import { openFaultSystem } from './system/fault-system';
import { type Crowds, crowdsPage, inOneLine, isFaultless, type Judged, resultPage, table } from './table';

const usage = `npm run faults -- [options]
  --short        the most telling faults in little time, as every build runs them. The line, the readers of results
                 and parts that are away, which take minutes, only where --only names them
  --only A,B     only faults whose names contain one of these
  --bursts N     the number of bursts, beginning again after the last fault (one for each fault)
  --runners N    in each burst (5000; short: 160)
  --spots N      of each race (2000; short: 64)
  --within S     seconds within which all set off (40; short: 3)
  --tries-for S  how long each tries, besides what the fault lasts (60; short: 6)
  --together P   percent of the runners who bring somebody: they come as 2 to 4, with one payment (20)
  --form         each race has the form of the demo race that uses everything: questions, few shirts and hoodies, a code,
                 teams, donations, signatures; in some bursts the crowd runs its relay
  --report FILE  where the result goes (in a full run bench/faults/result.md, or with-form.md; else nowhere)
  --keep         leave the data directory with its logs
  --list         the names of all faults`;

const values = readArguments(
  {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    bursts: { type: 'string' },
    runners: { type: 'string' },
    spots: { type: 'string' },
    within: { type: 'string' },
    'tries-for': { type: 'string' },
    together: { type: 'string' },
    form: { type: 'boolean', default: false },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
  usage,
);

const number = (name: 'bursts' | 'runners' | 'spots' | 'within' | 'tries-for' | 'together', usual: number): number => {
  const text = values[name];
  if (text === undefined) return usual;
  if (Number(text) > 0 || (name === 'together' && text === '0')) return Number(text);
  throw new Error(`--${name} is "${text}"; it must be a number above 0.\n${usage}`);
};

const wanted = values.only?.split(',').map((name) => name.trim().toLowerCase());
const isWanted = (name: string): boolean => !wanted || wanted.some((part) => name.toLowerCase().includes(part));

/** The crowd that follows a live feed has a system of its own, and so have people in a line. */
const followersName = 'followers of a live feed';
const awayName = 'parts away from a live feed';
const lineName = 'people in a line';
const readersName = 'readers of results';
const crowdNames = [followersName, awayName, lineName, readersName];

const chosen = (): readonly Fault[] => {
  const few = values.form ? fewFormFaults : fewFaults;
  const many = values.form ? [...allFaults, ...relayFaults] : allFaults;
  const some = (values.short ? few : many).filter(({ name }) => isWanted(name));
  if (some.length === 0 && crowdNames.some(isWanted)) return [];
  if (some.length === 0) throw new Error(`No fault has such a name: ${values.only}. See --list.`);
  const bursts = number('bursts', some.length);
  return Array.from({ length: bursts }, (_, n) => some[n % some.length]).filter((fault) => fault !== undefined);
};

const writeReport = (all: readonly Judged[], crowds: Crowds, began: number): void => {
  const file =
    values.report ??
    (values.short || values.only ? undefined : `bench/faults/${values.form ? 'with-form' : 'result'}.md`);
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  const made = howItWasMade('faults', began);
  writeFileSync(file, all.length > 0 ? resultPage(all, crowds, made) : crowdsPage(crowds, made));
  console.log(`\nwritten to ${file}`);
};

const abortedWithUs = (): AbortSignal => {
  const stopping = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, () => stopping.abort());
  return stopping.signal;
};

interface Kept {
  readonly isWell: boolean;
  readonly lines: string;
}

/** True: the order is kept, and everybody who was called is served. */
const letLineUp = async (): Promise<Kept> => {
  const wish = values.short ? shortLine : fullLine;
  console.log(`\n${lineName}: a system for ${wish.people} of them …`);
  const { checks, lines } = await lineUpThroughKills(wish, (news) => console.log(`  ${news}`), abortedWithUs());
  console.log(lines);
  for (const { name, actual, expected } of checks.filter(({ holds }) => !holds))
    console.log(`✗ ${name}: ${actual}, expected ${expected}`);
  return { isWell: checks.every(({ holds }) => holds), lines };
};

/** True: each page that somebody saw is that of its version, and no kill but that of the gateway kept anybody from reading. */
const letRead = async (): Promise<Kept> => {
  const wish = values.short ? shortReading : fullReading;
  console.log(`\n${readersName}: a system for ${wish.readers} of them …`);
  const run = await runReading(wish, (news) => console.log(`  ${news}`), abortedWithUs());
  const lines = readingInTerminal(run, wish);
  console.log(lines);
  return { isWell: readingVerdict(run).every(({ holds }) => holds), lines };
};

/** True: each of them has everything once, and in order. */
const letFollow = async (): Promise<Kept> => {
  const crowd = values.short ? shortCrowd : fullCrowd;
  console.log(`\n${followersName}: a system for ${crowd.followers} of them …`);
  const { checks, lines } = await followThroughKills(crowd, (news) => console.log(`  ${news}`), abortedWithUs());
  console.log(lines);
  return { isWell: checks.every(({ holds }) => holds), lines };
};

/** True: each of them has everything once and in order, and knew when they heard nothing. */
const letPartsBeAway = async (): Promise<Kept> => {
  const wish = values.short ? shortAway : fullAway;
  console.log(`\n${awayName}: a system for ${wish.crowd.followers} who follow …`);
  const { checks, lines } = await followThroughOutages(wish, (news) => console.log(`  ${news}`), abortedWithUs());
  console.log(lines);
  for (const { name, actual, expected } of checks.filter(({ holds }) => !holds))
    console.log(`✗ ${name}: ${actual}, expected ${expected}`);
  return { isWell: checks.every(({ holds }) => holds), lines };
};

const main = async (): Promise<boolean> => {
  const faults = chosen();
  const began = Date.now();
  const all = faults.length > 0 ? await letHappen(faults, began) : [];
  const followed = !values.form && isWanted(followersName) ? await letFollow() : undefined;
  // These take minutes: too long for a build, so a short run has them only when they are named.
  const isLongWanted = (name: string) => !values.form && isWanted(name) && (!values.short || wanted !== undefined);
  const away = isLongWanted(awayName) ? await letPartsBeAway() : undefined;
  const linedUp = isLongWanted(lineName) ? await letLineUp() : undefined;
  const read = isLongWanted(readersName) ? await letRead() : undefined;
  writeReport(all, { followed: followed?.lines, away: away?.lines, linedUp: linedUp?.lines, read: read?.lines }, began);
  console.log(`\n${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
  return all.every(isFaultless) && [followed, away, linedUp, read].every((crowd) => crowd?.isWell !== false);
};

const letHappen = async (faults: readonly Fault[], began: number): Promise<readonly Judged[]> => {
  const usual = values.short ? shortRun : fullRun;
  const size = {
    runners: number('runners', usual.runners),
    spots: number('spots', usual.spots),
    within: number('within', usual.within),
    trySeconds: number('tries-for', usual.trySeconds),
    retryRule: usual.retryRule,
    together: number('together', usual.together),
    form: values.form,
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'startline-faults-'));
  console.log(`${faults.length} bursts of ${size.runners} runners for ${size.spots} spots; starting a system …`);
  const target = await openFaultSystem({ port: await freeBasePort(), dataDir });
  const stop = endingOf(target, { dataDir, keep: values.keep });
  try {
    console.log(`ready after ${((Date.now() - began) / 1000).toFixed(0)} s`);
    const tell = (judged: Judged) => {
      console.log(`  ${inOneLine(judged)}`);
      if (!isFaultless(judged))
        for (const suspect of [...judged.figures.suspects, ...(judged.figures.form?.suspects ?? [])].slice(0, 20))
          console.log(`      ${suspect}`);
    };
    const all = values.short ? await judgedAtTheEnd(target, faults, size) : await oneByOne(target, faults, size, tell);
    if (values.short) all.forEach(tell);
    console.log(`\n${table(all)}`);
    return all;
  } finally {
    await stop();
  }
};

if (values.list) {
  for (const { name, what } of [...allFaults, ...relayFaults]) console.log(`${name}: ${what}`);
  console.log(`${followersName}: publisher, cache, gateway and database are killed while a crowd follows.`);
  console.log(
    `${awayName}: gateway, database, publisher, cache and files are away for a minute each while a crowd follows.`,
  );
  console.log(`${lineName}: pollers, cache, gateway and database are killed before, in and after the draw of a line.`);
  console.log(`${readersName}: cache, database and gateway are killed while a crowd reads results that change.`);
} else endWith(main());
