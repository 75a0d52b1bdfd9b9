import * as v from 'valibot';
import { availability, race } from '../lambdas/api/races';
import { difference, readBooks, settledBooks, type Windows } from './books';
import { type Crowd, letRun, type Outcome } from './crowd';
import type { Site } from './runner';
import { type Check, verdict } from './verdict';

export interface Burst extends Omit<Crowd, 'site' | 'eventId'> {
  /** The site's address, without a slash at its end. */
  readonly url: string;
  readonly windows: Windows;
  /** Default: the race's first event. */
  readonly eventId?: string;
}

export interface Judged {
  readonly outcome: Outcome;
  readonly checks: readonly Check[];
}

const config = v.object({ processor: v.object({ url: v.string(), publishableKey: v.string() }) });

/** One opening: the crowd runs, the system settles, and the books are compared with what the runners were told. */
export const burst = async ({ url, windows, ...crowd }: Burst): Promise<Judged> => {
  const site: Site = { url, ...(await get(config, `${url}/config.json`)) };
  const page = await get(race, `${url}/api/races/${crowd.raceId}`);
  const event = page.events.find(({ id }) => !crowd.eventId || id === crowd.eventId);
  if (!event) throw new Error(`The race "${crowd.raceId}" has no event ${crowd.eventId}.`);
  const { events } = await get(availability, `${url}/api/races/${crowd.raceId}/availability`);
  const left = events.find(({ eventId }) => eventId === event.id);
  if (left?.state !== 'open') throw new Error(`Nobody can register for ${event.name}: its state is "${left?.state}".`);

  const before = await readBooks(windows, crowd.raceId);
  const outcome = await letRun({ ...crowd, site, eventId: event.id });
  const after = await settledBooks(windows, crowd.raceId, 180);
  return {
    outcome,
    checks: verdict(outcome.endings, { capacity: left.spotsLeft, ...difference(after.books, before.books) }),
  };
};

const get = async <Out>(schema: v.GenericSchema<unknown, Out>, url: string): Promise<Out> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return v.parse(schema, await answer.json());
};
