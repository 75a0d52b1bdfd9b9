import type { NewsReader, OptOut } from '../../domain/announcement';

/** https://www.rfc-editor.org/rfc/rfc8058 */
export interface OptOutLinks {
  readonly page: string;
  readonly oneClick: string;
}

/** What a mail can tell of an announcement. */
export interface AnnouncementLetters {
  /** As it is written to one registration. Undefined: there is no such announcement, or its reader wants no news. */
  find(registrationId: string, sequence: number): Promise<AnnouncementLetter | undefined>;
  /**
   * Whom a mail to this registration greets: those of its race with its address of whom the same became, in the order in which they
   * registered.
   */
  readersWith(registrationId: string): Promise<readonly AnnouncementReader[]>;
  /** A test, and the person who wrote it. */
  test(announcementId: string): Promise<AnnouncementTest | undefined>;
}

export interface AnnouncementText {
  readonly raceId: string;
  readonly subject: string;
  readonly body: string;
  readonly isService: boolean;
}

export interface AnnouncementReader {
  readonly firstName: string;
  /** What they wear. `later`: in a race that gives bibs, they have none yet. */
  readonly number: number | 'later' | undefined;
  readonly eventName: string;
}

export interface AnnouncementLetter extends AnnouncementText {
  /** It is for people of whom this became: `registered`, or why they are not, as the list of participants says it. */
  readonly people: string;
  readonly readers: readonly AnnouncementReader[];
}

export interface AnnouncementTest extends AnnouncementText {
  readonly raceName: string;
  readonly eventName: string;
  readonly email: string;
  readonly name: string;
}

/** Who wants no news. */
export interface OptOuts {
  /**
   * Adds to what they wanted before: whoever wants no news of any race, and then ends that of one by an old mail, wants none all the same.
   * `nothing` takes back both. Returns the name of the race. Undefined: there is no such race.
   */
  set(reader: NewsReader, from: OptOut): Promise<string | undefined>;
}
