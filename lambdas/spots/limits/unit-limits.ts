import type { Counted, Hold } from '../../domain/hold';
import { type Claimed, claimsOf, type Share } from '../../domain/money/quote';
import { networkOf } from '../../domain/network';
import type { RaceLimits } from '../../races/race';
import { type AddressShare, type Amount, addressShareOf, limitsOf, shareOf } from './limits';

/** Units that one address may have claimed in a small race. */
const leastUnitsPerAddress = 400;
/** Most people take a shirt. Some take something else besides. */
const unitsPerSpot = 2;

/** Units that one address may have claimed and not paid for, in a race with events of these capacities: enough for the spots it may hold. */
export const unitsPerAddress = (capacities: readonly number[], own?: RaceLimits): number =>
  Math.max(
    leastUnitsPerAddress,
    unitsPerSpot * capacities.reduce((sum, capacity) => sum + limitsOf(capacity, own).most, 0),
  );

/**
 * Units that may be claimed and not paid for, of a pool with this stock, in a race with events of these capacities. One address leaves
 * half of it to all others. But a director who lets an address hold more spots than usual lets it claim more of a pool, too: two units for
 * each of them.
 */
export const poolShareOf = (stock: number, capacities: readonly number[], own?: RaceLimits): AddressShare => {
  const most = (limits?: RaceLimits) => Math.max(0, ...capacities.map((capacity) => limitsOf(capacity, limits).most));
  return addressShareOf(stock, Math.max(shareOf(stock), most(own) > most() ? unitsPerSpot * most(own) : 0));
};

/** What this many units of a race count for until they are paid: for the session, the address and, with IPv6, its network. */
export const amountsOfUnits = (
  { sessionHash, raceId }: Pick<Hold, 'sessionHash' | 'raceId'>,
  window: Counted,
  much: number,
): readonly [session: Amount, ...address: readonly Amount[]] => {
  const { at, seconds } = window;
  return [{ who: `units:session:${sessionHash}`, much, at, seconds }, ...amountsFrom(window, 'units', raceId, much)];
};

/** What this many units of one pool count for besides: for the address and, with IPv6, its network. */
export const amountsOfPool = (window: Counted, pool: string, much: number): readonly Amount[] =>
  amountsFrom(window, 'pool', pool, much);

const amountsFrom = ({ address, at, seconds }: Counted, kind: string, of: string, much: number): readonly Amount[] => {
  const network = networkOf(address);
  const whose = [`address:${of}:${address}`, ...(network === undefined ? [] : [`network:${of}:${network}`])];
  return whose.map((who) => ({ who: `${kind}:${who}`, much, at, seconds }));
};

/** How many claims there are of each pool. */
export const claimsByPool = (claims: readonly { readonly pool: string }[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { pool } of claims) counts.set(pool, (counts.get(pool) ?? 0) + 1);
  return counts;
};

/** What no longer counts of the units of a hold, once it became a registration. Where nothing was paid, only the session's. */
export const unitsPaid = (hold: Hold, quoted: Claimed & { readonly people: readonly Share[] }): readonly Amount[] => {
  const units = claimsOf(quoted).length;
  if (!hold.counted || units === 0) return [];
  const window = hold.counted;
  const [ofSession, ...ofAddress] = amountsOfUnits(hold, window, units);
  const isPaid = hold.quote.total > 0 || quoted.people.some(({ share }) => share > 0);
  if (!isPaid) return [ofSession];
  const pools = [...claimsByPool(claimsOf(quoted, 'item'))];
  return [ofSession, ...ofAddress, ...pools.flatMap(([pool, much]) => amountsOfPool(window, pool, much))];
};
