import type { Claim } from '../../domain/claim';
import type { Ledger, TooFew } from '../../spots/blocks/ports';

/** Nothing is sellable, or too little. `held`: what is only held may come back. */
export type NoneLeft = { readonly kind: 'held' } | { readonly kind: 'sold-out' } | TooFew;

export interface UnitLedger extends Ledger {
  /**
   * Claims `quantity` units of a scarce pool for a registration: all of them or none. Repeating it finds those that it
   * claimed before. `except`: numbers that the registration has besides.
   */
  claim(request: DirectClaim): Promise<readonly Claim[] | NoneLeft>;
  /** Makes claims sellable again that nobody will use. It may fail: then they come back with their block. */
  drop(claims: readonly Claim[]): Promise<void>;
}

export interface DirectClaim {
  readonly pool: string;
  readonly registrationId: string;
  readonly quantity: number;
  readonly except: readonly number[];
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
  find(registrationId: string): Promise<Remembered>;
  keep(registrationId: string, remembered: Remembered, seconds: number): Promise<void>;
  /** True for one caller, for a few seconds: it has units dealt, the others wait for what it keeps. */
  begin(registrationId: string): Promise<boolean>;
  end(registrationId: string): Promise<void>;
}

/** What was said of a scarce pool a moment ago, so that a crowd does not ask the ledger. */
export interface ScarceVerdicts {
  find(pool: string, quantity: number): Promise<NoneLeft | undefined>;
  remember(pool: string, quantity: number, verdict: NoneLeft): Promise<void>;
  /** True for one caller in a few seconds. */
  mayReclaim(pool: string): Promise<boolean>;
}
