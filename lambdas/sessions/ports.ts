import type { Session } from './session';

/** Sessions by their hash. What nobody can tell at this moment is thrown, never answered as "none". */
export interface Sessions {
  read(hash: string): Promise<Session | 'ended' | undefined>;
  /** `apply` may be called several times, also on what it made before. `isNew`: the hash was made for this request. */
  change(
    hash: string,
    apply: (before: Session | undefined) => Session,
    options?: { isNew: boolean },
  ): Promise<'kept' | 'ended'>;
  end(hash: string): Promise<void>;
}

/** The last word on who has signed out. */
export interface EndedSessions {
  add(hash: string): Promise<void>;
  /** Those added lately: since any copy may still be somewhere. */
  recent(): Promise<readonly string[]>;
}

/** What became of registrations, as far as a cache remembers. */
export interface Decisions {
  isDecided(registrationId: string): Promise<boolean>;
}
