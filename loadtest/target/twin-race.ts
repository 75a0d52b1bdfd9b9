import { type RaceMessage, race } from '../../lambdas/api/messages/races';
import type { SystemOptions } from '../../local/system';
import { get } from './get';

type TwinRace = NonNullable<SystemOptions['races']>[number];

/**
 * The race as its director's function would create it again, with the same events, prices and capacities. It opens at
 * `now`, and all its other moments shift by the same time, so that a director rehearses today what opens in a month.
 */
export const twinOf = (original: RaceMessage, now: Date): TwinRace => {
  // Its form and its codes are not copied, nor are the events for gifts and tickets, which need the form.
  const {
    waiver,
    opensAt,
    closesAt,
    events,
    changes,
    form: _form,
    codes: _codes,
    revision: _revision,
    ...rest
  } = original;
  const shift = now.getTime() - Date.parse(opensAt);
  const moved = (instant: string) => new Date(Date.parse(instant) + shift).toISOString();
  const { cancelUntil, transferUntil, refundPercent } = changes;
  return {
    createRace: {
      ...rest,
      opensAt: moved(opensAt),
      closesAt: moved(closesAt),
      waiver: { version: waiver.version, text: waiver.text },
      events: events
        .filter(({ kind }) => kind === undefined)
        .map((event) => ({ ...event, prices: event.prices.map((price) => ({ ...price, from: moved(price.from) })) })),
      changes: {
        refundPercent,
        ...(cancelUntil !== undefined && { cancelUntil: moved(cancelUntil) }),
        ...(transferUntil !== undefined && { transferUntil: moved(transferUntil) }),
      },
    },
  };
};

/** Reads a race of a Startline from its public API. Throws when there is no race of this id. */
export const readTwin = async (url: string, raceId: string): Promise<TwinRace> =>
  twinOf(await get(race, `${url}/api/races/${raceId}`), new Date());
