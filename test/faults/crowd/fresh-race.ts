import * as v from 'valibot';
import { race } from '../../../lambdas/api/messages/races';
import { type Acquaintances, openAcquaintances } from '../../../loadtest/people/notices';
import { uuid7 } from '../../../loadtest/uuid7';
import { direct } from '../../end-to-end/support/director';
import type { FaultSystem } from '../system/fault-system';
import { soon } from '../system/soon';
import { fullRace, plainRace } from './full-race';

export interface FreshRace {
  readonly raceId: string;
  readonly eventId: string;
  readonly spots: number;
  /** In a race with a form. */
  readonly form?: {
    readonly code: string;
    /** Everybody is in a team and runs a leg. */
    readonly isRelay: boolean;
    /** What its runners tell each other. */
    readonly acquaintances: Acquaintances;
  };
}

/** A new open race, made the way an organiser makes it. Resolves when the site shows it. */
export const freshRace = async (
  target: FaultSystem,
  spots: number,
  hasForm: boolean,
  isRelay = false,
): Promise<FreshRace> => {
  const id = `fault-${uuid7().slice(-12)}`;
  const { raceId, eventId, code, orders } = hasForm
    ? fullRace(id, spots, isRelay)
    : { ...plainRace(id, spots), code: undefined };
  await direct({ dataDir: target.dataDir, ports: target.system.ports }, orders);
  // The standby follows, so a race may be shown for a moment as it was before its form was published.
  const isShown = async () => {
    const answer = await fetch(`${target.system.urls.page}/api/races/${raceId}`);
    return answer.status === 200 && (v.parse(race, await answer.json()).form !== undefined) === hasForm;
  };
  await soon(`the site shows ${raceId} with its form`, 30, isShown);
  return { raceId, eventId, spots, ...(code && { form: { code, isRelay, acquaintances: openAcquaintances() } }) };
};
