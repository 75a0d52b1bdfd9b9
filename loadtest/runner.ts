import * as v from 'valibot';
import { holdGranted } from '../lambdas/api/holds';
import { availability, type RaceMessage, race } from '../lambdas/api/races';
import { type RunnerMessage, registrationAccepted, registrationStatus } from '../lambdas/api/registrations';
import { pollSeconds } from '../static/src/http/backoff';
import { problemIn, read } from './answers';
import type { Answer } from './browser';
import { joinWaitingList } from './join-waiting-list';
import { openPage } from './page-files';
import { type Habits, steadfast } from './scenarios/scenario';
import { uuid7 } from './uuid7';
import type { Way } from './way';

export interface Site {
  readonly url: string;
  readonly processor: { readonly url: string; readonly publishableKey: string };
}

export interface Journey {
  readonly site: Site;
  readonly raceId: string;
  /** Has his heart set on this event. Default: one of those that are open, and another when it is sold out. */
  readonly eventId?: string;
  readonly registrationId: string;
  readonly person: RunnerMessage;
  readonly card: string;
  readonly habits?: Habits;
}

/** How it ended for the runner, in the words he was told. */
export type Ending =
  | { readonly kind: 'confirmed'; readonly registrationId: string; readonly eventId: string; readonly number: number }
  /** Of those who had heard that it was sold out, these are on the waiting list. */
  | { readonly kind: 'sold-out' | 'waiting' | 'all-held' | 'duplicate' | 'refused' | 'payment-failed' | 'declined' }
  /** Went away in the middle, by himself. */
  | { readonly kind: 'abandoned' }
  /** Looked at what there was to see. */
  | { readonly kind: 'done' }
  | { readonly kind: 'error'; readonly detail: string };

type Hold = v.InferOutput<typeof holdGranted>;

/** One person's way through the pages, as the page itself goes it. */
export const register = async (way: Way, journey: Journey): Promise<Ending> => {
  const { site, raceId, habits = steadfast } = journey;
  try {
    if (habits.loadsPage) await openPage(way, site.url, `/races/${raceId}`);
    const page = read(race, await way.ask('race page', { method: 'GET', url: `${site.url}/api/races/${raceId}` }));
    const wanted = await eventsToTry(way, journey);
    let registrationId = journey.registrationId;
    for (const eventId of wanted) {
      const held = await way.ask('hold', {
        method: 'POST',
        url: `${site.url}/api/races/${raceId}/holds`,
        json: { registrationId, eventId },
      });
      if (held.status === 201) return await finish(way, journey, page, read(holdGranted, held));
      const refused = ending(held);
      if (refused.kind !== 'sold-out') return refused;
      registrationId = uuid7();
    }
    const [first] = wanted;
    if (first === undefined || way.random() >= habits.joinsWaitingList) return { kind: 'sold-out' };
    return await joinWaitingList(way, journey, first);
  } catch (error) {
    return { kind: 'error', detail: error instanceof Error ? error.message : String(error) };
  }
};

/** What the page offers a button for, from the one this runner likes best on. */
const eventsToTry = async (way: Way, { site, raceId, eventId }: Journey): Promise<readonly string[]> => {
  const answer = await way.ask('spots left', { method: 'GET', url: `${site.url}/api/races/${raceId}/availability` });
  if (eventId !== undefined) return [eventId];
  const offered = read(availability, answer).events.filter(({ state }) => state === 'open' || state === 'held');
  const best = Math.floor(way.random() * offered.length);
  return [...offered.slice(best), ...offered.slice(0, best)].map((event) => event.eventId);
};

/** Fills in the forms, pays, and asks until it is decided. */
const finish = async (way: Way, journey: Journey, page: RaceMessage, held: Hold): Promise<Ending> => {
  const { site, person, card, habits = steadfast } = journey;
  const { hold, waiver, registrationId, eventId } = held;
  if (waiver.hash !== page.waiver.hash) throw new Error('the waiver of the hold is not the one of the page');
  // Two forms: who runs, and the card.
  for (let form = 0; form < 2; form++) {
    await way.think();
    if (way.random() < habits.abandons) return { kind: 'abandoned' };
  }
  const method = await way.ask('card', {
    method: 'POST',
    url: `${site.processor.url}/v1/payment_methods`,
    bearer: site.processor.publishableKey,
    form: {
      type: 'card',
      'card[number]': card,
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
    },
  });
  const paymentMethod = read(v.object({ id: v.string() }), method).id;

  const url = `${site.url}/api/registrations/${registrationId}`;
  const submitted = await way.ask('submit', {
    method: 'PUT',
    url,
    json: { hold, runner: person, waiver: { hash: waiver.hash, accepted: true }, paymentMethod },
  });
  if (submitted.status !== 202) return ending(submitted);
  let { pollAfter } = read(registrationAccepted, submitted);
  while (way.hasTime) {
    await way.pause(pollSeconds(pollAfter, way.random()));
    const status = read(registrationStatus, await way.ask('status', { method: 'GET', url, bearer: hold }));
    if (status.status === 'processing') pollAfter = status.pollAfter;
    else if (status.status === 'confirmed')
      return { kind: 'confirmed', registrationId, eventId, number: status.number };
    else if (status.status === 'cancelled' || status.status === 'transferred')
      return { kind: 'error', detail: `was told ${status.status}, and never asked for it` };
    else return { kind: status.status };
  }
  return { kind: 'error', detail: 'gave up waiting for the confirmation' };
};

const ending = (answer: Answer): Ending => {
  const name = problemIn(answer);
  // The waiting list comes first: for whoever wants to buy, nothing is left.
  if (name === 'sold-out' || name === 'waiting-list') return { kind: 'sold-out' };
  if (name === 'all-held') return { kind: 'all-held' };
  if (name === 'card-declined') return { kind: 'declined' };
  return { kind: 'error', detail: `${answer.status} ${name || JSON.stringify(answer.body).slice(0, 200)}` };
};
