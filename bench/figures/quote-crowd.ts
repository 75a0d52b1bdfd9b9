import type { HoldGranted } from '../../lambdas/api/messages/holds';
import { quoteGiven } from '../../lambdas/api/messages/quotes';
import { problemIn, read } from '../../loadtest/browser/answers';
import { Browser } from '../../loadtest/browser/browser';
import { Agenda } from '../../loadtest/generator/agenda';
import { siteAt } from '../../loadtest/generator/task-for';
import { rawEngine } from '../../loadtest/http/raw-engine';
import { askForSpots } from '../../loadtest/people/ask-for-spots';
import { addressOf, peopleAtAddress, person } from '../../loadtest/people/people';
import { UserSession } from '../../loadtest/people/user-session';
import { Histogram } from '../../loadtest/report/histogram';
import { uuid7 } from '../../loadtest/uuid7';
import { benchEventId, benchRaceId } from './system/bench-race';

/** Somebody who holds a spot, with the last quote they were given. */
export interface Shopper {
  readonly held: HoldGranted;
  readonly identity: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly birthDate: string;
  };
  readonly sessionFor: (departure: number, note?: (ms: number) => void) => UserSession;
  quote?: string;
}

/** Of so many people, each asks for a spot at once. */
const atOnce = 32;
const deadlineSeconds = 300;
/** Milliseconds by which one departure in a hundred may be late, before the generator is what is measured. */
const mayBeLateMs = 100;

/** Lets this many people hold a spot each, before anything is measured. Throws when somebody gets none. */
export const letHold = async (url: string, count: number, signal: AbortSignal): Promise<readonly Shopper[]> => {
  const site = await siteAt(url);
  const [engine, agenda] = [rawEngine(), new Agenda()];
  const shoppers: Shopper[] = [];
  const hold = async (n: number) => {
    const { firstName, lastName, email, birthDate } = person(n, 'bench');
    const browser = new Browser(addressOf(n), engine);
    const sessionFor: Shopper['sessionFor'] = (departure, note) =>
      new UserSession({
        ...{ browser, agenda, random: Math.random, departure, deadlineSeconds, think: () => 0 },
        ...(note && { note: (_, ms) => note(ms) }),
      });
    const identity = { firstName, lastName, email, birthDate };
    const registrationId = uuid7();
    const journey = { site, raceId: benchRaceId, registrationId, person: person(n, 'bench'), card: '' };
    const asked = await askForSpots(sessionFor(performance.now()), journey, [
      { eventId: benchEventId, registrationId },
    ]);
    if (asked.kind !== 'held') throw new Error(`Runner ${n} got no spot: ${JSON.stringify(asked)}`);
    shoppers.push({ held: asked.hold, identity, sessionFor });
  };
  let next = 0;
  const one = async () => {
    while (next < count) {
      signal.throwIfAborted();
      // Neighbours in time come from different addresses.
      const n = next++;
      const homes = Math.ceil(count / peopleAtAddress);
      await hold(peopleAtAddress * (n % homes) + Math.floor(n / homes));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return shoppers;
};

interface Quoting {
  readonly url: string;
  readonly shoppers: readonly Shopper[];
  /** What the n-th one wants, besides who they are. */
  readonly entryOf: (n: number) => { readonly person: object; readonly order: object };
  /** Seconds within which all ask, evenly. */
  readonly within: number;
  readonly signal: AbortSignal;
}

export interface Quoted {
  /** In milliseconds, from the planned moment. */
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  /** How many were answered so: `quoted`, or the name of the problem. */
  readonly answers: Readonly<Record<string, number>>;
  /** Signed quotes. */
  readonly tokens: readonly string[];
  /** Why the figures are void; empty when they are valid. */
  readonly void: readonly string[];
}

/** Everybody has an entry quoted once, at their planned moment. */
export const letQuote = async ({ url, shoppers, entryOf, within, signal }: Quoting): Promise<Quoted> => {
  const [latency, lateness, answers] = [new Histogram(), new Histogram(), new Map<string, number>()];
  const tokens: string[] = [];
  const started = performance.now();
  const agenda = new Agenda();
  const one = async (shopper: Shopper, n: number) => {
    const { held, identity, quote } = shopper;
    const { registrationId, hold, form } = held;
    const due = started + (n * within * 1000) / shoppers.length;
    if (due > performance.now()) await agenda.until(due);
    signal.throwIfAborted();
    lateness.record(performance.now() - due);
    const { person: wants, order } = entryOf(n);
    const entry = { people: [{ registrationId, ...identity, ...wants }], order };
    const answer = await shopper
      .sessionFor(due, (ms) => latency.record(ms * 1000))
      .ask(
        'quote',
        {
          method: 'PUT',
          url: `${url}/api/registrations/${registrationId}/quote`,
          json: { hold, form, entry, ...(quote !== undefined && { previous: { quote, tried: false } }) },
        },
        'item-held',
      );
    const given = answer.status === 200 ? read(quoteGiven, answer).quote : undefined;
    if (given) {
      shopper.quote = given;
      tokens.push(given);
    }
    const kind = given ? 'quoted' : problemIn(answer);
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
  };
  await Promise.all(shoppers.map(one));
  const late = lateness.percentile(0.99);
  return {
    p50: latency.percentile(0.5) / 1000,
    p99: latency.percentile(0.99) / 1000,
    perSecond: shoppers.length / ((performance.now() - started) / 1000),
    answers: Object.fromEntries(answers),
    tokens,
    void:
      late > mayBeLateMs
        ? [
            `The generator was late itself: 1 % of its requests by more than ${Math.round(late)} ms (limit: ${mayBeLateMs} ms).`,
          ]
        : [],
  };
};
