import type * as v from 'valibot';
import type { ProblemName } from '../problems';

type Schema = v.GenericSchema<unknown, unknown>;

/** A message, its name in the description, and its examples by name. */
export interface Body {
  readonly name: string;
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly status: number;
  readonly description: string;
  readonly body?: Body;
}

export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** `session`: the cookie that the first hold sets. `bearer`: a hold, or the token of a link in a mail. `key`: of a machine. */
  readonly security?: 'session' | 'bearer' | 'key';
  readonly request?: Body;
  readonly answer: Answer;
  /** What else it may answer when nothing is wrong, with another status. */
  readonly otherAnswer?: Answer;
  /** Clients poll it, and may tell for how long they have waited. */
  readonly isPolled?: true;
  /** The parameters of the query, each with what it says. */
  readonly query?: Readonly<Record<string, string>>;
  /** May answer 304 to If-None-Match. */
  readonly cached?: true;
  /** Besides the problems that every operation may answer with. */
  readonly problems: readonly ProblemName[];
}

/** The problems that every operation may answer with. */
export const commonProblems: readonly ProblemName[] = ['wrong-door', 'not-found', 'busy', 'internal-error'];
