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
import { Agenda } from './agenda';
import { watchGeneratorLoad } from './generator-load';
import { plan, type Share } from './plan';
import { randomOf } from './random';
import { Recorder } from './recorder';
import type { GeneratorResults, RawSecond } from './results';

/** The task of one generator. Plain data, because it travels between processes. */
export interface Assignment {
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
  readonly share: Share;
  /** Milliseconds since the epoch: all generators begin at once. */
  readonly startAt: number;
}

export interface Watching {
  readonly onSecond?: (second: RawSecond) => void;
  readonly onOutcome?: (outcome: Outcome, done: number) => void;
  readonly signal?: AbortSignal;
  readonly engine?: Engine;
}

/** Of one generator: the open files a process may have, less what it needs otherwise. */
export const mostConnections = 12_000;

/** Milliseconds between two checks of the generator's own lag, which it must know to judge its figures. */
const heartbeatMs = 20;

/** Lets its share of the runners go, each at their planned moment. Rejects with `Stopped` when it is stopped. */
export const letRun = async (assignment: Assignment, watching: Watching = {}): Promise<GeneratorResults> => {
  const { wish, share, startAt } = assignment;
  const homes = assignment.addresses ?? homesFor(wish);
  const { onSecond, onOutcome, signal } = watching;
  const engine =
    watching.engine ??
    rawEngine({ mostPerAddress: Math.max(1, Math.floor((assignment.connections ?? mostConnections) / homes)) });
  const agenda = new Agenda();
  const stop = () => {
    agenda.stop();
    engine.close();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();

  const start = performance.now() + startAt - Date.now();
  const generatorLoad = watchGeneratorLoad(agenda, engine);
  const recorder = new Recorder({ start, takeLag: () => agenda.takeWorst(), ...(onSecond && { onSecond }) });
  const { inbox } = assignment.site;
  const links = inbox !== undefined && wish.transfers ? new MailedLinks(inbox, transferTokenIn) : undefined;
  const walk = walkerFor(assignment, { agenda, engine, recorder, links });
  const outcomes: Outcome[] = [];
  const underWay: Promise<void>[] = [];
  let isOver = false;

  const beat = async () => {
    for (
      let due = Math.max(start, performance.now()), beats = 0;
      !isOver;
      due = Math.max(due + heartbeatMs, performance.now())
    ) {
      await agenda.until(due);
      recorder.closeSeconds();
      if (beats++ % (1000 / heartbeatMs) === 0) generatorLoad.look();
    }
  };
  const beating = beat();
  // It rejects when the run is stopped, and then the runners below reject too.
  beating.catch(() => undefined);
  try {
    for (const { n, departure } of plan(wish, share)) {
      const due = start + departure;
      if (due > performance.now()) await agenda.until(due);
      generatorLoad.departedLate(performance.now() - due);
      recorder.departed();
      underWay.push(
        walk(n, due).then((outcome) => {
          outcomes.push(outcome);
          recorder.finished(registeredBy(outcome));
          onOutcome?.(outcome, outcomes.length);
        }),
      );
    }
    await Promise.all(underWay);
    isOver = true;
    if (signal?.aborted) await agenda.until(0);
    return { outcomes, ...recorder.end(), generatorLoad: generatorLoad.end() };
  } finally {
    isOver = true;
    await links?.end();
    signal?.removeEventListener('abort', stop);
    stop();
  }
};

interface Parts {
  readonly agenda: Agenda;
  readonly engine: Engine;
  readonly recorder: Recorder;
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
