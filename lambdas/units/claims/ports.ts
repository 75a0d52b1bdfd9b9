import type { Claim } from '../../domain/claim';
import type { Ledger } from '../../spots/blocks/ports';

/**
 * A pool does not have what is wanted. `held`: others have claimed some and not paid for them, so they may come back.
 * `gone`: each unit has its line, or is sellable or the asker's own, and these are not enough.
 */
export interface Lack {
  readonly kind: 'held' | 'gone';
  /** How many could be claimed all the same. */
  readonly sellable: number;
}

export interface UnitLedger extends Ledger {
  /**
   * Claims `quantity` units of a scarce pool for a registration: all of them, or none besides those that it claimed
   * before, which are found again. `except`: numbers that the registration has besides.
   */
  claim(request: DirectClaim): Promise<DirectClaims>;
  /**
   * Makes claims sellable again that nobody will use. Throws when it fails or does not come to an end at once: they
   * come back with their block at the latest.
   */
  drop(claims: readonly Claim[]): Promise<void>;
}

export interface DirectClaims {
  readonly claims: readonly Claim[];
  /** Why there are fewer than wanted; absent when there are not. */
  readonly lacks?: Lack | undefined;
}

export interface DirectClaim {
  readonly pool: string;
  readonly registrationId: string;
  readonly quantity: number;
  readonly except: readonly number[];
  /** What it gave up. A drop that is slow may still take these away, so they are not found again. */
  readonly dropped?: readonly Claim[] | undefined;
}

/** What is known of a registration's claims. */
export interface Remembered {
  readonly claims: readonly Claim[];
  /** Given back: a quote from before may still name them. */
  readonly dropped: readonly Claim[];
  /** The pools of codes among them. */
  readonly codes: readonly string[];
}

/** Claims, copied to two zones until their hold ends. When both forget, the runner's last quote still names them. */
export interface RememberedClaims {
  /**
   * The turn of one caller, for a few seconds: that one has units dealt. `undefined` for all others, who wait for what it keeps.
   */
  begin(registrationId: string): Promise<ClaimTurn | undefined>;
}

export interface ClaimTurn {
  readonly remembered: Remembered;
  /** Throws when nobody remembers it. The turn is over in either case. */
  keepAndEnd(remembered: Remembered, seconds: number): Promise<void>;
  /** Does nothing when the turn is over. */
  end(): Promise<void>;
}

/** What a runner who has nothing of a scarce pool was told a moment ago. Others are told the same, so a crowd does not ask the ledger. */
export interface ScarceVerdicts {
  /** Undefined also for one caller in a second: that one asks the ledger again, and all others still get the old answer. */
  find(pool: string, quantity: number): Promise<Lack | undefined>;
  remember(pool: string, quantity: number, verdict: Lack): Promise<void>;
  /** True for one caller in a few seconds. */
  mayReclaim(pool: string): Promise<boolean>;
}
