import type { Planned, Share } from '../generator/plan';
import { randomOf } from '../generator/random';
import { peopleAtAddress } from '../people/people';
import type { LineOptions } from './line-options';

/** People who come after the gun, and when they do so at the latest. */
const [lateShare, lateSeconds] = [0.08, 20];
/** Of the people who are away, so many come back, at most so long after the gun. */
const [backShare, backSeconds] = [0.2, 60];
/** People come to the line until so many seconds before the gun. */
const quietSeconds = 3;

/** The addresses of a crowd, and how many connections each has to one server. */
export interface Homes {
  readonly many: number;
  readonly connections: number;
}

/** Connections of the people of one address to one server, at most. */
const connectionsOfHome = 4;
/** The page and the payment processor: the people of one address have connections to both. */
const serversOfHome = 2;

/**
 * All people together have no more connections than `most`: at the gun all of them look at once, and each connection is an open
 * file here and in the system. So they are the same, however many processes share the crowd.
 */
export const homesOf = (people: number, most: number): Homes => {
  const mostToServer = Math.floor(most / serversOfHome);
  const many = Math.min(mostToServer, Math.ceil(people / peopleAtAddress));
  return { many, connections: Math.min(connectionsOfHome, Math.floor(mostToServer / many)) };
};

/** The position of somebody among the addresses of a crowd. */
export const placeOf = (n: number, { many }: Homes): number => n % (many * peopleAtAddress);

/** Seconds in which people come to the line before the gun. Instants in milliseconds since the epoch. */
export const lobbySeconds = (gun: number, startAt: number): number => (gun - startAt) / 1000 - quietSeconds;

interface Visit {
  /** Milliseconds from the start. */
  readonly departure: number;
  readonly isAway: boolean;
  /** Seconds after the gun when somebody who is away looks again. Absent: they do not. */
  readonly backAt?: number;
  /** What they draw next. */
  readonly random: () => number;
}

/** When the n-th person comes, and whether they stay: the same for the same seed, in whichever process they are. */
export const visitOf = (
  { seed, awayShare }: Pick<LineOptions, 'seed' | 'awayShare'>,
  n: number,
  lobby: number,
): Visit => {
  const random = randomOf(seed, n);
  const seconds = random() < lateShare ? lobby + quietSeconds + random() * lateSeconds : random() * lobby;
  const isAway = random() < awayShare;
  const backAt = random() * backSeconds;
  return { departure: seconds * 1000, isAway, ...(random() < backShare && { backAt }), random };
};

type Crowd = Pick<LineOptions, 'people' | 'bots' | 'seed' | 'awayShare'>;

/**
 * Who of a crowd sets off when, in order. People of one address are in one process, because they share connections. Bots, whose
 * numbers follow those of the people, are in the first one.
 */
export const linePlan = (crowd: Crowd, homes: Homes, lobby: number, { index, of }: Share): readonly Planned[] => {
  const planned: Planned[] = [];
  for (let n = 0; n < crowd.people; n++) {
    if (Math.floor(placeOf(n, homes) / peopleAtAddress) % of === index)
      planned.push({ n, departure: visitOf(crowd, n, lobby).departure });
  }
  const bots = index === 0 ? crowd.bots : 0;
  for (let bot = 0; bot < bots; bot++) planned.push({ n: crowd.people + bot, departure: 0 });
  return planned.sort((a, b) => a.departure - b.departure);
};
