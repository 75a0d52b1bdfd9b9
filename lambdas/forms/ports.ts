import type { Form, FormFault, TextRef } from './form';

/** One revision of a race's form. It never changes. */
export interface FormRevision {
  readonly revision: number;
  readonly form: Form;
  /** The JSON Schema of its entries, as it was when the form was saved. */
  readonly entrySchema: unknown;
}

/** Forms that are, or were, the form of their race. */
export interface PublishedForms {
  find(raceId: string, revision: number): Promise<FormRevision | undefined>;
}

/** What a race has by way of forms. */
export interface RaceForms {
  readonly eventIds: readonly string[];
  /** The texts that were saved for it. */
  readonly texts: readonly TextRef[];
  /** Those that runners could see. */
  readonly published: readonly { readonly revision: number; readonly form: Form }[];
  /** Limit groups that other races have published. */
  readonly othersGroups: readonly string[];
  /** The revision that was saved last. */
  readonly last?: { readonly revision: number; readonly hash: string } | undefined;
}

export interface NewForm {
  readonly raceId: string;
  readonly revision: number;
  readonly form: Form;
  readonly entrySchema: unknown;
  /** SHA-256 (base64url) of the form's canonical JSON. */
  readonly hash: string;
}

export type PublishedAnswer =
  | {
      readonly kind: 'published';
      readonly revision: number;
      readonly before: number | undefined;
      /** Registrations of before that the limit groups bind now, and those of people who keep several spots. Absent without groups. */
      readonly members: { readonly counted: number; readonly several: number } | undefined;
    }
  | { readonly kind: 'no-such-race' | 'no-such-form' }
  | { readonly kind: 'older'; readonly current: number }
  /** The race was published with another waiver after the text was saved that the form names. `version` and `hash` are of that waiver. */
  | { readonly kind: 'older-waiver'; readonly version: string; readonly hash: string }
  | { readonly kind: 'wrong'; readonly faults: readonly FormFault[] };

/** A text that somebody accepts. It never changes. */
export interface LegalText {
  /** SHA-256 (base64url) of the text. */
  readonly hash: string;
  readonly version: string;
  /** A language tag. */
  readonly locale: string;
  readonly text: string;
}

export interface Texts {
  /** Of all texts that were saved for the race. */
  hashes(raceId: string): Promise<readonly string[]>;
  find(raceId: string, hash: string): Promise<LegalText | undefined>;
}

export interface NewText extends LegalText {
  readonly raceId: string;
  readonly kind: string;
}

/** Where a director's texts are kept. */
export interface TextRegister {
  /** In a dry run it stores nothing, and answers what it would answer. */
  add(text: NewText, isDryRun: boolean): Promise<'added' | 'known' | 'no-such-race'>;
}

/** Whom a director lets run. */
export interface AllowedPerson {
  readonly email: string;
  /** `yyyy-mm-dd`. Without it, everybody who has this address: a family may share one. */
  readonly birthDate?: string | undefined;
}

export interface AllowList {
  /** In the order of the people. */
  areAllowed(eventId: string, people: readonly Required<AllowedPerson>[]): Promise<readonly boolean[]>;
}

/** Where a director's lists are kept. */
export interface AllowRegister {
  /** Puts people on the list of an event, or takes them off. Answers how many this changes, also in a dry run. */
  change(
    raceId: string,
    eventId: string,
    people: readonly AllowedPerson[],
    isAllowed: boolean,
    isDryRun: boolean,
  ): Promise<number | 'no-such-event'>;
}

/** What decides whether a form may be published. */
export interface KnownOfForms extends Pick<RaceForms, 'published' | 'othersGroups'> {
  /** The ids of variants that have a stock. */
  readonly stocked: readonly string[];
}

/** Where a director's forms are kept. */
export interface FormRegister {
  /** Undefined when there is no such race. */
  look(raceId: string): Promise<RaceForms | undefined>;
  /** False when this revision is there already: somebody saved at the same time. */
  add(form: NewForm): Promise<boolean>;
  /**
   * Makes a revision the form of its race, if it is not older than the present one, brings no older waiver back, and `faultsOf` finds
   * nothing. What runners see is another revision of the race then. In a dry run it changes nothing, and answers what it would answer.
   */
  publish(
    raceId: string,
    revision: number,
    faultsOf: (known: KnownOfForms, form: Form) => readonly FormFault[],
    isDryRun: boolean,
  ): Promise<PublishedAnswer>;
}
