import { type Counted, maxGroupSize } from '../../domain/hold';
import type { TooManyLimited } from '../../domain/limited';
import { addressesPerNetwork } from '../../domain/network';
import type { AddressShare, Amount, Tally } from '../../spots/limits/limits';
import { amountsOfPool, amountsOfUnits, claimsByPool } from '../../spots/limits/unit-limits';

/** A person takes ten pieces at most, uses two codes, and has a place in a team. */
const mostUnitsPerPerson = 13;
const largestEntry = maxGroupSize * mostUnitsPerPerson;
/**
 * Units that a session has claimed and not paid for: those of two entries, so that whoever changes their mind has both for a moment.
 */
const maxUnitsPerSession = 2 * largestEntry;
/** How long units of a spot that was offered count. */
const limitSeconds = 900;
/** The window that began before counts, too: after so many seconds nothing is left of what counts at this moment. */
const forgottenAfter = (now: number, { seconds }: Counted): number => 2 * seconds - (now % seconds);

interface Request {
  readonly raceId: string;
  readonly sessionHash: string;
  readonly address: string;
  /** Absent of a spot that was offered. */
  readonly counted?: Counted | undefined;
  /** How many units the address may have claimed and not paid for. */
  readonly perAddress: number;
}

/** Units of one pool. `share`: how many of all its units one address may put aside. */
interface Units {
  readonly pool: string;
  readonly much: number;
  readonly share?: AddressShare | undefined;
}

/** An address may not put aside this many units of these pools. `left`: how many more it may. */
interface PoolsUsedUp {
  readonly kind: 'used-up';
  readonly pools: readonly { readonly pool: string; readonly left: number }[];
}

/** `pool`: absent where all units count. */
interface Bound {
  readonly of: 'session' | 'network';
  readonly pool?: string | undefined;
  readonly amount: Amount;
  readonly most: number;
}

interface Needs {
  readonly tally: Tally;
  readonly now: () => Date;
}

/** Counts what a request claims against its limits. */
export const countClaims = ({ tally, now }: Needs, request: Request) => {
  const { perAddress, address } = request;
  const at = Math.floor(now().getTime() / 1000);
  const window = request.counted ?? { address, at, seconds: limitSeconds };
  let counted: readonly Units[] = [];

  const boundsOf = (units: readonly Units[]): readonly Bound[] => {
    const [session, ...ofAddress] = amountsOfUnits(request, window, sumOf(units));
    const bounded = (amounts: readonly Amount[], most: readonly number[], pool?: string) =>
      amounts.map((amount, n): Bound => ({ of: 'network', pool, amount, most: most[n] ?? 0 }));
    return [
      { of: 'session', amount: session, most: maxUnitsPerSession },
      ...bounded(ofAddress, [perAddress, addressesPerNetwork * perAddress]),
      // Of a large pool nothing more is counted: an address may claim even less of everything.
      ...units.flatMap(({ pool, much, share }) =>
        share && much > 0 && share.perAddress < perAddress
          ? bounded(amountsOfPool(window, pool, much), [share.perAddress, share.perNetwork], pool)
          : [],
      ),
    ];
  };

  const takeBack = async (units: readonly Units[]): Promise<void> => {
    const some = units.filter(({ much }) => much > 0);
    if (some.length === 0) return;
    // A pool that was not counted has no counter: then its amounts change nothing.
    const ofPools = some.flatMap(({ pool, much }) => amountsOfPool(window, pool, much));
    await tally.takeBack([...amountsOfUnits(request, window, sumOf(some)), ...ofPools]);
  };

  /** Only these of those that were counted are claimed. */
  const settle = async (claims: readonly { readonly pool: string }[]): Promise<void> => {
    const claimed = claimsByPool(claims);
    const before = counted;
    counted = before.map((one) => ({ ...one, much: claimed.get(one.pool) ?? 0 }));
    await takeBack(before.map((one, n) => ({ ...one, much: one.much - (counted[n]?.much ?? 0) })));
  };

  /** Counts units that are to be claimed. When they are too many, nothing is counted. */
  const refuse = async (more: readonly Units[]): Promise<TooManyLimited | PoolsUsedUp | undefined> => {
    const much = sumOf(more);
    if (much === 0) return undefined;
    counted = more;
    const bounds = boundsOf(more);
    const totals = await tally.add(bounds.map(({ amount }) => amount));
    const over = bounds
      .map((bound, n) => ({ ...bound, above: (totals[n] ?? 0) - bound.most }))
      .filter(({ above }) => above > 0);
    if (over.length === 0) return undefined;
    await settle([]);
    const leftOf = (wanted: number, some: typeof over) =>
      Math.max(0, wanted - Math.max(...some.map(({ above }) => above)));
    const ofAll = over.filter(({ pool }) => pool === undefined);
    if (ofAll.length > 0)
      return {
        kind: 'too-many',
        of: ofAll.some(({ of }) => of === 'session') ? 'session' : 'network',
        left: leftOf(much, ofAll),
        retryAfter: forgottenAfter(at, window),
      };
    const pools = more.flatMap(({ pool, much: wanted }) => {
      const some = over.filter((one) => one.pool === pool);
      return some.length > 0 ? [{ pool, left: leftOf(wanted, some) }] : [];
    });
    return { kind: 'used-up', pools };
  };

  /** These claims are on sale again. */
  const release = (claims: readonly { readonly pool: string }[]) =>
    takeBack([...claimsByPool(claims)].map(([pool, much]) => ({ pool, much })));

  return { refuse, settle, release };
};

const sumOf = (units: readonly Units[]) => units.reduce((sum, { much }) => sum + much, 0);

export type ClaimCount = ReturnType<typeof countClaims>;
