import type { RunnerMessage } from '../../lambdas/api/messages/registrations';
import type { Habits } from '../scenarios/scenario';
import type { MailedLinks } from './mailed-links';
import type { Acquaintances } from './notices';
import type { UserSession } from './user-session';

export interface Site {
  readonly url: string;
  readonly processor: { readonly url: string; readonly publishableKey: string };
  /** Where the mail of all runners can be read: on this machine. */
  readonly inbox?: string;
}

/** How a runner answers their bank. `failed`: the bank does not believe them, and they pay with another card. */
export type Reaction = 'passed' | 'failed' | 'abandoned';

/** A card whose bank asks, and how its holder answers. */
export interface Challenge {
  readonly card: string;
  readonly reaction: Reaction;
}

/** Somebody who takes a spot over, at a browser of their own. */
export interface Recipient {
  readonly person: RunnerMessage;
  /** At a browser of their own; when they are asked, in milliseconds of `performance.now()`. */
  readonly sessionFrom: (departure: number) => UserSession;
  readonly links: Pick<MailedLinks<string>, 'take'>;
}

export interface Journey {
  readonly site: Site;
  readonly raceId: string;
  /** The only event the runner wants. Default: one of the open events, and another one when it is sold out. */
  readonly eventId?: string;
  readonly registrationId: string;
  readonly person: RunnerMessage;
  /** People who register with the runner, with one payment. */
  readonly companions?: readonly RunnerMessage[];
  readonly card: string;
  /** When their card is declined they change what they buy, and pay with this one, where the race has a form. */
  readonly secondCard?: string;
  /** The bank of their card asks them first. Default: it asks nothing. */
  readonly challenge?: Challenge;
  /** They donate, where the race's form asks for it: on the page of somebody they know, or else make a page themselves. */
  readonly donates?: boolean;
  /** They want a team, where the race has some. Where nobody runs without one, everybody does. */
  readonly wantsTeam?: boolean;
  /** One of them is a minor, where the rules of the race let minors run: the first companion, or else the runner. */
  readonly hasMinor?: boolean;
  readonly acquaintances?: Acquaintances;
  /** A code that they use where the race has a form. */
  readonly code?: string;
  /** Once they are in, they pass their spot on to this person. */
  readonly recipient?: Recipient;
  readonly habits?: Habits;
}
