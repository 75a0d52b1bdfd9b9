import { type Counted, type Hold, seatsOf } from '../../domain/hold';
import type { RaceSale } from '../../races/race';
import type { Times } from '../blocks/block';
import { minSpotsPerHold } from './limits';
import type { Amount } from './ports';

/**
 * A hold counts for as long as its spot can be off sale: until the last hold of its block can have ended and its
 * message has come in.
 */
export const countedAt = (
  { address }: { readonly address: string },
  { holdSeconds }: Pick<RaceSale, 'holdSeconds'>,
  { deal, grace }: Pick<Times, 'deal' | 'grace'>,
  now: Date,
): Counted => ({ address, at: Math.floor(now.getTime() / 1000), seconds: deal + holdSeconds + grace });

type Holding = Pick<Hold, 'sessionHash' | 'eventId'>;

/** What this many spots count for until they are paid: for the session, the address and, with IPv6, its network. */
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

/** What a hold counted for; nothing for an offered hold, nor for a hold from before this field was added. */
export const amountsOfHold = (hold: Hold): readonly Amount[] =>
  hold.counted ? amountsOf(hold, hold.counted, seatsOf(hold).length).flatMap((amount) => amount ?? []) : [];

/**
 * What no longer counts once a hold became a registration. At a free event nobody pays, so address and network still
 * count: otherwise registering strangers and cancelling them again and again would send any amount of mail.
 */
export const amountsPaid = (hold: Hold): readonly Amount[] =>
  hold.quote.total > 0 ? amountsOfHold(hold) : amountsOfHold(hold).slice(0, 1);

/**
 * Card tries beyond those that come with what is paid for: for the session, the address and, with IPv6, its network.
 */
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

/** The /48 of an IPv6 address as made by `viewerAddress`; undefined for an IPv4 address, whose network says nothing. */
export const networkOf = (address: string): string | undefined =>
  address.includes(':') ? `${address.split(':', 3).join(':')}::/48` : undefined;
