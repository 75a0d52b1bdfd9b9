import type { Extras } from '../extras';
import type { Eligibility } from '../rule';
import type { Signing } from '../signing';
import type { Teams } from '../team';
import type { Questions } from './question-types';

/** What a registration of a race asks for. */
export interface Form extends Questions, Extras, Eligibility, Signing, Teams {
  /** Of an event in which nobody runs: made by `shortForm`, never by a director. */
  readonly isShort?: true | undefined;
}
