import type { EventSale } from '../domain/event-sale';
import type { Form, TextRef } from '../forms/form';
import type { Race } from '../races/race';
import type { Plan } from './plan';
import type { DraftContent, RaceDocument } from './race-document';

/** Figures of an event at this moment. */
export interface EventFacts {
  readonly eventId: string;
  readonly registered: number;
  /** Spots that are held and not paid for, as far as memcached knows. Those that are offered are not among them. */
  readonly held: number;
  /** When the last of these holds ends at the latest. */
  readonly heldUntil?: string | undefined;
  /** People of the waiting list who have an offer. */
  readonly offered: number;
  /** Those of them whose offer lasts longer than the wanted end of registration. */
  readonly outlasting: number;
  /** People of the waiting list who have none. */
  readonly waiting: number;
  /**
   * How many spots each of them wants, in the order of the list: of those who could have an offer if the event had the wanted
   * capacity.
   */
  readonly waitingSizes: readonly number[];
  readonly sale: EventSale;
  readonly sellable: number;
  /** All spots that exist. */
  readonly spots: number;
  /** Somebody has used it: it has, or had, a registration, a block, a place on the list, a team or results. */
  readonly isUsed: boolean;
  /** A block was cut, so its sale has begun. */
  readonly wasCut: boolean;
}

/** The line that people are in, or were until everybody could ask. */
export interface LineFacts {
  /** People come before the gun, the line goes on, or it opened. `ended`: it opened before its gun, and this opening gets no other one. */
  readonly state: 'forms' | 'goes-on' | 'open' | 'ended';
  /** ISO 8601 */
  readonly gun: string;
  readonly passes: number;
}

/** What a plan needs besides the two race documents. */
export interface RaceFacts {
  readonly isCancelled: boolean;
  /** Somebody is registered, or was. */
  readonly wasRegistered: boolean;
  readonly events: readonly EventFacts[];
  /** How many registered runners accepted each version of the waiver. */
  readonly accepted: readonly { readonly version: string; readonly count: number }[];
  /** The texts of the race. */
  readonly texts: readonly (TextRef & { readonly version: string })[];
  /** SHA-256 (base64url) of the wanted waiver's text. */
  readonly waiverHash: string;
  /** The forms that were published. */
  readonly forms: readonly { readonly revision: number; readonly form: Form }[];
  /** Limit groups that other races have published. */
  readonly othersGroups: readonly string[];
  /** The ids of variants that have a stock. */
  readonly stocked: readonly string[];
  /** Registrations that the wanted form puts into its limit groups, and those of people who keep several spots in one. */
  readonly members: { readonly counted: number; readonly several: number };
  /** The wanted files that are kept. */
  readonly files: readonly {
    readonly file: string;
    readonly bytes: number;
    readonly width: number | null;
    readonly height: number | null;
  }[];
  /** The ids of wanted events that belong to another race. */
  readonly foreignEvents: readonly string[];
  /** Absent: the race has no line, or it is over. */
  readonly line?: LineFacts | undefined;
}

/** A race as a director edits it. It may be incomplete. */
export interface Draft {
  readonly content: DraftContent;
  /** The race as it was when the draft began; undefined when there was none. */
  readonly base: RaceDocument | DraftContent | undefined;
  /** The step of the wizard where its editor was: 1 to 5. */
  readonly step: number | undefined;
  /** The name of the staff member who saved it last. Undefined: it was saved by command. */
  readonly by: string | undefined;
  /** Since when they have been at it, without somebody else in between. */
  readonly since: Date | undefined;
  readonly at: Date;
}

/** A state of a race. */
export interface Edition {
  /** 0: it was never published. */
  readonly revision: number;
  /** Grows with each save of the draft, and when the draft is published or discarded. */
  readonly draftVersion: number;
}

export interface EditedRace extends Edition {
  readonly raceId: string;
  /** As runners see it; undefined when it was never published. */
  readonly document: RaceDocument | undefined;
  readonly draft: Draft | undefined;
}

/** A race that is to be published. `entrySchema`: the JSON Schema of the form's entries. */
export interface WantedRace {
  readonly race: Race;
  readonly form:
    | { readonly definition: Form; readonly entrySchema: (revision: number) => unknown; readonly hash: string }
    | undefined;
  readonly plan: Plan;
}

/** A race in one transaction that reads or changes it. */
export interface RaceEdit {
  readonly race: EditedRace;
  /** The database's clock. */
  readonly now: Date;
  /** In a transaction that edits, the facts that decide about the publication stay as they are until it ends. */
  facts(wanted: RaceDocument, waiverHash: string): Promise<RaceFacts>;
  /** Whether the person who edits the race directs all other races of this series. An operator does. */
  mayJoin(series: string): Promise<boolean>;
  /** Replaces the draft. Undefined: deletes it. */
  keepDraft(draft: Pick<Draft, 'content' | 'step' | 'base'> | undefined): Promise<Edition>;
  /** Makes or changes the race, and deletes its draft. */
  publish(wanted: WantedRace): Promise<Edition>;
  /** Deletes the race, and keeps its document as a draft. Undefined: somebody has used it. */
  unpublish(): Promise<Edition | undefined>;
}

export interface Revision {
  readonly revision: number;
  /** Undefined: it is the race as it was before its first edit. */
  readonly publishedAt: Date | undefined;
  readonly by: string | undefined;
}

/** A race that was never published. */
export interface UnpublishedRace {
  readonly id: string;
  readonly name: string | undefined;
  readonly step: number | undefined;
  readonly at: Date;
}

export interface RaceDocuments {
  find(raceId: string): Promise<EditedRace | undefined>;
  /** Calls `work` with the race, which nothing else changes meanwhile; with undefined when there is no such race. */
  edit<T>(raceId: string, work: (edit: RaceEdit | undefined) => Promise<T>): Promise<T>;
  /** Calls `work` with the race as it is now, and locks nothing. */
  look<T>(raceId: string, work: (edit: RaceEdit | undefined) => Promise<T>): Promise<T>;
  /** Begins a race that is only a draft. False: there is a race with this id. */
  begin(raceId: string, content: DraftContent): Promise<boolean>;
  /** Undefined: of all races. */
  unpublished(raceIds: readonly string[] | undefined): Promise<readonly UnpublishedRace[]>;
  /** The newest first. */
  revisions(raceId: string): Promise<readonly Revision[]>;
  revision(raceId: string, revision: number): Promise<RaceDocument | undefined>;
}
