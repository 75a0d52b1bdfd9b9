import type { Limited, LimitedClaimed, WantedLimited } from '../../domain/limited';
import type { AddressShare } from '../../spots/limits/limits';
import type { DealUnits, UnitsRequest } from './deal-units';

export interface StockedPool {
  readonly id: string;
  readonly stock: number;
}

/** Which pool has the units of each limited variant of a race. */
export interface Pools {
  ofItems(raceId: string): Promise<ReadonlyMap<string, StockedPool>>;
}

export type ClaimOfQuote = (
  request: Omit<UnitsRequest, 'wanted'> & {
    readonly wanted: readonly WantedLimited[];
    /** What one address, and one network, may have claimed and not paid for of a variant with this stock. */
    readonly shareOf: (stock: number) => AddressShare;
  },
  deadline: number,
) => Promise<LimitedClaimed>;

interface Needs {
  readonly pools: Pools;
  readonly deal: DealUnits;
}

/** Claims what a quote needs of anything limited. A variant whose stock was never set has none. */
export const claimOfQuote =
  ({ pools, deal }: Needs): ClaimOfQuote =>
  async ({ wanted, shareOf, ...request }, deadline) => {
    if (wanted.length === 0 && request.previous.length === 0)
      return { kind: 'claimed', claims: [], givenUp: Promise.resolve() };
    const isItem = ({ kind }: Limited) => kind === 'item';
    const ofItems = wanted.some(isItem) ? await pools.ofItems(request.raceId) : new Map<string, StockedPool>();
    // Codes and teams need no share: somebody gave people their code or join code, and a hold has no more uses or places of it than spots.
    const asked = wanted.map((one) => {
      const item = isItem(one) ? ofItems.get(one.ref) : undefined;
      return isItem(one) ? { ...one, pool: item?.id, share: item && shareOf(item.stock) } : one;
    });
    const without = asked.filter(({ pool }) => pool === undefined);
    if (without.length > 0)
      return { kind: 'missing', missing: without.map(({ kind, ref }) => ({ kind, ref, state: 'gone', left: 0 })) };
    const known = asked.flatMap(({ pool, ...one }) => (pool === undefined ? [] : [{ ...one, pool }]));
    const byPool = new Map(known.map((one) => [one.pool, one]));
    const limitedOf = (pool: string): Limited => {
      const one = byPool.get(pool);
      if (!one) throw new Error(`pool ${pool} was dealt from, and nobody asked for it`);
      return { kind: one.kind, ref: one.ref };
    };
    const dealt = await deal({ ...request, wanted: known }, deadline);
    switch (dealt.kind) {
      case 'dealt':
        return {
          kind: 'claimed',
          claims: dealt.claims.map((claim) => ({ ...limitedOf(claim.pool), claim })),
          givenUp: dealt.givenUp,
        };
      case 'missing':
        return {
          kind: 'missing',
          missing: dealt.missing.map(({ pool, kind: state, ...rest }) => ({ ...limitedOf(pool), state, ...rest })),
        };
      default:
        return dealt;
    }
  };
