import { type Claim, isSameClaim, type PoolKind } from '../../domain/claim';
import type { DealUnit } from '../../spots/blocks/deal-spot';
import type { Amount, Tally } from '../../spots/limits/limits';
import type { NoneLeft, RememberedClaims, ScarceVerdicts, UnitLedger } from './ports';

/** So many units of one pool. */
export interface Wanted {
  readonly pool: string;
  readonly quantity: number;
  /** An item when absent. */
  readonly kind?: PoolKind | undefined;
  /** The ledger is asked at once: the pool is so small that it is never dealt from a block. */
  readonly isDirect?: boolean | undefined;
}

export interface UnitsRequest {
  readonly registrationId: string;
  readonly raceId: string;
  readonly sessionHash: string;
  readonly address: string;
  readonly wanted: readonly Wanted[];
  /** The claims of the last quote. */
  readonly previous: readonly Claim[];
  /** When the hold ends, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Those of them that are uses of codes. */
  readonly previousUses?: readonly Claim[] | undefined;
}

/** A pool that does not have what is wanted. `held`: what is claimed and not paid for may come back. */
export interface Missing {
  readonly pool: string;
  readonly kind: 'held' | 'gone';
  /** How many there are all the same. */
  readonly left: number;
}

export type UnitsDealt =
  | { readonly kind: 'dealt'; readonly claims: readonly Claim[] }
  /** Every pool that lacks something. What the others gave stays claimed. */
  | { readonly kind: 'missing'; readonly missing: readonly Missing[] }
  | { readonly kind: 'too-many'; readonly of: 'session' | 'network' }
  /** Nobody can tell at this moment. */
  | { readonly kind: 'busy' };

/** `deadline` is in milliseconds since the epoch. */
export type DealUnits = (request: UnitsRequest, deadline: number) => Promise<UnitsDealt>;

/** Units claimed and counted in `limitSeconds`, whether they are paid for or not. */
export const maxUnitsPerSession = 60;
export const maxUnitsPerAddress = 400;
const limitSeconds = 900;

interface Needs {
  readonly deal: DealUnit;
  readonly ledger: Pick<UnitLedger, 'claim' | 'drop' | 'reclaim'>;
  readonly verdicts: ScarceVerdicts;
  readonly remembered: RememberedClaims;
  readonly tally: Tally;
  readonly now: () => Date;
  readonly pause: () => Promise<void>;
  readonly report: (error: unknown) => void;
}

type Got = { readonly claims: readonly Claim[] } | NoneLeft | { readonly kind: 'busy' };

/**
 * Claims what a quote needs of limited pools, or says what each of them lacks. What the registration has claimed before
 * is kept, by the memory of the cache or by its last quote. Never throws: when anything fails, the answer is `busy`, and
 * what was claimed comes back with its block.
 */
export const dealUnits = ({ deal, ledger, verdicts, remembered, tally, now, pause, report }: Needs): DealUnits => {
  const claimScarce = async (
    { registrationId }: UnitsRequest,
    { pool, quantity }: Wanted,
    except: readonly number[],
  ): Promise<Got> => {
    const known = await verdicts.find(pool, quantity);
    if (known) return known;
    const answer = await ledger.claim({ pool, registrationId, quantity, except });
    if (!('kind' in answer)) return { claims: answer };
    await verdicts.remember(pool, quantity, answer);
    if (answer.kind !== 'sold-out' && (await verdicts.mayReclaim(pool))) await ledger.reclaim(pool);
    return answer;
  };

  /** Of one pool, besides what the registration has of it. */
  const dealFrom = async (
    request: UnitsRequest,
    { pool, quantity, isDirect }: Wanted,
    mine: readonly Claim[],
    deadline: number,
  ): Promise<Got> => {
    const more = quantity - mine.length;
    if (more <= 0) return { claims: [] };
    const direct = () =>
      claimScarce(
        request,
        { pool, quantity: more },
        mine.map(({ number }) => number),
      );
    if (isDirect) return direct();
    const dealt = await deal(pool, deadline, more);
    if (dealt.kind === 'dealt')
      return { claims: dealt.spots.map((number) => ({ pool, number, block: dealt.block.id })) };
    if (dealt.kind === 'early' || dealt.kind === 'closed' || dealt.kind === 'waiting')
      throw new Error(`pool ${pool} answers as an event does: ${dealt.kind}`);
    return dealt.kind === 'scarce' ? direct() : dealt;
  };

  const decide = async (request: UnitsRequest, deadline: number): Promise<UnitsDealt> => {
    const { registrationId, wanted, previous, previousUses = [], expiresAt } = request;
    const before = await remembered.find(registrationId);
    const codes = new Set([
      ...before.codes,
      ...previousUses.map(({ pool }) => pool),
      ...wanted.flatMap(({ pool, kind }) => (kind === 'code' ? [pool] : [])),
    ]);
    const known = union(before.claims, previous).filter((claim) => !before.dropped.some(is(claim)));
    const inOrder = [...wanted].sort((a, b) => (a.pool < b.pool ? -1 : 1));
    const kept = inOrder.map(({ pool, quantity }) => known.filter((claim) => claim.pool === pool).slice(0, quantity));

    const more = inOrder.reduce((sum, { quantity }, n) => sum + Math.max(0, quantity - (kept[n]?.length ?? 0)), 0);
    const amounts = more > 0 ? amountsOf(request, more, now()) : [];
    const [ofSession = 0, ofAddress = 0] = amounts.length > 0 ? await tally.add(amounts) : [];
    if (ofSession > maxUnitsPerSession || ofAddress > maxUnitsPerAddress) {
      await tally.takeBack(amounts);
      return { kind: 'too-many', of: ofSession > maxUnitsPerSession ? 'session' : 'network' };
    }

    const got = await Promise.all(inOrder.map((one, n) => dealFrom(request, one, kept[n] ?? [], deadline)));
    const claimed = got.flatMap((one) => ('claims' in one ? one.claims : []));
    if (claimed.length < more) await tally.takeBack(amountsOf(request, more - claimed.length, now()));
    const all = union(known, claimed);
    const claims = inOrder.flatMap(({ pool }, n) => {
      const one = got[n];
      return [...(kept[n] ?? []), ...(one && 'claims' in one ? one.claims : [])].filter((claim) => claim.pool === pool);
    });
    const isComplete = got.every((one) => 'claims' in one);
    // Only when the quote is good: until then the runner may come back to what they had. A use of a code stays claimed:
    // otherwise a friend could take it, and the older quote be paid.
    const dropped = isComplete ? all.filter((claim) => !claims.some(is(claim)) && !codes.has(claim.pool)) : [];
    const seconds = Math.ceil((expiresAt - now().getTime()) / 1000);
    if (claimed.length > 0 || dropped.length > 0 || all.length > before.claims.length)
      await remembered.keep(
        registrationId,
        {
          claims: all.filter((claim) => !dropped.some(is(claim))),
          dropped: union(before.dropped, dropped),
          codes: [...codes],
        },
        Math.max(1, seconds),
      );
    if (dropped.length > 0) await ledger.drop(dropped).catch(report);
    if (isComplete) return { kind: 'dealt', claims };
    const missing = got.flatMap((one, n): readonly Missing[] => {
      const pool = inOrder[n]?.pool;
      if (pool === undefined || 'claims' in one || one.kind === 'busy') return [];
      return [missingOf(pool, one, kept[n]?.length ?? 0)];
    });
    return missing.length > 0 ? { kind: 'missing', missing } : { kind: 'busy' };
  };

  return async (request, deadline) => {
    try {
      // A plain form, without anything limited, asks nobody; but what was claimed before is given back.
      if (request.wanted.length === 0 && request.previous.length === 0) return { kind: 'dealt', claims: [] };
      while (!(await remembered.begin(request.registrationId))) {
        if (now().getTime() >= deadline) return { kind: 'busy' };
        await pause();
      }
      try {
        return await decide(request, deadline);
      } finally {
        await remembered.end(request.registrationId);
      }
    } catch (error) {
      report(error);
      return { kind: 'busy' };
    }
  };
};

const is = (claim: Claim) => (other: Claim) => isSameClaim(claim, other);

const union = (some: readonly Claim[], others: readonly Claim[]): readonly Claim[] => [
  ...some,
  ...others.filter((claim) => !some.some(is(claim))),
];

const missingOf = (pool: string, verdict: NoneLeft, mine: number): Missing => {
  switch (verdict.kind) {
    case 'held':
      return { pool, kind: 'held', left: mine };
    case 'sold-out':
      return { pool, kind: 'gone', left: mine };
    case 'too-few':
      return { pool, kind: 'gone', left: mine + verdict.sellable };
  }
};

const amountsOf = (
  { raceId, sessionHash, address }: UnitsRequest,
  much: number,
  now: Date,
): readonly [session: Amount, address: Amount] => {
  const of = { much, at: Math.floor(now.getTime() / 1000), seconds: limitSeconds };
  return [
    { ...of, who: `units:session:${sessionHash}` },
    { ...of, who: `units:address:${raceId}:${address}` },
  ];
};
