import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { type HoldGranted, holdGranted } from '../../lambdas/api/messages/holds';
import { waitSeconds } from '../../static/src/http/backoff';
import { type Challenge, createSolver } from '../../static/src/proof/proof-of-work';
import { problemIn, read } from '../browser/answers';
import type { Answer } from '../browser/browser';
import { uuid7 } from '../uuid7';
import type { Journey } from './journey';
import type { Outcome } from './outcome';
import { refusal } from './refusal';
import type { UserSession } from './user-session';
import { waitInLine } from './wait-in-line';

/** An event, and the id of the registration in it. */
export interface EventRequest {
  readonly eventId: string;
  readonly registrationId: string;
}

export type Asked =
  | { readonly kind: 'held'; readonly hold: HoldGranted }
  | { readonly kind: 'told'; readonly outcome: Outcome }
  /** No event has a spot for each of them; `free`: the spots of the event that has most. */
  | { readonly kind: 'too-few'; readonly free: number; readonly permits: readonly EventPermit[] };

/** Permits joining the waiting list of an event, under the id that asked for a spot. */
export interface EventPermit extends EventRequest {
  readonly permit: string;
}

/** Asks for spots in one event after the other, and again where spots may come back. */
export const askForSpots = async (
  session: UserSession,
  journey: Journey,
  wishes: readonly EventRequest[],
): Promise<Asked> => {
  const { site, raceId, companions = [] } = journey;
  const ask = async (wish: EventRequest) => {
    const json = { ...wish, ...(companions.length > 0 && { companions: companions.map(() => uuid7()) }) };
    for (;;) {
      const answer = await askForSpot(session, { site, raceId }, json);
      if (!isForLine(answer) || !(await waitInLine(session, journey, wish.eventId))) return answer;
    }
  };
  let free = 0;
  const permits = new Map<string, EventPermit>();
  for (let [tries, left] = [1, wishes]; ; tries++) {
    const held: EventRequest[] = [];
    let retryAfter: number | undefined;
    for (const wish of left) {
      const answer = await ask(wish);
      if (answer.status === 201) return { kind: 'held', hold: read(holdGranted, answer) };
      const outcome = refusal(answer);
      const { permit } = read(refused, answer);
      if (permit !== undefined) permits.set(wish.eventId, { ...wish, permit });
      if (problemIn(answer) === 'too-few-spots') free = Math.max(free, read(tooFew, answer).free);
      else if (outcome.kind === 'all-held') {
        held.push(wish);
        retryAfter = answer.retryAfter;
      } else if (outcome.kind !== 'sold-out') return { kind: 'told', outcome };
    }
    if (held.length === 0 || free > 0) return { kind: 'too-few', free, permits: [...permits.values()] };
    if (retryAfter === undefined || !session.hasTime) return { kind: 'told', outcome: { kind: 'all-held' } };
    await session.pause(waitSeconds(tries, session.random(), retryAfter));
    left = held;
  }
};

/** Asks once, and does the proof of work when it is asked for. */
export const askForSpot = async (
  session: UserSession,
  { site, raceId }: Pick<Journey, 'site' | 'raceId'>,
  json: object,
): Promise<Answer> => {
  const url = `${site.url}/api/races/${raceId}/holds`;
  for (let proven = json; ; ) {
    const answer = await session.ask('hold', { method: 'POST', url, json: proven }, 'all-held', 'not-your-turn');
    if (problemIn(answer) !== 'prove-work' || !session.hasTime) return answer;
    const { challenge } = read(crowded, answer);
    proven = { ...json, proof: { challenge: challenge.token, nonce: await worked(challenge) } };
  }
};

const isForLine = (answer: Answer): boolean => ['join-line', 'not-your-turn'].includes(problemIn(answer));

/** Does the proof of work as the page does, in slices, because a thousand other runners share this thread. */
const worked = async (challenge: Challenge): Promise<string> => {
  const tryOn = createSolver(challenge);
  for (;;) {
    const nonce = tryOn(1000);
    if (nonce !== undefined) return nonce;
    await setImmediate();
  }
};

const crowded = v.object({ challenge: v.object({ token: v.string(), work: v.number() }) });
const tooFew = v.object({ free: v.number() });
const refused = v.object({ permit: v.optional(v.string()) });
