import * as v from 'valibot';
import type { Site } from '../people/journey';
import { peopleAtAddress } from '../people/people';
import type { Wish } from '../report/test-report';
import { scenarioNamed } from '../scenarios/all';
import type { Scenario } from '../scenarios/scenario';
import { get } from '../target/get';
import type { Task } from './generate';

export interface Intent {
  readonly wish: Wish;
  /** Address of the system, without a slash at its end. */
  readonly url: string;
  /** Id of the run. */
  readonly id: string;
  readonly eventId?: string;
  /** Where the mail of all runners can be read. Without it nobody passes a spot on. */
  readonly inbox?: string;
  /** Seconds. */
  readonly deadlineSeconds?: number;
}

const config = v.object({ processor: v.object({ url: v.string(), publishableKey: v.string() }) });

/** Households with different local addresses: fewer than the loopback network allows. */
const homes = 4_000_000;

/** Seconds after departure when a runner gives up: three minutes more than the forms take at most. */
export const deadlineSecondsFor = ({
  think,
  together,
  challenged,
}: Pick<Wish, 'think' | 'together' | 'challenged'>): number =>
  180 + ((together ? 7 : 4) + (challenged ? 1 : 0)) * think[1];

/** The configuration that a browser gets from a site. Throws when the site has no page. */
export const siteAt = async (url: string): Promise<Site> => ({ url, ...(await get(config, `${url}/config.json`)) });

/**
 * The task that all generators of a run get. Throws when the scenario cannot be run yet, or when the site has no page.
 */
export const taskFor = async ({
  wish,
  url,
  id,
  eventId,
  inbox,
  deadlineSeconds = deadlineSecondsFor(wish),
}: Intent): Promise<Task> => ({
  wish,
  scenario: scenarioFor(wish),
  site: { ...(await siteAt(url)), ...(inbox !== undefined && { inbox }) },
  ...(eventId !== undefined && { eventId }),
  run: id.slice(-8),
  // What an address may hold without paying is limited for a while, so the next run uses other addresses.
  firstAddress: Math.floor(Math.random() * homes) * peopleAtAddress,
  deadlineSeconds,
});

/** Throws when the scenario cannot be run yet. */
export const scenarioFor = ({ scenario: name, abandons, joins }: Wish): Scenario => {
  const scenario = scenarioNamed(name);
  if (scenario.open) throw new Error(`${name}: ${scenario.open}`);
  if (scenario.does !== 'register') return scenario;
  const { habits } = scenario;
  const [leaves, waits] = [abandons ?? habits.abandons, joins ?? habits.joinsWaitingList];
  return { ...scenario, habits: { ...habits, abandons: leaves, joinsWaitingList: waits } };
};
