import type { Session } from './session';

/** Sessions by their hash. When nobody can tell whether a session exists, these throw instead of answering "none". */
export interface Sessions {
  read(hash: string): Promise<Session | 'ended' | undefined>;
  /**
   * `apply` may be called several times, also on its own result; `unchanged`: it returned undefined. `isNew`: the hash
   * was made for this request.
   */
  change(
    hash: string,
    apply: (before: Session | undefined) => Session | undefined,
    options?: { isNew: boolean },
  ): Promise<'kept' | 'ended' | 'unchanged'>;
  end(hash: string): Promise<void>;
}

/** The authority on which sessions have ended. */
export interface EndedSessions {
  add(hash: string): Promise<void>;
  /** Hashes of sessions that ended recently: for as long as a copy of them may still be somewhere. */
  recent(): Promise<readonly string[]>;
}

/** Whether registrations are decided, as far as a cache remembers. */
export interface Decisions {
  isDecided(registrationId: string): Promise<boolean>;
}
