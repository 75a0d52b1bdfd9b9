import type { RunnerMessage } from '../../lambdas/api/messages/registrations';
import { Browser } from '../browser/browser';
import type { Version } from '../browser/browser-cache';
import type { Engine } from '../http/engine';
import { rawEngine } from '../http/raw-engine';
import { challengeOf } from '../people/challenges';
import { isOneOf } from '../people/fill-in-form';
import { companionsOf, homesFor, mostAtOnce } from '../people/groups';
import type { Site } from '../people/journey';
import { MailedLinks, transferTokenIn } from '../people/mailed-links';
import { openAcquaintances } from '../people/notices';
import { type Outcome, registeredBy } from '../people/outcome';
import { addressOf, atMailSimulator, peopleAtAddress, person } from '../people/people';
import { readResults } from '../people/results-reader';
import { register } from '../people/runner';
import { UserSession } from '../people/user-session';
import { look } from '../people/visitor';
import { codesIn, type Wish } from '../report/test-report';
import type { Scenario } from '../scenarios/scenario';
import { isThisMachine } from '../target/this-machine';
import { uuid7 } from '../uuid7';
import type { Shared } from './in-processes';
import { letWalk, type WalkContext, type Watching } from './let-walk';
import { plan } from './plan';
import { randomOf } from './random';
import type { GeneratorResults } from './results';

/** The task of one generator. Plain data, because it travels between processes. */
export interface Assignment extends Shared {
  readonly wish: Wish;
  readonly scenario: Scenario;
  readonly site: Site;
  /** Default: any event that is open. */
  readonly eventId?: string;
  /** Part of the people's e-mail addresses in this run, so that nobody comes twice. */
  readonly run: string;
  /** Position of the first runner among the loopback addresses: each run uses others. */
  readonly firstAddress: number;
  /** So many addresses, whose people share connections that stay open. Default: as many as there are households. */
  readonly addresses?: number;
  /** So many connections at most, of all addresses together; who finds none free waits. Default: as many as a process can have. */
  readonly connections?: number;
  /** Seconds after departure when a runner gives up. */
  readonly deadlineSeconds: number;
}

export interface RunWatching extends Watching {
  readonly onOutcome?: (outcome: Outcome, done: number) => void;
  readonly engine?: Engine;
}

/** Of one generator: the open files a process may have, less what it needs otherwise. */
export const mostConnections = 12_000;

/** Lets its share of the runners go, each at their planned moment. Rejects with `Stopped` when it is stopped. */
export const letRun = async (assignment: Assignment, watching: RunWatching = {}): Promise<GeneratorResults> => {
  const { wish, share, startAt } = assignment;
  const homes = assignment.addresses ?? homesFor(wish);
  const engine =
    watching.engine ??
    rawEngine({ mostPerAddress: Math.max(1, Math.floor((assignment.connections ?? mostConnections) / homes)) });
  const { inbox } = assignment.site;
  const links = inbox !== undefined && wish.transfers ? new MailedLinks(inbox, transferTokenIn) : undefined;
  const outcomes: Outcome[] = [];
  const walker = (context: WalkContext) => {
    const walk = walkerFor(assignment, { ...context, engine, links });
    return async (n: number, departure: number) => {
      const outcome = await walk(n, departure);
      outcomes.push(outcome);
      watching.onOutcome?.(outcome, outcomes.length);
      return registeredBy(outcome);
    };
  };
  try {
    const figures = await letWalk({ startAt, engine, planned: plan(wish, share), walker }, watching);
    return { outcomes, ...figures };
  } finally {
    await links?.end();
  }
};

interface Parts extends WalkContext {
  readonly engine: Engine;
  /** The links to spots that are passed on. */
  readonly links: MailedLinks<string> | undefined;
}

/** The codes take turns. */
export const codeFor = (
  { codes, withCode = 100, seed }: Pick<Wish, 'codes' | 'withCode' | 'seed'>,
  n: number,
): { readonly code?: string } => {
  const all = isOneOf('withCode', { withCode, seed }, n) ? codesIn(codes) : [];
  const code = all[n % all.length];
  return code === undefined ? {} : { code };
};

const walkerFor = (assignment: Assignment, { agenda, engine, recorder, links }: Parts) => {
  const { wish, scenario, site, eventId, run, firstAddress, deadlineSeconds } = assignment;
  const [least, most] = wish.think;
  const versions = new Map<string, Version>();
  const acquaintances = openAcquaintances();
  // Runners who set off one after the other come from different addresses, as they do in reality.
  const homes = assignment.addresses ?? homesFor(wish);
  const withMailbox = isThisMachine(new URL(site.url).hostname) ? (one: RunnerMessage) => one : atMailSimulator;

  return async (n: number, departure: number): Promise<Outcome> => {
    const random = randomOf(wish.seed, n);
    const sessionFrom = (departs: number) =>
      new UserSession({
        browser: new Browser(addressOf(firstAddress + peopleAtAddress * (n % homes)), engine, versions),
        agenda,
        random,
        departure: departs,
        deadlineSeconds,
        think: () => least + random() * (most - least),
        note: (step, milliseconds, failed) => recorder.answered(step, milliseconds, failed),
      });
    const session = sessionFrom(departure);
    const challenge = challengeOf(wish, n);
    if (scenario.does === 'look') return look(session, { site, raceId: wish.race, scenario });
    if (scenario.does === 'read-results') return readResults(session, { site, raceId: wish.race, scenario });
    return register(session, {
      site,
      raceId: wish.race,
      ...(eventId !== undefined && { eventId }),
      registrationId: uuid7(),
      person: withMailbox(person(n, run)),
      companions: companionsOf(wish, n, run).map(withMailbox),
      card: wish.card,
      ...(challenge && { challenge }),
      ...(isOneOf('donate', wish, n) && { donates: true }),
      ...(isOneOf('teams', wish, n) && { wantsTeam: true }),
      ...(isOneOf('minors', wish, n) && { hasMinor: true }),
      acquaintances,
      ...codeFor(wish, n),
      ...(links &&
        isOneOf('transfers', wish, n) && {
          recipient: { person: withMailbox(person(wish.runners * mostAtOnce + n, run)), links, sessionFrom },
        }),
      habits: scenario.habits,
    });
  };
};
