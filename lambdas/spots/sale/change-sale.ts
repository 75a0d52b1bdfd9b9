import type { EventSale } from '../../domain/event-sale';
import { type Block, leftoverNumbers } from '../blocks/block';
import type { Counters, Ledger, LeftOfEvent } from '../blocks/ports';
import type { Sales, UnderWay, WhichEvents } from './ports';

interface Needs {
  readonly sales: Sales;
  readonly counters: Pick<Counters, 'next'>;
  readonly ledger: Pick<Ledger, 'giveBack' | 'end'>;
  /** How many of the spots that are left are held, as far as the counters say. */
  readonly heldOf: (left: LeftOfEvent) => Promise<number>;
  /** Tells the caches of races about the change: the list says what is on sale. */
  readonly raceChanged: (raceId: string) => Promise<void>;
  readonly report: (error: unknown) => void;
}

export interface ChangeSaleCommand extends WhichEvents {
  readonly sale: Exclude<EventSale, 'cancelled'>;
  readonly isDryRun: boolean;
}

/** `held`: spots that people hold, and may still pay for. */
export interface SaleOfEvent extends Omit<UnderWay, 'promised' | 'blocks'> {
  readonly before: EventSale;
  readonly held: number;
}

/**
 * `dealing`: how many blocks could not be stopped, because a cache did not answer. Spots are dealt from these blocks until they end
 * (`times.deal`). Repeating the command stops them.
 */
export type SaleChanged =
  | { readonly kind: 'changed'; readonly events: readonly SaleOfEvent[]; readonly dealing: number }
  /** `cancelled`: with its race, for good. */
  | { readonly kind: 'no-such-race' | 'no-such-event' | 'cancelled' };

export type ChangeSale = (command: ChangeSaleCommand) => Promise<SaleChanged>;

/**
 * Pauses, closes or reopens the sale of an event, or of all events of a race. A person who holds a spot or has an offer can still
 * finish. A dry run says what would be.
 */
export const changeSale = ({ sales, counters, ledger, heldOf, raceChanged, report }: Needs): ChangeSale => {
  /**
   * Counts a block past its end, after the commit. The next caller finds the block spent, asks the database for another one, and is
   * refused. So a hold needs no extra check. Numbers that nobody was dealt are sellable again when the sale reopens.
   */
  const stop = async (block: Block): Promise<void> => {
    const { id, eventId, numbers } = block;
    // One more than the block has, so that the counter passes the end even if no number was dealt.
    const size = numbers.length + 1;
    const dealt = await counters.next(id, size);
    const rest = dealt === undefined ? [] : leftoverNumbers(block, dealt, size);
    if (rest.length > 0) await ledger.giveBack(eventId, id, rest);
    // The caller that is dealt the last number reports the end. Here there is no such caller.
    await ledger.end(eventId, id, dealt === undefined ? 'lost' : 'spent');
  };

  const isStopped = (block: Block): Promise<boolean> =>
    stop(block).then(
      () => true,
      (error: unknown) => {
        report(error);
        return false;
      },
    );

  return async ({ sale, isDryRun, ...which }) => {
    const found = isDryRun ? await sales.find(which) : await sales.change(which, sale);
    if (found.length === 0) return { kind: which.eventId === undefined ? 'no-such-race' : 'no-such-event' };
    const events = found.filter(({ before }) => before !== 'cancelled');
    if (events.length === 0) return { kind: 'cancelled' };
    const stops = isDryRun || sale === 'on' ? [] : events.flatMap(({ dealt }) => dealt.map(isStopped));
    const stopped = await Promise.all(stops);
    // A cache that does not answer forgets by itself within a minute.
    if (!isDryRun) await raceChanged(which.raceId).catch(report);
    const underWay = await sales.underWay(events.map(({ eventId }) => eventId));
    return {
      kind: 'changed',
      dealing: stopped.filter((is) => !is).length,
      events: await Promise.all(
        events.map(async ({ eventId, before }) => {
          const {
            promised = 0,
            blocks = [],
            waiting = 0,
            offered = 0,
          } = underWay.find((of) => of.eventId === eventId) ?? {};
          return { eventId, before, held: await heldOf({ promised, blocks }), waiting, offered };
        }),
      ),
    };
  };
};
