import type { Claim, PoolKind } from './claim';

/** Something of which there are only so many: a variant, or the id of a code or of a team. */
export interface Limited {
  readonly kind: PoolKind;
  readonly ref: string;
}

export interface WantedLimited extends Limited {
  readonly quantity: number;
  /** Of a code or a team, which knows its own pool. A variant has the pool of its race. */
  readonly pool?: string | undefined;
  /** The pool is so small that it is never dealt from a block. */
  readonly isDirect?: boolean | undefined;
}

/** Too few of it are left. `held`: others claimed them, and they come back if nobody pays for them. */
export interface MissingLimited extends Limited {
  readonly state: 'held' | 'gone';
  /** How many can be had all the same. */
  readonly left: number;
  /** It is the limit of the asker's own connection: others may still have some. */
  readonly ofNetwork?: true | undefined;
}

/** More than a session or a network may claim. `left`: how many more it still may. `retryAfter` is in seconds. */
export interface TooManyLimited {
  readonly kind: 'too-many';
  readonly of: 'session' | 'network';
  readonly left: number;
  readonly retryAfter: number;
}

export type LimitedClaimed =
  | {
      readonly kind: 'claimed';
      readonly claims: readonly (Limited & { readonly claim: Claim })[];
      /** Resolves once what is not wanted any more is on sale, or cannot be. A function must not end before. Never rejects. */
      readonly givenUp: Promise<void>;
    }
  | { readonly kind: 'missing'; readonly missing: readonly MissingLimited[] }
  | TooManyLimited
  | { readonly kind: 'busy' };
