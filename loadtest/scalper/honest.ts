import * as v from 'valibot';
import { holdGranted } from '../../lambdas/api/messages/holds';
import type { RunnerMessage } from '../../lambdas/api/messages/registrations';
import { joinAccepted, waitingStatus } from '../../lambdas/api/messages/waiting-list';
import { problemIn, read } from '../browser/answers';
import type { Answer } from '../browser/browser';
import { fillInAndPay } from '../people/fill-in-and-pay';
import type { Outcome } from '../people/outcome';
import type { UserSession } from '../people/user-session';
import { uuid7 } from '../uuid7';
import { joinRequest } from './join-request';
import { type Scene, secondsIn } from './scene';

/** How an honest runner fared. */
export interface Fared {
  readonly outcome: Outcome;
  /** Since the start of the run. */
  readonly seconds: number;
  /** The spot came from the sale, or by an offer to a place on the list. */
  readonly by?: 'sale' | 'offer';
}

interface Journey {
  readonly scene: Scene;
  readonly way: UserSession;
  readonly person: RunnerMessage;
  readonly card: string;
}

/** Seconds between two looks: at the mail, which costs nothing, and at the sale, as the page does while all spots are held. */
const looks = { mail: 2, held: 12, soldOut: 60 } as const;

/**
 * Wants one spot and pays for it. While there is none, they ask again. They join the list with the permit of the
 * refusal, confirm from their mail, and take the spot they are offered. They give up when the run is over.
 */
export const beHonest = async (journey: Journey): Promise<Fared> => {
  const { scene } = journey;
  const fared = (outcome: Outcome, by?: Fared['by']): Fared => ({
    outcome,
    seconds: secondsIn(scene),
    ...(by && outcome.kind === 'confirmed' && { by }),
  });
  try {
    return fared(...(await untilItIsDecided(journey)));
  } catch (error) {
    return fared({ kind: 'error', detail: error instanceof Error ? error.message : String(error) });
  }
};

const untilItIsDecided = async (journey: Journey): Promise<readonly [Outcome, Fared['by']?]> => {
  const { scene, way, person, card } = journey;
  const { site, race } = scene;
  const party = { site, raceId: race.id, registrationId: '', person, card };
  let told: Outcome = { kind: 'all-held' };
  let place: { readonly id: string; readonly ticket: string; isConfirmed: boolean } | undefined;
  let [nextAsk, nextLook] = [0, 0];

  while (!scene.isOver() && way.hasTime) {
    const link = scene.mails.take(person.email);
    if (link) place = { id: link.placeId, ticket: link.ticket, isConfirmed: place?.isConfirmed ?? false };
    if (place && (link || secondsIn(scene) >= nextLook)) {
      const state = await stateOf(journey, place);
      nextLook = secondsIn(scene) + Math.max(30, state.pollAfter);
      if (state.status === 'offered' && link) {
        const answer = await askForSpot(journey, { ticket: link.ticket });
        if (answer.status === 201) return [await fillInAndPay(way, party, race, read(holdGranted, answer)), 'offer'];
      } else if (['not-needed', 'expired', 'left'].includes(state.status)) [place, nextAsk] = [undefined, 0];
      else if (link && !place.isConfirmed) place = { ...place, isConfirmed: await confirm(journey, link) };
    }
    if (secondsIn(scene) >= nextAsk) {
      const registrationId = uuid7();
      const answer = await askForSpot(journey, { registrationId });
      if (answer.status === 201) return [await fillInAndPay(way, party, race, read(holdGranted, answer)), 'sale'];
      const name = problemIn(answer);
      told = { kind: name === 'all-held' ? 'all-held' : 'sold-out' };
      if (!['all-held', 'sold-out', 'waiting-list', 'too-many-holds', 'prove-work'].includes(name))
        return [{ kind: 'error', detail: `${answer.status} ${name}` }];
      if (!place) {
        place = await join(journey, registrationId, answer);
        nextLook = secondsIn(scene) + 30;
      }
      nextAsk = secondsIn(scene) + (name === 'all-held' ? looks.held : looks.soldOut) * (0.75 + way.random() / 2);
    }
    await way.pause(looks.mail);
  }
  return [place ? { kind: 'waiting' } : told];
};

/** Asks for a spot, and does the proof of work when it is asked for. */
const askForSpot = async (
  { scene, way }: Journey,
  { registrationId = uuid7(), ticket }: { readonly registrationId?: string; readonly ticket?: string },
): Promise<Answer> => {
  const url = `${scene.site.url}/api/races/${scene.race.id}/holds`;
  const json = { registrationId, eventId: scene.eventId, ...(ticket !== undefined && { ticket }) };
  const first = await way.ask('hold', { method: 'POST', url, json }, 'all-held');
  if (problemIn(first) !== 'prove-work') return first;
  const proof = await scene.honestWork.proofFor(first.body);
  return proof ? way.ask('hold', { method: 'POST', url, json: { ...json, proof } }, 'all-held') : first;
};

const join = async ({ scene, way, person }: Journey, placeId: string, refused: Answer) => {
  await way.think();
  const answer = await way.ask('join', joinRequest(scene, placeId, refused, person));
  if (answer.status !== 202) return undefined;
  return { id: placeId, ticket: read(joinAccepted, answer).ticket, isConfirmed: false };
};

const stateOf = async ({ scene, way }: Journey, { id, ticket }: { readonly id: string; readonly ticket: string }) => {
  const url = `${scene.site.url}/api/waiting-list/${id}`;
  const answer = await way.ask('place', { method: 'GET', url, bearer: ticket });
  const state = v.safeParse(waitingStatus, answer.body);
  if (!state.success) return { status: 'unknown', pollAfter: 60 };
  return { status: state.output.status, pollAfter: 'pollAfter' in state.output ? state.output.pollAfter : 0 };
};

/** One click on the link in the mail. */
const confirm = async ({ scene, way }: Journey, link: { readonly placeId: string; readonly ticket: string }) => {
  const url = `${scene.site.url}/api/waiting-list/${link.placeId}/confirmation`;
  const answer = await way.ask('confirm', { method: 'POST', url, bearer: link.ticket, json: {} });
  return answer.status < 300;
};
