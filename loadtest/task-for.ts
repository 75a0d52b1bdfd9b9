import * as v from 'valibot';
import type { Task } from './generator/generate';
import { get } from './get';
import type { Site } from './journey';
import { peopleAtAddress } from './people';
import { scenarioNamed } from './scenarios/all';
import type { Scenario } from './scenarios/scenario';
import type { Wish } from './test-report';

export interface Intent {
  readonly wish: Wish;
  /** Where the system is, without a slash at its end. */
  readonly url: string;
  /** Of the run. */
  readonly id: string;
  readonly eventId?: string;
  /** Seconds. */
  readonly deadlineSeconds?: number;
}

const config = v.object({ processor: v.object({ url: v.string(), publishableKey: v.string() }) });

/** Households that local addresses can be told apart for, less than there are. */
const homes = 4_000_000;

/** Seconds after which who is not done has given up: three minutes more than the forms take at most. */
export const deadlineSecondsFor = ({ think, together }: Pick<Wish, 'think' | 'together'>): number =>
  180 + (together ? 7 : 4) * think[1];

/** What a browser is told of a site. Throws when it has no page. */
export const siteAt = async (url: string): Promise<Site> => ({ url, ...(await get(config, `${url}/config.json`)) });

/** What all generators of a run are sent. Throws when the scenario cannot be run yet, or the site has no page. */
export const taskFor = async ({
  wish,
  url,
  id,
  eventId,
  deadlineSeconds = deadlineSecondsFor(wish),
}: Intent): Promise<Task> => ({
  wish,
  scenario: scenarioFor(wish),
  site: await siteAt(url),
  ...(eventId !== undefined && { eventId }),
  run: id.slice(-8),
  // What an address may hold without paying is counted for a while: the next run comes from others.
  firstAddress: Math.floor(Math.random() * homes) * peopleAtAddress,
  deadlineSeconds,
});

/** Throws when it cannot be run yet. */
export const scenarioFor = ({ scenario: name, abandons, joins }: Wish): Scenario => {
  const scenario = scenarioNamed(name);
  if (scenario.open) throw new Error(`${name}: ${scenario.open}`);
  if (scenario.does !== 'register') return scenario;
  const { habits } = scenario;
  const [leaves, waits] = [abandons ?? habits.abandons, joins ?? habits.joinsWaitingList];
  return { ...scenario, habits: { ...habits, abandons: leaves, joinsWaitingList: waits } };
};
