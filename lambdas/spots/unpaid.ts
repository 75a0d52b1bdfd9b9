import type { RaceSale } from '../races/race';
import type { Times } from './block';
import { type Hold, seatsOf } from './hold';
import { minSpotsPerHold } from './limits';
import type { Amount } from './ports';

/** Whose network a hold was made from, when, and how long it counts. Part of the hold: so whoever writes the payment knows. */
export interface Counted {
  /** As viewerAddress makes it. */
  readonly address: string;
  /** Seconds since the epoch. */
  readonly at: number;
  /** How long a spot of this race can be off sale, in seconds. */
  readonly seconds: number;
}

/** As long as a spot that is held now can be off sale: until the last hold of its block can have ended, and its message come in. */
export const countedAt = (
  { address }: { readonly address: string },
  { holdSeconds }: Pick<RaceSale, 'holdSeconds'>,
  { deal, grace }: Pick<Times, 'deal' | 'grace'>,
  now: Date,
): Counted => ({ address, at: Math.floor(now.getTime() / 1000), seconds: deal + holdSeconds + grace });

type Holding = Pick<Hold, 'sessionHash' | 'eventId'>;

/** What so many spots count for until they are paid: of the session, of the address and, with IPv6, of the network it is in. */
export const amountsOf = (
  { sessionHash, eventId }: Holding,
  { address, at, seconds }: Counted,
  spots: number,
): readonly [session: Amount, address: Amount, network?: Amount] => {
  const session = { who: `session:${sessionHash}`, much: Math.max(spots, minSpotsPerHold), at, seconds };
  const ofAddress = { who: `address:${eventId}:${address}`, much: spots, at, seconds };
  const network = networkOf(address);
  return network === undefined
    ? [session, ofAddress]
    : [session, ofAddress, { who: `network:${eventId}:${network}`, much: spots, at, seconds }];
};

/** What a hold counted for; nothing of one that was offered, nor of one of before holds said so. */
export const amountsOfHold = (hold: Hold): readonly Amount[] =>
  hold.counted ? amountsOf(hold, hold.counted, seatsOf(hold).length).flatMap((amount) => amount ?? []) : [];

/**
 * What counts no longer once a hold became a registration. At a free event nobody pays: there the network still counts, or
 * registering strangers and cancelling them in turns would send as much mail as anybody likes.
 */
export const amountsPaid = (hold: Hold): readonly Amount[] =>
  hold.quote.total > 0 ? amountsOfHold(hold) : amountsOfHold(hold).slice(0, 1);

/** So many tries of cards beyond those that come with what is paid for: of the session, of the address and, with IPv6, of its network. */
export const triesOf = (
  { sessionHash, eventId }: Holding,
  { address, at, seconds }: Counted,
  tries: number,
): readonly Amount[] => {
  const network = networkOf(address);
  const whose = [
    `session:${sessionHash}`,
    `address:${eventId}:${address}`,
    ...(network ? [`network:${eventId}:${network}`] : []),
  ];
  return whose.map((who) => ({ who: `cards:${who}`, much: tries, at, seconds }));
};

/** The /48 of an IPv6 address as viewerAddress makes it; an IPv4 address is in none that says anything. */
export const networkOf = (address: string): string | undefined =>
  address.includes(':') ? `${address.split(':', 3).join(':')}::/48` : undefined;
