import type { ParticipantState } from '../participants/participant';
import type { ParticipantFilter } from '../participants/ports';

export interface AnnouncementText {
  readonly raceId: string;
  readonly subject: string;
  readonly body: string;
  /** It is about the registration, so also people get it who want no news. */
  readonly isService: boolean;
}

/** Whom the list of participants has with this filter. They are all in one state: a mail to somebody who cancelled is not one to a runner. */
export type Audience = Omit<ParticipantFilter, 'raceId'> & { readonly state: ParticipantState };

export type Announcement = AnnouncementText & { readonly audience: Audience };

/** Whom an announcement reaches. People with one address get one mail. */
export interface Reach {
  readonly people: number;
  readonly mails: number;
  readonly optedOut: number;
  /** Addresses that bounced or complained. */
  readonly unreachable: number;
  /** How long it takes at least, at half of what SES allows. */
  readonly seconds: number;
}

/** A mail as a runner gets it, as plain text. */
export interface SampleMail {
  readonly subject: string;
  readonly text: string;
}

/** Why no mail is ordered now: a race opens, mails still wait in the queue, or the mails of this day are used up. */
export type Waiting = 'opening' | 'queue' | 'day';

export interface ListedAnnouncement {
  readonly announcementId: string;
  readonly sequence: number;
  readonly subject: string;
  readonly isService: boolean;
  readonly eventId: string | null;
  readonly payment: string | null;
  /** What became of the people who get it. */
  readonly people: ParticipantState;
  readonly isUnreached: boolean;
  readonly isBibUntold: boolean;
  /** It goes to those whom a search finds. What was searched for may be a name. */
  readonly isSearched: boolean;
  readonly state: 'sending' | 'stopped' | 'done';
  /** `given-up`: it was stopped for so long that it ended before everybody got it. */
  readonly waits: Waiting | 'given-up' | null;
  /** Mails that were to leave, and mails that are ordered. Fewer are ordered when people cancel meanwhile. */
  readonly mails: number;
  readonly ordered: number;
  readonly optedOut: number;
  readonly unreachable: number;
  readonly madeAt: string;
  readonly endedAt: string | null;
}

export type Begun =
  | { readonly kind: 'begun'; readonly sequence: number }
  | { readonly kind: 'id-reused' }
  | { readonly kind: 'too-many'; readonly most: number };

export type Tested = { readonly kind: 'ordered'; readonly to: string } | { readonly kind: 'nobody' | 'too-many' };

export interface Announcements {
  /** Undefined: there is no such race, or no such event in it. */
  reach(wished: Announcement): Promise<Reach | undefined>;
  /** Registrations that would get it: the first, one in the middle and the last. */
  samples(wished: Announcement): Promise<readonly string[]>;
  /** The same id and text again: nothing is begun a second time. */
  begin(announcementId: string, wished: Announcement, reach: Reach): Promise<Begun>;
  /** Orders a mail to the person who is signed in. */
  test(text: AnnouncementText, isDryRun: boolean): Promise<Tested>;
  list(raceId: string): Promise<readonly ListedAnnouncement[]>;
  /** False: the race has no such announcement in a state that can change so. */
  steer(to: 'stopped' | 'sending', raceId: string, announcementId: string, isDryRun: boolean): Promise<boolean>;
}

/** What is on its way already, and what SES allows. */
export interface Road {
  /** Mails per second. Undefined: no mail was sent yet. */
  readonly maxSendRate?: number | undefined;
  /** -1: without a limit. */
  readonly max24Hours?: number | undefined;
  readonly lastDay: number;
  /** Mails of announcements that are ordered and have not left. */
  readonly inFlight: number;
  /** A race opens within 30 minutes, or opened within the last hour. */
  readonly isOpening: boolean;
}

export interface Taken {
  readonly announcementId: string;
  readonly raceId: string;
}

/** `lost`: somebody stopped it, or another worker has it. `ids`: of the outbox. */
export type Fed =
  | { readonly kind: 'lost' }
  | { readonly kind: 'more' | 'done'; readonly ids: readonly string[]; readonly ordered: number };

/** Announcements as a worker takes them. A lease says which worker has one. */
export interface AnnouncementQueue {
  /** Ends those that were stopped and that nobody resumed for weeks, and forgets what was searched for. */
  giveUpOld(): Promise<void>;
  take(lease: string): Promise<Taken | undefined>;
  road(): Promise<Road>;
  /** Looks at so many participants, and orders the mails of those who get it, in one transaction. */
  feed(taken: Taken, lease: string, most: number): Promise<Fed>;
  /** Gives it back. It may be taken again after so many seconds. */
  rest(taken: Taken, lease: string, seconds: number, why?: Waiting): Promise<void>;
}
