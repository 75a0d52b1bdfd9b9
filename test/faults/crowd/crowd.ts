import { setTimeout } from 'node:timers/promises';
import type { RunnerMessage } from '../../../lambdas/api/messages/registrations';
import { Agenda } from '../../../loadtest/generator/agenda';
import { arrivals } from '../../../loadtest/generator/arrivals';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { companionsOf, mostAtOnce } from '../../../loadtest/people/groups';
import type { Challenge, Site } from '../../../loadtest/people/journey';
import type { Outcome } from '../../../loadtest/people/outcome';
import { addressOf, person } from '../../../loadtest/people/people';
import { register } from '../../../loadtest/people/runner';
import { UserSession } from '../../../loadtest/people/user-session';
import { uuid7 } from '../../../loadtest/uuid7';
import { soon } from '../system/soon';
import type { FreshRace } from './fresh-race';
import { type Answers, type Listener, type RetryRule, WatchedBrowser } from './watched-browser';

/** One runner's registration, and what they were answered. */
export interface Client {
  readonly registrationId: string;
  readonly person: RunnerMessage;
  readonly answers: Answers;
  readonly ending: Outcome;
  /** Asks once more for the outcome of the registration. */
  readonly askAgain: () => Promise<void>;
}

export interface CrowdOptions {
  readonly site: Site;
  readonly race: FreshRace;
  readonly runners: number;
  /** Seconds within which all set off. */
  readonly within: number;
  /** Seconds that each has in all before they give up. */
  readonly trySeconds: number;
  readonly retryRule: RetryRule;
  /** Percent of the runners who bring somebody. Default: everybody comes alone. */
  readonly together?: number;
  /** The card number of the n-th runner. */
  readonly cardOf: (n: number) => string;
  /** The bank of the n-th runner asks them. */
  readonly challengeOf?: ((n: number) => Challenge | undefined) | undefined;
  readonly listener: Listener;
  /** Who is declined changes what they buy, and pays with this card. */
  readonly secondCard?: string | undefined;
  /** No further runner sets off before this resolves. */
  readonly mayGo?: () => Promise<void>;
}

const run = uuid7().slice(-8);
let people = 0;

/** The n-th runner of the next crowd is this person: a fault may need to know beforehand. */
export const nextPerson = (n: number): RunnerMessage => person(people + n, run);

const thinkSeconds = 0.4;

/** What the n-th runner wants in a race with a form: the rests differ, so that all kinds of wishes meet. */
const wishesOf = (n: number, { code, acquaintances }: NonNullable<FreshRace['form']>) => ({
  acquaintances,
  donates: n % 5 === 3,
  wantsTeam: n % 4 === 1,
  hasMinor: n % 7 === 2,
  ...(n % 3 === 0 && { code }),
});

/**
 * The load test's crowd; each client keeps what it was answered. No person comes twice, and no address is used
 * twice.
 */
export const letRun = async (options: CrowdOptions): Promise<readonly Client[]> => {
  const {
    site,
    race,
    runners,
    within,
    trySeconds,
    retryRule,
    together = 0,
    cardOf,
    challengeOf,
    secondCard,
    listener,
    mayGo,
  } = options;
  const first = people;
  // The system counts what an address holds without paying: each crowd has addresses of its own, with two browsers
  // each.
  people = Math.ceil((people + runners * mostAtOnce) / 100) * 100;
  const [engine, agenda] = [rawEngine(), new Agenda()];
  const started = performance.now();

  const one = async (n: number, departure: number): Promise<Client> => {
    await setTimeout(Math.max(0, departure - (performance.now() - started)));
    await mayGo?.();
    const browser = new WatchedBrowser(addressOf(2 * (first + n)), engine, listener, retryRule);
    const registrationId = uuid7();
    const who = person(first + n, run);
    const way = new UserSession({
      browser,
      agenda,
      random: Math.random,
      departure: performance.now(),
      deadlineSeconds: trySeconds,
      think: () => Math.random() * thinkSeconds,
    });
    const challenge = challengeOf?.(n);
    const ending = await register(way, {
      site,
      raceId: race.raceId,
      eventId: race.eventId,
      registrationId,
      person: who,
      companions: companionsOf({ runners, seed: first, together }, n, run, first),
      card: cardOf(n),
      ...(challenge && { challenge }),
      ...(race.form && wishesOf(n, race.form)),
      ...(secondCard !== undefined && { secondCard }),
    });
    const askAgain = async () => {
      const bearer = browser.answers.holds.at(-1)?.token;
      const url = `${site.url}/api/registrations/${registrationId}`;
      if (bearer)
        await soon(
          `${url} answers`,
          30,
          async () => (await browser.fetch({ method: 'GET', url, bearer })).status < 500,
        );
    };
    return { registrationId, person: who, answers: browser.answers, ending, askAgain };
  };
  const clients = await Promise.all(arrivals(runners, within).map((departure, n) => one(n, departure)));
  // Closes what is open; a client that asks again later opens another connection.
  engine.close();
  return clients;
};
