import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LineDocumentMessage } from '../../lambdas/api/messages/line';
import { race } from '../../lambdas/api/messages/races';
import { beaconUrl } from '../../local/addresses';
import { freeBasePort } from '../../local/services/free-port';
import { type System, startSystem } from '../../local/system';
import { Browser } from '../browser/browser';
import type { Version } from '../browser/browser-cache';
import { Agenda } from '../generator/agenda';
import { watchGeneratorLoad } from '../generator/generator-load';
import { mostConnections } from '../generator/let-run';
import { inRaisedAutogroup } from '../generator/priority';
import { randomOf } from '../generator/random';
import type { GeneratorLoad } from '../generator/results';
import { siteAt } from '../generator/task-for';
import { rawEngine } from '../http/raw-engine';
import { addressOf, peopleAtAddress, person } from '../people/people';
import { UserSession } from '../people/user-session';
import { Histogram } from '../report/histogram';
import { settledBooks } from '../target/books';
import { get } from '../target/get';
import { mailQuota } from '../target/mail-quota';
import { oneEventRace } from '../target/one-event-race';
import { runBot } from './bot';
import { endLine, readLine, seenWithin } from './end-line';
import type { LineOptions } from './line-options';
import { type LineScene, waitAndRegister } from './person';
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
/** People who come after the gun, and when they do so at the latest. */
const [lateShare, lateSeconds] = [0.08, 20];
/** Of the people who are away, so many come back, at most so long after the gun. */
const [backShare, backSeconds] = [0.2, 60];
/** Connections of the people of one address to one server, at most, and of a bot. */
const [connectionsOfHome, connectionsOfBot] = [4, 1];
/** The page and the payment processor: the people of one address have connections to both. */
const serversOfHome = 2;
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
    env: mailQuota,
    races: [
      oneEventRace({
        raceId,
        eventId,
        name: 'Drawn Marathon',
        description: 'A race that more people want than it has spots.',
        spots: wish.spots,
        opensAt: new Date(Date.now() + wish.lobbySeconds * 1000),
        lineMode: 'always',
      }),
    ],
  });
  try {
    return await inRaisedAutogroup(() => letThemCome(wish, system, say, signal, strike));
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
  const { people, spots, bots, passesOfBot, seed } = wish;
  const lineUrl = `${urls.page}/api/races/${raceId}/line`;
  const site = await siteAt(urls.page);
  const first = await seenWithin(60, () => readLine(lineUrl), 'the line of the race is there', signal);
  const gun = Date.parse(first.gun);
  const lobby = (gun - Date.now()) / 1000 - 3;
  if (lobby < leastLobbySeconds)
    throw new Error(`Only ${lobby.toFixed(0)} s are left until the opening. Take a longer --line-lobby.`);

  const agenda = new Agenda();
  // At the gun all of them look at once, and each connection is an open file.
  const mostToServer = Math.floor(mostConnections / serversOfHome);
  const homes = Math.min(mostToServer, Math.ceil(people / peopleAtAddress));
  const engine = rawEngine({ mostPerAddress: Math.min(connectionsOfHome, Math.floor(mostToServer / homes)) });
  const engineOfBots = rawEngine({ mostPerAddress: connectionsOfBot });
  const load = watchGeneratorLoad(agenda, engine);
  const steps = new Map<string, Histogram>();
  const note = (step: string, milliseconds: number) => {
    const known = steps.get(step) ?? new Histogram();
    steps.set(step, known);
    known.record(milliseconds * 1000);
  };
  const start = performance.now();
  const waited: Waited[] = [];
  const soldAt: number[] = [];
  const ends = performance.now() + wish.minutes * 60_000;
  const scene: LineScene = {
    race: await get(race, `${urls.page}/api/races/${raceId}`),
    eventId,
    isOver: () => signal.aborted || soldAt.length >= spots || performance.now() > ends,
  };
  const journey = { site, raceId, card: wish.card };
  const [least, most] = wish.think;
  const versions = new Map<string, Version>();
  const sold = () => soldAt.push(Date.now());

  const honest = Array.from({ length: people }, async (_, n) => {
    const random = randomOf(seed, n);
    const departure = start + 1000 * (random() < lateShare ? lobby + 3 + random() * lateSeconds : random() * lobby);
    await agenda.until(departure);
    load.departedLate(performance.now() - departure);
    const isAway = random() < wish.awayShare;
    const backAt = gun + random() * backSeconds * 1000;
    const away = { backAfter: random() < backShare ? Math.max(0, (backAt - Date.now()) / 1000) : undefined };
    const session = new UserSession({
      browser: new Browser(addressOf(n % (homes * peopleAtAddress)), engine, versions),
      agenda,
      random,
      departure,
      deadlineSeconds: wish.minutes * 60,
      think: () => least + random() * (most - least),
      note,
    });
    const one = await waitAndRegister({
      scene,
      session,
      journey: { ...journey, person: person(n, 'line') },
      ...(isAway && { away }),
    });
    if (one?.outcome?.kind === 'confirmed') sold();
    if (one) waited.push(one);
  });
  let invented = people;
  const robbing = Array.from({ length: bots }, async (_, number) => {
    await agenda.until(start);
    const address = addressOf((people + number) * peopleAtAddress);
    const all = await runBot({
      scene,
      number,
      passes: passesOfBot,
      journey,
      newPerson: () => person(invented++, 'bot'),
      newSession: () =>
        new UserSession({
          browser: new Browser(address, engineOfBots, versions),
          agenda,
          random: randomOf(seed, people + number),
          departure: performance.now(),
          deadlineSeconds: wish.minutes * 60,
          think: () => 0,
        }),
      onRegistered: sold,
    });
    waited.push(...all);
  });

  const seen: Call[] = [];
  let latest = first;
  const when = async (wanted: LineDocumentMessage['state'], share: number) => {
    while (!scene.isOver() && (latest.state !== wanted || soldAt.length < share * spots)) await setTimeout(100);
  };
  const striking = strike?.({ system, gun, when });
  const watching = (async () => {
    for (let looks = 0; !scene.isOver(); looks++) {
      await setTimeout(1000);
      load.look();
      const line = await readLine(lineUrl).catch(() => undefined);
      const [event] = line?.events ?? [];
      latest = line ?? latest;
      if (line && event) seen.push([Date.parse(line.now), event.calledTo]);
      if (looks % tellEverySeconds === 0) say(inWords(line, soldAt.length, gun));
    }
    // Whoever was not called goes home, and nobody waits for them.
    await setTimeout(2000);
    agenda.stop();
  })();
  try {
    await Promise.allSettled([...honest, ...robbing]);
    await striking;
    await watching;
    signal.throwIfAborted();
    const generator = load.end();
    const { books } = await settledBooks(
      { status: urls.status, mail: `http://127.0.0.1:${ports.mail}` },
      raceId,
      settleSeconds,
    );
    const endedAt = Date.now();
    say('the sale ends, and its draw is checked');
    const ended = await endLine(urls, { raceId, eventId, beacon: beaconUrl(ports), line: latest }, signal);
    const at = (share: number) => {
      const instant = soldAt[Math.ceil(spots * share) - 1];
      return instant === undefined ? undefined : (instant - gun) / 1000;
    };
    return {
      gun,
      endedAt,
      waited,
      seen,
      books,
      ...ended,
      steps,
      generator,
      soldAfter: { half: at(0.5), most: at(0.95), last: at(1) },
    };
  } finally {
    agenda.stop();
    engine.close();
    engineOfBots.close();
  }
};

const inWords = (line: LineDocumentMessage | undefined, sold: number, gun: number): string => {
  const seconds = Math.round((Date.now() - gun) / 1000);
  const [event] = line?.events ?? [];
  return `${seconds} s from the gun: ${line?.state ?? 'no line'}, ${line?.passes ?? 0} passes, called to ${(event?.calledTo ?? 0).toFixed(4)}, ${event?.free ?? 0} spots free, ${sold} registered`;
};
