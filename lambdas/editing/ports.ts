import type { Form, TextRef } from '../forms/form';
import type { Race } from '../races/race';
import type { Plan } from './plan';
import type { DraftContent, RaceDocument } from './race-document';

/** How an event is sold at this moment. */
export interface EventFacts {
  readonly eventId: string;
  readonly registered: number;
  /** Spots that somebody has and has not paid for, and those that are about to be dealt. */
  readonly held: number;
  /** When the last hold of them ends. */
  readonly heldUntil?: string | undefined;
  /** People of the waiting list who have an offer. */
  readonly offered: number;
  /** People of the waiting list who have none. */
  readonly waiting: number;
  readonly sellable: number;
  /** All that there are. */
  readonly spots: number;
  /** It has a registration, a block or a place on the list, or had one. */
  readonly isUsed: boolean;
  /** Spots of it were dealt. */
  readonly wasCut: boolean;
}

/** What a plan must know besides the two race documents. */
export interface RaceFacts {
  readonly isCancelled: boolean;
  readonly events: readonly EventFacts[];
  /** How many registered runners accepted which waiver. */
  readonly accepted: readonly { readonly version: string; readonly count: number }[];
  /** The texts that were saved for the race. */
  readonly texts: readonly (TextRef & { readonly version: string })[];
  /** SHA-256 (base64url) of the wanted waiver's text. */
  readonly waiverHash: string;
  /** The forms that runners could see. */
  readonly forms: readonly { readonly revision: number; readonly form: Form }[];
  /** The variants that have a stock. */
  readonly stocked: readonly string[];
  /** Those of the wanted events which belong to another race. */
  readonly foreignEvents: readonly string[];
}

/** What is wished for a race, whole or not. */
export interface Draft {
  readonly content: DraftContent;
  /** The race as it was when the draft began; undefined when there was none. */
  readonly base: RaceDocument | DraftContent | undefined;
  /** Where its editor was in the wizard: 1 to 5. */
  readonly step: number | undefined;
  /** Who saved it last, if somebody of the staff did. */
  readonly by: string | undefined;
  /** Since when they have been at it, without somebody else in between. */
  readonly since: Date | undefined;
  readonly at: Date;
}

/** Which state of a race somebody has seen. */
export interface Edition {
  /** 0: it was never published. */
  readonly revision: number;
  /** Grows with each save, and with each end of a draft. */
  readonly draftVersion: number;
}

export interface EditedRace extends Edition {
  readonly raceId: string;
  /** As runners see it; undefined when it was never published. */
  readonly document: RaceDocument | undefined;
  readonly draft: Draft | undefined;
}

/** A race and its form to be published. `entrySchema`: the JSON Schema of the form's entries. */
export interface WantedRace {
  readonly race: Race;
  readonly form:
    | { readonly definition: Form; readonly entrySchema: (revision: number) => unknown; readonly hash: string }
    | undefined;
  readonly plan: Plan;
}

/** A race that is looked at or changed in one transaction. */
export interface RaceEdit {
  readonly race: EditedRace;
  /** The database's clock. */
  readonly now: Date;
  /** Whatever this depends on stays as it is until the transaction ends, if the race is edited and not looked at. */
  facts(wanted: RaceDocument, waiverHash: string): Promise<RaceFacts>;
  /** Replaces the draft. Undefined: there is none any more. */
  keepDraft(draft: Pick<Draft, 'content' | 'step' | 'base'> | undefined): Promise<Edition>;
  /** Makes the race as it is wanted, and ends its draft. */
  publish(wanted: WantedRace): Promise<Edition>;
  /** Deletes the race, and keeps it as a draft. Undefined: somebody is registered, or was. */
  unpublish(): Promise<Edition | undefined>;
}

export interface Revision {
  readonly revision: number;
  /** Undefined: it is the race as it was before it was first edited. */
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
  /** Nothing but this work changes the race meanwhile. Undefined: there is no such race. */
  edit<T>(raceId: string, work: (edit: RaceEdit | undefined) => Promise<T>): Promise<T>;
  /** Looks at a moment of it, and locks nothing. */
  look<T>(raceId: string, work: (edit: RaceEdit | undefined) => Promise<T>): Promise<T>;
  /** Makes a race that is a draft alone. False: there is one. */
  begin(raceId: string, content: DraftContent): Promise<boolean>;
  /** Undefined: of all races. */
  unpublished(raceIds: readonly string[] | undefined): Promise<readonly UnpublishedRace[]>;
  /** The newest first. */
  revisions(raceId: string): Promise<readonly Revision[]>;
  revision(raceId: string, revision: number): Promise<RaceDocument | undefined>;
}
