import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LineDocumentMessage } from '../../lambdas/api/messages/line';
import { race } from '../../lambdas/api/messages/races';
import { beaconUrl } from '../../local/addresses';
import { freeBasePort } from '../../local/services/free-port';
import { type System, startSystem } from '../../local/system';
import type { GeneratorLoad } from '../generator/results';
import { siteAt } from '../generator/task-for';
import { Histogram } from '../report/histogram';
import { settledBooks } from '../target/books';
import { get } from '../target/get';
import { mailQuota } from '../target/mail-quota';
import { oneEventRace } from '../target/one-event-race';
import { endLine, readLine, seenWithin } from './end-line';
import type { LineTask } from './let-come';
import { letComeIn } from './let-come-in';
import type { LineOptions } from './line-options';
import { lobbySeconds } from './line-plan';
import type { Call, LineRun, Waited } from './waited';

/** A run with what it cost. */
export interface Lined extends LineRun {
  /** In microseconds, by step. */
  readonly steps: ReadonlyMap<string, Histogram>;
  readonly generator: GeneratorLoad;
  /** Seconds from the gun until half, 95 of 100, and all of the spots were registered. */
  readonly soldAfter: {
    readonly half: number | undefined;
    readonly most: number | undefined;
    readonly last: number | undefined;
  };
  /** Passes in the list of the draw, and passes that were recorded too late for it. */
  readonly list: { readonly count: number; readonly late: number };
}

const raceId = 'drawn';
const eventId = '0199c000-0000-7000-8000-000000000002';
/** Less time to come before the gun shows nothing. */
const leastLobbySeconds = 15;
/** Longer than what a killed poller had takes to come again: 180 s, for payments. */
const settleSeconds = 300;
const tellEverySeconds = 10;

/** Breaks something of the system while the line goes on. */
export type Strike = (moment: {
  readonly system: System;
  /** Milliseconds since the epoch. */
  readonly gun: number;
  /** Resolves when the line is in this state, and so large a share of the spots is registered, or when the run is over. */
  readonly when: (state: LineDocumentMessage['state'], share: number) => Promise<void>;
}) => Promise<void>;

/** People and bots come to the line of a race, in a system of its own, and register in their turn. */
export const runLine = async (
  wish: LineOptions,
  say: (news: string) => void,
  signal: AbortSignal,
  strike?: Strike,
): Promise<Lined> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'startline-line-'));
  const system = await startSystem({
    port: await freeBasePort(),
    dataDir,
    seed: false,
    env: { ...mailQuota, LINE_RATE_MAX: String(wish.rate) },
    races: [
      oneEventRace({
        raceId,
        eventId,
        name: 'Drawn Marathon',
        description: 'A race that more people want than it has spots.',
        spots: wish.spots,
        opensAt: new Date(Date.now() + wish.lobbySeconds * 1000),
        lineMode: 'always',
        ...(wish.holdSeconds !== undefined && { sale: { holdSeconds: wish.holdSeconds } }),
      }),
    ],
  });
  try {
    return await letThemCome(wish, system, say, signal, strike);
  } finally {
    await system.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const letThemCome = async (
  wish: LineOptions,
  system: System,
  say: (news: string) => void,
  signal: AbortSignal,
  strike?: Strike,
): Promise<Lined> => {
  const { urls, ports } = system;
  const { spots } = wish;
  const lineUrl = `${urls.page}/api/races/${raceId}/line`;
  const site = await siteAt(urls.page);
  const first = await seenWithin(60, () => readLine(lineUrl), 'the line of the race is there', signal);
  const gun = Date.parse(first.gun);
  const lobby = lobbySeconds(gun, Date.now());
  if (lobby < leastLobbySeconds)
    throw new Error(`Only ${lobby.toFixed(0)} s are left until the opening. Take a longer --line-lobby.`);

  const task: LineTask = { wish, site, race: await get(race, `${urls.page}/api/races/${raceId}`), eventId, gun };
  const ends = performance.now() + wish.minutes * 60_000;
  const over = new AbortController();
  let registered = 0;
  const coming = letComeIn(wish.processes, task, {
    onSecond: ({ registrations }) => {
      registered += registrations;
      if (registered >= spots) over.abort();
    },
    over: over.signal,
    signal,
  }).finally(() => over.abort());

  const seen: Call[] = [];
  let latest = first;
  const when = async (wanted: LineDocumentMessage['state'], share: number) => {
    while (!over.signal.aborted && (latest.state !== wanted || registered < share * spots)) await setTimeout(100);
  };
  const striking = strike?.({ system, gun, when });
  const watching = (async () => {
    for (let looks = 0; !over.signal.aborted; looks++) {
      await setTimeout(1000);
      const line = await readLine(lineUrl).catch(() => undefined);
      const [event] = line?.events ?? [];
      latest = line ?? latest;
      if (line && event) seen.push([Date.parse(line.now), event.calledTo]);
      if (looks % tellEverySeconds === 0) say(inWords(line, registered, gun));
      // Whoever was not called stops waiting, and the run does not wait for them.
      if (performance.now() > ends) over.abort();
    }
  })();
  const [results] = await Promise.all([coming, watching, striking]).finally(() => over.abort());
  const { books } = await settledBooks(
    { status: urls.status, mail: `http://127.0.0.1:${ports.mail}` },
    raceId,
    settleSeconds,
  );
  const endedAt = Date.now();
  say('the sale ends, and its draw is checked');
  const ended = await endLine(urls, { raceId, eventId, beacon: beaconUrl(ports), line: latest }, signal);
  return {
    gun,
    endedAt,
    waited: results.waited,
    turnedAway: results.turnedAway,
    seen,
    books,
    ...ended,
    steps: new Map(results.steps.map(({ name, latency }) => [name, Histogram.parse(latency)])),
    generator: results.generatorLoad,
    soldAfter: soldAfter(results.waited, spots, gun),
  };
};

/** Seconds from the gun. */
const soldAfter = (waited: readonly Waited[], spots: number, gun: number): Lined['soldAfter'] => {
  const soldAt = waited.flatMap(({ registeredAt }) => registeredAt ?? []).sort((a, b) => a - b);
  const at = (share: number) => {
    const instant = soldAt[Math.ceil(spots * share) - 1];
    return instant === undefined ? undefined : (instant - gun) / 1000;
  };
  return { half: at(0.5), most: at(0.95), last: at(1) };
};

const inWords = (line: LineDocumentMessage | undefined, sold: number, gun: number): string => {
  const seconds = Math.round((Date.now() - gun) / 1000);
  const [event] = line?.events ?? [];
  return `${seconds} s from the gun: ${line?.state ?? 'no line'}, ${line?.passes ?? 0} passes, called to ${(event?.calledTo ?? 0).toFixed(4)}, ${event?.free ?? 0} spots free, ${sold} registered`;
};
