import type { KeyScope } from './api-key';

export interface KeyWish {
  readonly raceId: string;
  /** By which staff tell it from others: the device or the company that has it. */
  readonly label: string;
  readonly scopes: readonly KeyScope[];
}

/** `key`: told once and kept nowhere. In a dry run there is none. */
export type MadeKey =
  | { readonly kind: 'made'; readonly keyId: string; readonly key?: string }
  | { readonly kind: 'no-such-race' }
  | { readonly kind: 'too-many'; readonly most: number };

/** Instants are ISO 8601. `lastUsedAt`: to the minute. */
export interface ListedKey {
  readonly keyId: string;
  readonly label: string;
  readonly scopes: readonly KeyScope[];
  readonly madeAt: string;
  readonly lastUsedAt: string | null;
  readonly withdrawnAt: string | null;
}

export interface ApiKeys {
  make(wish: KeyWish, isDryRun: boolean): Promise<MadeKey>;
  list(raceId: string): Promise<readonly ListedKey[]>;
  /** For good. False: the race has no such key. */
  withdraw(raceId: string, keyId: string, isDryRun: boolean): Promise<boolean>;
}

/**
 * Why a key is not accepted. Only who has the right secret learns more than `unknown`, so a stranger cannot find out which keys
 * there are. `none`: there is no key, or something that is not written like one.
 */
export type KeyRefusal = 'none' | 'unknown' | 'withdrawn' | 'another-race' | 'another-scope';

/** Who asks, and what for. `key`: as it was sent. */
export interface KeyUse {
  readonly raceId: string;
  readonly scope: KeyScope;
  readonly key: string;
}

export type JudgedKey =
  | { readonly kind: 'good'; readonly keyId: string }
  | { readonly kind: 'refused'; readonly reason: KeyRefusal };

/** How often keys are used. It only bounds: counts that get lost keep nobody out. */
export interface KeyPace {
  /**
   * Counts a request. False: the key is used too fast, or too many keys from this address or its network were unknown, and this one was
   * not good lately.
   */
  mayAsk(key: string, address: string): Promise<boolean>;
  /** Counts a start list. False: the key had one of this set a moment ago. Each reads everybody who is registered. */
  mayBuildStartList(key: string, raceId: string, setId: string): Promise<boolean>;
  /** A key that nobody was given came from this address. */
  noteUnknown(address: string): Promise<void>;
  /** The key was good. */
  noteKnown(key: string): Promise<void>;
}
