import { type Claim, isSameClaim, type PoolKind } from '../../domain/claim';
import type { Counted } from '../../domain/hold';
import type { TooManyLimited } from '../../domain/limited';
import type { DealUnit } from '../../spots/blocks/deal-spot';
import type { CountSpots } from '../../spots/blocks/ports';
import type { AddressShare, Tally } from '../../spots/limits/limits';
import { type ClaimCount, countClaims } from './count-claims';
import type { ClaimTurn, DirectClaims, RememberedClaims, ScarceVerdicts, UnitLedger } from './ports';
import { takingTurns } from './taking-turns';

/** So many units of one pool. */
export interface Wanted {
  readonly pool: string;
  readonly quantity: number;
  /** An item when absent. */
  readonly kind?: PoolKind | undefined;
  /** The ledger is asked at once: the pool is so small that it is never dealt from a block. */
  readonly isDirect?: boolean | undefined;
  /** What an address may have claimed and not paid for. Absent: as much as of everything. */
  readonly share?: AddressShare | undefined;
}

export interface UnitsRequest {
  readonly registrationId: string;
  readonly raceId: string;
  readonly sessionHash: string;
  readonly address: string;
  readonly wanted: readonly Wanted[];
  /** How the spots of the hold count: its units count like them. Absent of a spot that was offered. */
  readonly counted?: Counted | undefined;
  /** How many units the address may have claimed and not paid for. */
  readonly perAddress: number;
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
  /** It is the limit of the asker's own connection: others may still have some. */
  readonly ofNetwork?: true;
}

export type UnitsDealt =
  | {
      readonly kind: 'dealt';
      readonly claims: readonly Claim[];
      /** Resolves once what is not wanted any more is on sale, or cannot be. Never rejects. */
      readonly givenUp: Promise<void>;
    }
  /** Every pool that lacks something. What the others gave stays claimed. */
  | { readonly kind: 'missing'; readonly missing: readonly Missing[] }
  | TooManyLimited
  /** Nobody can tell at this moment. */
  | { readonly kind: 'busy' };

/** `deadline` is in milliseconds since the epoch. */
export type DealUnits = (request: UnitsRequest, deadline: number) => Promise<UnitsDealt>;

interface Needs {
  readonly deal: DealUnit;
  readonly ledger: Pick<UnitLedger, 'claim' | 'drop' | 'reclaim'>;
  readonly verdicts: ScarceVerdicts;
  readonly remembered: RememberedClaims;
  readonly tally: Tally;
  readonly now: () => Date;
  readonly pause: () => Promise<void>;
  readonly report: (error: unknown) => void;
  readonly count: CountSpots;
}

/** Of one pool. `isFromBlock`: only the memory of the cache says whose they are. */
type Got = (DirectClaims & { readonly isFromBlock?: true }) | 'busy';

/**
 * Claims what a quote needs of limited pools, or says what each of them lacks. What the registration has claimed before
 * is kept, by the memory of the cache or by its last quote. Never throws: when a pool fails, the answer is `busy`, and
 * what the others gave is kept for the next try. What nobody can remember is given up again.
 */
export const dealUnits = ({
  deal,
  ledger,
  verdicts,
  remembered,
  tally,
  now,
  pause,
  report,
  count,
}: Needs): DealUnits => {
  const inTurn = takingTurns();

  /** Whether they are on sale again. */
  const drop = async (claims: readonly Claim[]): Promise<boolean> => {
    try {
      await ledger.drop(claims);
      return true;
    } catch (error) {
      // Nobody has them until their block ends.
      count('SpotsLost', claims.length);
      report(error);
      return false;
    }
  };

  /** What is on sale again does not count against whoever gave it up. */
  const giveUp = async (dropped: readonly Claim[], counting: ClaimCount): Promise<void> => {
    if (dropped.length > 0 && (await drop(dropped))) await counting.release(dropped);
  };

  const claimScarce = async (
    { registrationId }: UnitsRequest,
    { pool, quantity }: Wanted,
    except: readonly number[],
    dropped: readonly Claim[],
    deadline: number,
  ): Promise<Got> => {
    const known = except.length === 0 ? await verdicts.find(pool, quantity) : undefined;
    if (known) return { claims: [], lacks: known };
    const answer = await inTurn(pool, { quantity, hasSome: except.length > 0 }, async () =>
      now().getTime() < deadline ? ledger.claim({ pool, registrationId, quantity, except, dropped }) : 'busy',
    );
    if (answer === 'busy' || 'wasTold' in answer) return answer;
    const { claims, lacks } = answer;
    const tellOthers = async () => {
      // What is gone for somebody who has some of it is held for all others.
      if (lacks && claims.length + except.length === 0) await verdicts.remember(pool, quantity, lacks);
      if (lacks?.kind === 'held' && (await verdicts.mayReclaim(pool))) await ledger.reclaim(pool);
    };
    await tellOthers().catch(report);
    return answer;
  };

  /** Of one pool, besides what the registration has of it. */
  const dealFrom = async (
    request: UnitsRequest,
    { pool, quantity, isDirect }: Wanted,
    mine: readonly Claim[],
    dropped: readonly Claim[],
    deadline: number,
  ): Promise<Got> => {
    const more = quantity - mine.length;
    if (more <= 0) return { claims: [] };
    const direct = () =>
      claimScarce(
        request,
        { pool, quantity: more },
        mine.map(({ number }) => number),
        dropped,
        deadline,
      );
    if (isDirect) return direct();
    const dealt = await deal(pool, deadline, more);
    if (dealt.kind === 'dealt')
      return { claims: dealt.spots.map((number) => ({ pool, number, block: dealt.block.id })), isFromBlock: true };
    // Whatever a block lacks, the ledger knows whether there is none for this registration.
    return dealt.kind === 'busy' ? 'busy' : direct();
  };

  const decide = async (
    request: UnitsRequest,
    turn: ClaimTurn,
    counting: ClaimCount,
    deadline: number,
  ): Promise<UnitsDealt> => {
    const { wanted, previous, previousUses = [], expiresAt } = request;
    const before = turn.remembered;
    const codes = new Set([
      ...before.codes,
      ...previousUses.map(({ pool }) => pool),
      ...wanted.flatMap(({ pool, kind }) => (kind === 'code' ? [pool] : [])),
    ]);
    const known = union(before.claims, previous).filter((claim) => !before.dropped.some(is(claim)));
    const inOrder = [...wanted].sort((a, b) => (a.pool < b.pool ? -1 : 1));
    const kept = inOrder.map(({ pool, quantity }) => known.filter((claim) => claim.pool === pool).slice(0, quantity));

    const more = inOrder.map(({ pool, quantity, share }, n) => ({
      ...{ pool, share },
      much: Math.max(0, quantity - (kept[n]?.length ?? 0)),
    }));
    const refused = await counting.refuse(more);
    if (refused?.kind === 'too-many') return refused;
    if (refused) {
      // What others behind the address put aside comes back, as what everybody else did.
      const missing = refused.pools.map(({ pool, left }): Missing => {
        const mine = kept[inOrder.findIndex((one) => one.pool === pool)] ?? [];
        return { pool, kind: 'held', left: mine.length + left, ofNetwork: true };
      });
      return { kind: 'missing', missing };
    }

    const got = await Promise.all(
      inOrder.map((one, n) =>
        dealFrom(request, one, kept[n] ?? [], before.dropped, deadline).catch((error: unknown): Got => {
          report(error);
          return 'busy';
        }),
      ),
    );
    const gotClaims = got.map((one) => (one === 'busy' ? [] : one.claims));
    const claimed = gotClaims.flat();
    await counting.settle(claimed);
    const all = union(known, claimed);
    const claims = inOrder.flatMap((_, n) => [...(kept[n] ?? []), ...(gotClaims[n] ?? [])]);
    const isComplete = got.every((one) => one !== 'busy' && one.lacks === undefined);
    // Only when the quote is good: until then the runner may come back to what they had. A use of a code stays claimed:
    // otherwise a friend could take it, and the older quote be paid.
    const dropped = isComplete ? all.filter((claim) => !claims.some(is(claim)) && !codes.has(claim.pool)) : [];
    const seconds = Math.ceil((expiresAt - now().getTime()) / 1000);
    if (claimed.length > 0 || dropped.length > 0 || all.length > before.claims.length) {
      const next = {
        claims: all.filter((claim) => !dropped.some(is(claim))),
        dropped: union(before.dropped, dropped),
        codes: [...codes],
      };
      try {
        await turn.keepAndEnd(next, Math.max(1, seconds));
      } catch (error) {
        // Nobody would use these, because the next try does not find them. A direct claim has its owner in the ledger.
        const lost = got.flatMap((one) => (one !== 'busy' && one.isFromBlock ? one.claims : []));
        if (lost.length > 0) await drop(lost);
        await counting.settle([]);
        throw error;
      }
    }
    if (isComplete) return { kind: 'dealt', claims, givenUp: giveUp(dropped, counting) };
    if (got.includes('busy')) return { kind: 'busy' };
    const missing = inOrder.flatMap(({ pool }, n): readonly Missing[] => {
      const one = got[n];
      if (!one || one === 'busy' || !one.lacks) return [];
      const { kind, sellable } = one.lacks;
      return [{ pool, kind, left: (kept[n]?.length ?? 0) + one.claims.length + sellable }];
    });
    return { kind: 'missing', missing };
  };

  const claim = async (request: UnitsRequest, counting: ClaimCount, deadline: number): Promise<UnitsDealt> => {
    let turn = await remembered.begin(request.registrationId);
    while (!turn) {
      if (now().getTime() >= deadline) return { kind: 'busy' };
      await pause();
      turn = await remembered.begin(request.registrationId);
    }
    try {
      return await decide(request, turn, counting, deadline);
    } finally {
      await turn.end();
    }
  };

  return async (request, deadline) => {
    // A plain form, without anything limited, asks nobody; but what was claimed before is given back.
    if (request.wanted.length === 0 && request.previous.length === 0)
      return { kind: 'dealt', claims: [], givenUp: Promise.resolve() };
    const counting = countClaims({ tally, now }, request);
    try {
      return await claim(request, counting, deadline);
    } catch (error) {
      report(error);
      await counting.settle([]);
      return { kind: 'busy' };
    }
  };
};

const is = (claim: Claim) => (other: Claim) => isSameClaim(claim, other);

const union = (some: readonly Claim[], others: readonly Claim[]): readonly Claim[] => [
  ...some,
  ...others.filter((claim) => !some.some(is(claim))),
];
