import type { RaceMessage } from '../../lambdas/api/messages/races';
import { Browser } from '../browser/browser';
import type { Version } from '../browser/browser-cache';
import type { Shared } from '../generator/in-processes';
import { mostConnections } from '../generator/let-run';
import { letWalk, type WalkContext, type Watching } from '../generator/let-walk';
import { randomOf } from '../generator/random';
import type { GeneratorFigures } from '../generator/results';
import { rawEngine } from '../http/raw-engine';
import type { Site } from '../people/journey';
import { registeredBy } from '../people/outcome';
import { addressOf, peopleAtAddress, person } from '../people/people';
import { UserSession } from '../people/user-session';
import { runBot } from './bot';
import type { LineOptions } from './line-options';
import { homesOf, linePlan, lobbySeconds, placeOf, visitOf } from './line-plan';
import { waitAndRegister } from './person';
import type { Waited } from './waited';

/** What all generators of a line are told. Plain data, because it travels between processes. */
export interface LineTask {
  readonly wish: LineOptions;
  readonly site: Site;
  readonly race: RaceMessage;
  readonly eventId: string;
  /** Milliseconds since the epoch. */
  readonly gun: number;
}

/** The results of one generator of a line. */
export interface LineResults extends GeneratorFigures {
  readonly waited: readonly Waited[];
  /** What people saw who got no pass, because of an error. */
  readonly turnedAway: readonly string[];
}

const connectionsOfBot = 1;

/** Lets its share of the people, and bots, come to the line of a race and register in their turn. */
export const letCome = async (
  { share, startAt, ...task }: LineTask & Shared,
  watching: Watching,
): Promise<LineResults> => {
  const { wish, site, race, eventId, gun } = task;
  const { people, bots, passesOfBot, seed, card } = wish;
  const homes = homesOf(people, mostConnections);
  const engine = rawEngine({ mostPerAddress: homes.connections });
  const engineOfBots = rawEngine({ mostPerAddress: connectionsOfBot });
  const lobby = lobbySeconds(gun, startAt);
  const scene = { race, eventId, isOver: () => watching.over?.aborted === true };
  const journey = { site, raceId: race.id, card };
  const [least, most] = wish.think;
  const deadlineSeconds = wish.minutes * 60;
  const versions = new Map<string, Version>();
  const waited: Waited[] = [];
  const turnedAway: string[] = [];

  const walker = ({ agenda, recorder }: WalkContext) => {
    const honest = async (n: number, departure: number): Promise<number> => {
      const { isAway, backAt, random } = visitOf(wish, n, lobby);
      const backAfter = backAt === undefined ? undefined : Math.max(0, (gun - Date.now()) / 1000 + backAt);
      const session = new UserSession({
        browser: new Browser(addressOf(placeOf(n, homes)), engine, versions),
        agenda,
        random,
        departure,
        deadlineSeconds,
        think: () => least + random() * (most - least),
        note: (step, milliseconds, failed) => recorder.answered(step, milliseconds, failed),
      });
      const one = await waitAndRegister({
        scene,
        session,
        journey: { ...journey, person: person(n, 'line') },
        ...(isAway && { away: { backAfter } }),
      });
      if (one) waited.push(one);
      return one?.outcome ? registeredBy(one.outcome) : 0;
    };
    let invented = people;
    const bot = async (number: number): Promise<number> => {
      const address = addressOf((people + number) * peopleAtAddress);
      const passes = await runBot({
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
            deadlineSeconds,
            think: () => 0,
          }),
        onRegistered: () => recorder.registered(1),
      });
      for (const one of passes) waited.push(one);
      return 0;
    };
    return (n: number, departure: number) =>
      n < people
        ? honest(n, departure).catch((error: unknown) => {
            if (!scene.isOver()) turnedAway.push(error instanceof Error ? error.message : String(error));
            return 0;
          })
        : bot(n - people);
  };
  try {
    const planned = linePlan({ people, bots, seed, awayShare: wish.awayShare }, homes, lobby, share);
    const figures = await letWalk({ startAt, engine, planned, walker }, watching);
    return { ...figures, waited, turnedAway };
  } finally {
    engineOfBots.close();
  }
};
