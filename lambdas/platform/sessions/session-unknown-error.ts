import type { Transient } from '../retry';

/** Nobody can tell what the session is at this moment: ask again. Never to be read as "there is none". */
export class SessionUnknownError extends Error implements Transient {
  override readonly name = 'SessionUnknownError';
  readonly transient = true;
}
