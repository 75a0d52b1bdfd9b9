import type { Transient } from '../retry';

/** The state of the session cannot be told at this moment; try again. It never means "there is no session". */
export class SessionUnknownError extends Error implements Transient {
  override readonly name = 'SessionUnknownError';
  readonly transient = true;
}
