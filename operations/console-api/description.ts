import type * as v from 'valibot';
import type { ConsoleProblemName } from '../../lambdas/api/console/problems';
import type { CommandName } from '../../lambdas/directing/commands';

/** What a route of the console is for, in words. */
export interface Description {
  readonly id: string;
  readonly summary: string;
  readonly body?: v.GenericSchema<unknown, unknown>;
  /** The command that it orders: its fields are the body, but those that come otherwise. */
  readonly orders?: CommandName;
  /** The state that was seen last comes in If-Match. */
  readonly hasSeen?: true;
  /** With its ETag, which goes into If-Match. */
  readonly hasEtag?: true;
  readonly query?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly answer: string;
  /** Besides those of everything that a session is needed for. */
  readonly problems?: readonly ConsoleProblemName[];
}
