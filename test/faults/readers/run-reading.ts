import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../../lambdas/platform/postgres/open-postgres';
import type { RankRules } from '../../../lambdas/results/entry';
import type { Manifest, Pointer } from '../../../lambdas/results/files';
import { readEntriesAt } from '../../../lambdas/results/postgres-result-rows';
import { rank } from '../../../lambdas/results/rank';
import { rulesObject } from '../../../lambdas/results/rules-sql';
import { rowsOnPage } from '../../../lambdas/results/show/find-rows';
import { randomOf } from '../../../loadtest/generator/random';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { Histogram } from '../../../loadtest/report/histogram';
import { uuid7 } from '../../../loadtest/uuid7';
import { awsEnvironment, functionAddresses } from '../../../local/addresses';
import { demoFeedRace, demoLiveRace } from '../../../local/prepare/demo-feed';
import { freeBasePort } from '../../../local/services/free-port';
import { deployed } from '../../../local/sources/deployed-function';
import { type System, startSystem } from '../../../local/system';
import { readAnswers, readFiles, rowsAsText, type SeenResults } from './results-reader';
import { resultsTimer } from './results-timer';

export interface ReadingOptions {
  readonly readers: number;
  readonly minutes: number;
  /** Of whom twenty finish each second. */
  readonly runners: number;
  /** Cache, database and gateway are killed in the middle, each once. */
  readonly hasKills: boolean;
  readonly seed: number;
}

const reading = { hasKills: true, seed: 1 } as const;
export const fullReading: ReadingOptions = { ...reading, readers: 2_000, minutes: 8, runners: 20_000 };
export const shortReading: ReadingOptions = { ...reading, readers: 200, minutes: 2.5, runners: 1_000 };

/** What one run has shown. */
export interface ReadResults {
  readonly seen: Omit<SeenResults, 'pages'>;
  /** Pages of versions that were compared with what the rule makes of the entries of that version. */
  readonly compared: number;
  /** Of them, those that were not the same. */
  readonly wrong: number;
  readonly versions: number;
  /** The kinds of version that somebody saw. */
  readonly kinds: readonly string[];
  /** Milliseconds from the moment at which a live version takes what is there, until the pointer says it. */
  readonly ticks: Histogram;
  /** Milliseconds from the answer to a timer until the pointer says a version that has the rows. */
  readonly posted: Histogram;
  readonly postFailures: number;
  readonly kills: readonly string[];
  readonly seconds: number;
  readonly connections: number;
}

/** So many connections share the crowd. */
const addresses = 80;
/** Finishers a second. */
const finishersPerSecond = 20;
/** For so long after it was killed, a part may be away, in milliseconds: until it is started again and answers. */
const awayMs = 15_000;

const raceId = demoFeedRace;

/** What happens, at which part of the time. */
const plan = (hasKills: boolean) =>
  [
    ...(hasKills
      ? ([
          [0.15, 'kill', 'memcached-data'],
          [0.3, 'kill', 'postgres'],
          [0.45, 'kill', 'gateway'],
        ] as const)
      : []),
    [0.6, 'publish', 'preliminary'],
    [0.7, 'publish', 'official'],
    [0.78, 'correct', ''],
    [0.88, 'erase', ''],
  ] as const;

/** A crowd reads results while the race is run, and while they become preliminary, official and corrected, and a name is taken out. */
export const runReading = async (
  { readers, minutes, runners, hasKills, seed }: ReadingOptions,
  say: (news: string) => void,
  signal: AbortSignal,
): Promise<ReadResults> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'startline-reading-'));
  const system = await startSystem({
    port: await freeBasePort(),
    dataDir,
    seed: false,
    races: [demoLiveRace(new Date())],
  });
  const { ports, urls } = system;
  // The function that takes orders runs in this process.
  Object.assign(process.env, {
    ...awsEnvironment(ports),
    ...functionAddresses(ports, { writer: urls.database, reader: urls.reader, owner: urls.ownerDatabase }),
  });
  const direct = deployed({ folder: join(dataDir, 'build/functions'), name: 'direct', timeoutSeconds: 60 });
  const random = randomOf(seed);
  const post = async (path: string, key: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const sent = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) };
    const answer = await fetch(urls.page + path, sent);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const timer = resultsTimer({ direct, post, newId: uuid7, random });
  const engine = rawEngine();
  const seen: SeenResults = { pages: new Map(), answers: 0, mixed: 0, wentBack: 0, errors: new Map() };
  const kills: string[] = [];
  let [killedAt, isOver, isPublished, postFailures] = [Number.NEGATIVE_INFINITY, false, false, 0];
  const away = () => (performance.now() - killedAt < awayMs ? (kills.at(-1) ?? '') : '');
  const pause = (seconds: number) => sleep(seconds * 1000, undefined, { signal }).then(() => {});

  // The bucket itself, without caches.
  const bucket = `${process.env.RESULTS_BUCKET_URL}/results/${raceId}`;
  const read = async <T>(path: string): Promise<T | undefined> => {
    const answer = await fetch(`${bucket}/${path}`);
    return answer.ok ? ((await answer.json()) as T) : undefined;
  };
  const ticks = new Histogram();
  /** When the pointer said a version first. */
  const pointedAt = new Map<number, number>();
  const acknowledged: { readonly seq: number; readonly at: number }[] = [];
  const watch = async () => {
    for (let last = 0; !isOver; await sleep(25)) {
      const [set] = (await read<Pointer>('current.json'))?.sets ?? [];
      if (!set || set.number === last) continue;
      last = set.number;
      pointedAt.set(set.number, Date.now());
      const manifest = set.manifest === null ? undefined : await read<Manifest>(`m/${set.manifest}.json`);
      if (manifest?.kind === 'live') ticks.record((pointedAt.get(last) ?? 0) - Date.parse(manifest.at));
    }
  };
  const keepTime = async () => {
    while (!isOver && !isPublished) {
      const began = performance.now();
      try {
        const seq = await timer.post(finishersPerSecond);
        acknowledged.push({ seq, at: Date.now() });
      } catch {
        postFailures++;
      }
      await pause(Math.max(0, 1 - (performance.now() - began) / 1000));
    }
  };
  /** Another version may still be on its way, or the database away. */
  const insist = async (work: () => Promise<void>) => {
    for (let tries = 1; ; tries++)
      try {
        return await work();
      } catch (error) {
        if (tries === 30) throw error;
        await pause(1);
      }
  };
  const strike = (victim: string) => {
    const pid = system.pids[victim];
    if (pid === undefined) throw new Error(`There is no ${victim}.`);
    process.kill(pid, 'SIGKILL');
    killedAt = performance.now();
    kills.push(victim);
  };

  try {
    await timer.begin(runners);
    const watching = watch();
    while (pointedAt.size === 0) await pause(0.1);
    const total = minutes * 60;
    const start = performance.now();
    const posting = keepTime();
    const crowd = Array.from({ length: readers }, async (_, n) => {
      const address = `127.1.0.${1 + (n % addresses)}`;
      const needs = { engine, url: urls.page, raceId, address, random, pause, seen, away, isOver: () => isOver };
      await pause(random() * Math.min(20, total / 4));
      await (n % 2 === 0 ? readFiles(needs) : readAnswers(needs));
    });
    let leader = 0;
    for (const [share, does, what] of plan(hasKills)) {
      await pause(Math.max(0, share * total - (performance.now() - start) / 1000));
      say(`${does} ${what}: ${seen.answers} answers, ${pointedAt.size} versions, ${seen.mixed} mixed`);
      if (does === 'kill') strike(what);
      if (does === 'publish') {
        isPublished = true;
        await posting;
        await insist(() => timer.publish(what));
      }
      if (does === 'correct') {
        leader = timer.aFinisher();
        await insist(() => timer.correct(leader));
        await insist(() => timer.publish('corrected', `Bib ${leader} had the chip of another runner.`));
      }
      if (does === 'erase') await insist(() => timer.erase(leader));
    }
    await pause(Math.max(0, total - (performance.now() - start) / 1000));
    isOver = true;
    await Promise.all([...crowd, watching]);
    const seconds = (performance.now() - start) / 1000;
    const judged = await judge(system, timer.setId, seen.pages);
    return {
      seen,
      ...judged,
      versions: pointedAt.size,
      ticks,
      posted: delays(acknowledged, pointedAt, judged.seqOf),
      postFailures,
      kills,
      seconds,
      connections: engine.traffic.connections,
    };
  } finally {
    isOver = true;
    engine.close();
    await system.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

interface VersionRow {
  readonly number: number;
  readonly kind: string;
  readonly seq: string;
}

/** Compares each page that somebody saw with what the rule makes of the entries of that version. */
const judge = async ({ urls }: System, setId: string, pages: SeenResults['pages']) => {
  const postgres = openPostgres(urls.database, { maxConnections: 1 });
  try {
    const versions = await postgres.query<VersionRow>(
      'SELECT number, kind, seq FROM result_version WHERE set_id = $1 ORDER BY number',
      [setId],
    );
    const [set] = await postgres.query<{ rules: RankRules }>(
      `SELECT ${rulesObject('s')} AS rules FROM result_set s WHERE id = $1`,
      [setId],
    );
    if (!set) throw new Error('The set is gone.');
    const bySeen = new Map<number, (readonly [page: number, text: string])[]>();
    for (const [key, text] of pages) {
      const [number = 0, page = 0] = key.split(' ').map(Number);
      bySeen.set(number, [...(bySeen.get(number) ?? []), [page, text]]);
    }
    let [compared, wrong] = [0, 0];
    const kinds = new Set<string>();
    for (const { number, kind, seq } of versions) {
      const saw = bySeen.get(number);
      if (!saw) continue;
      kinds.add(kind);
      const ranked = rank(set.rules, await readEntriesAt(postgres, setId, seq));
      const rows = ranked.map(({ entry: { bib }, place, rankMs }) => ({ bib, place, time: rankMs }));
      for (const [page, text] of saw) {
        compared++;
        if (rowsAsText(rows.slice((page - 1) * rowsOnPage, page * rowsOnPage)) !== text) wrong++;
      }
    }
    const seqOf = new Map(versions.map(({ number, seq }) => [number, Number(seq)]));
    return { compared, wrong, kinds: [...kinds], seqOf };
  } finally {
    await postgres.close();
  }
};

/** How long rows that were acknowledged waited until a pointer led to them. */
const delays = (
  acknowledged: readonly { readonly seq: number; readonly at: number }[],
  pointedAt: ReadonlyMap<number, number>,
  seqOf: ReadonlyMap<number, number>,
): Histogram => {
  const waited = new Histogram();
  const versions = [...pointedAt].map(([number, at]) => ({ at, seq: seqOf.get(number) ?? 0 }));
  for (const { seq, at } of acknowledged) {
    const first = versions.find((version) => version.seq >= seq);
    if (first) waited.record(Math.max(0, first.at - at));
  }
  return waited;
};
