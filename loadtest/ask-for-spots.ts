import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { type HoldGranted, holdGranted } from '../lambdas/api/holds';
import { waitSeconds } from '../static/src/http/backoff';
import { type Challenge, createSolver } from '../static/src/proof/work';
import { problemIn, read } from './answers';
import type { Ending } from './ending';
import { refusal } from './refusal';
import type { Journey } from './runner';
import { uuid7 } from './uuid7';
import type { Way } from './way';

/** An event, and the id of the registration in it. */
export interface EventWish {
  readonly eventId: string;
  readonly registrationId: string;
}

export type Asked =
  | { readonly kind: 'held'; readonly hold: HoldGranted }
  | { readonly kind: 'told'; readonly ending: Ending }
  /** Nowhere is one for each; so many are free where the most are. */
  | { readonly kind: 'too-few'; readonly free: number; readonly permits: readonly EventPermit[] };

/** With this the waiting list of an event may be joined, under the id that a spot was asked for with. */
export interface EventPermit extends EventWish {
  readonly permit: string;
}

/** Asks for a spot for each of them in one event after the other, and again where some may come back. */
export const askForSpots = async (way: Way, journey: Journey, wishes: readonly EventWish[]): Promise<Asked> => {
  const { site, raceId, companions = [] } = journey;
  const ask = async (wish: EventWish) => {
    let json: object = { ...wish, ...(companions.length > 0 && { companions: companions.map(() => uuid7()) }) };
    for (;;) {
      const url = `${site.url}/api/races/${raceId}/holds`;
      const answer = await way.ask('hold', { method: 'POST', url, json }, 'all-held');
      if (problemIn(answer) !== 'prove-work' || !way.hasTime) return answer;
      const { challenge } = read(crowded, answer);
      json = { ...json, proof: { challenge: challenge.token, nonce: await worked(challenge) } };
    }
  };
  let free = 0;
  const permits = new Map<string, EventPermit>();
  for (let [tries, left] = [1, wishes]; ; tries++) {
    const held: EventWish[] = [];
    let patience: number | undefined;
    for (const wish of left) {
      const answer = await ask(wish);
      if (answer.status === 201) return { kind: 'held', hold: read(holdGranted, answer) };
      const ending = refusal(answer);
      const { permit } = read(refused, answer);
      if (permit !== undefined) permits.set(wish.eventId, { ...wish, permit });
      if (problemIn(answer) === 'too-few-spots') free = Math.max(free, read(tooFew, answer).free);
      else if (ending.kind === 'all-held') {
        held.push(wish);
        patience = answer.retryAfter;
      } else if (ending.kind !== 'sold-out') return { kind: 'told', ending };
    }
    if (held.length === 0 || free > 0) return { kind: 'too-few', free, permits: [...permits.values()] };
    if (patience === undefined || !way.hasTime) return { kind: 'told', ending: { kind: 'all-held' } };
    await way.pause(waitSeconds(tries, way.random(), patience));
    left = held;
  }
};

/** As the page does it; in slices, because a thousand other runners share this thread. */
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
