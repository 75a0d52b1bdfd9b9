import type { Claim } from '../../domain/claim';
import type { DealUnits, UnitsRequest } from './deal-units';

/** Which pool has the units of each limited variant of a race. */
export interface Pools {
  ofItems(raceId: string): Promise<ReadonlyMap<string, string>>;
}

/** So many units of one variant. */
export interface WantedVariant {
  readonly variant: string;
  readonly quantity: number;
}

export interface MissingVariant {
  readonly variant: string;
  readonly kind: 'held' | 'gone';
  /** How many there are all the same. */
  readonly left: number;
}

export type VariantsClaimed =
  | { readonly kind: 'claimed'; readonly claims: readonly { readonly variant: string; readonly claim: Claim }[] }
  | { readonly kind: 'missing'; readonly missing: readonly MissingVariant[] }
  | { readonly kind: 'too-many'; readonly of: 'session' | 'network' }
  | { readonly kind: 'busy' };

export type ClaimVariants = (
  request: Omit<UnitsRequest, 'wanted' | 'isCode'> & { readonly wanted: readonly WantedVariant[] },
  deadline: number,
) => Promise<VariantsClaimed>;

interface Needs {
  readonly pools: Pools;
  readonly deal: DealUnits;
}

/** Claims limited variants for a quote. A variant whose stock was never set has none. */
export const claimVariants =
  ({ pools, deal }: Needs): ClaimVariants =>
  async ({ wanted, ...request }, deadline) => {
    if (wanted.length === 0 && request.previous.length === 0) return { kind: 'claimed', claims: [] };
    const poolOf = wanted.length === 0 ? new Map<string, string>() : await pools.ofItems(request.raceId);
    const without = wanted.filter(({ variant }) => !poolOf.has(variant));
    if (without.length > 0)
      return { kind: 'missing', missing: without.map(({ variant }) => ({ variant, kind: 'gone', left: 0 })) };
    const variantOf = new Map([...poolOf].map(([variant, pool]) => [pool, variant]));
    const asked = wanted.flatMap(({ variant, quantity }) => {
      const pool = poolOf.get(variant);
      return pool === undefined ? [] : [{ pool, quantity }];
    });
    const dealt = await deal({ ...request, wanted: asked }, deadline);
    switch (dealt.kind) {
      case 'dealt':
        return {
          kind: 'claimed',
          claims: dealt.claims.map((claim) => ({ variant: variantOf.get(claim.pool) ?? '', claim })),
        };
      case 'missing':
        return {
          kind: 'missing',
          missing: dealt.missing.map(({ pool, kind, left }) => ({ variant: variantOf.get(pool) ?? '', kind, left })),
        };
      default:
        return dealt;
    }
  };
