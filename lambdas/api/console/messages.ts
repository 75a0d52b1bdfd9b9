import * as v from 'valibot';
import { email, eventId, raceId, registrationId, token, typedText } from '../fields';
import type { ToDecide, Unpaid } from './unpaid';

/** The id of somebody who works on races, made by the client. */
export const staffId = registrationId;
/** A race, or `all`. */
export const scope = raceId;
/** The id that an authenticator gave a passkey, in base64url. */
export const passkeyId = v.pipe(v.string(), v.regex(/^[\w-]{1,1400}$/));
/** The name of a command. */
export const commandName = v.pipe(v.string(), v.regex(/^[a-z][a-zA-Z]{2,40}$/));

const role = v.picklist(['owner', 'director', 'finance', 'desk', 'commentator', 'viewer']);
const bytes = v.pipe(v.string(), v.regex(/^[\w-]{1,8000}$/));

export const linkAsked = v.strictObject({ email });
export const linkOpened = v.strictObject({ token });

/** What the browser says about a passkey: https://www.w3.org/TR/webauthn-3/#sctn-public-key-easy. Only these members are read. */
const credential = {
  id: passkeyId,
  rawId: passkeyId,
  type: v.literal('public-key'),
  authenticatorAttachment: v.optional(v.nullable(v.string())),
  clientExtensionResults: v.pipe(
    v.optional(v.unknown()),
    v.transform(() => ({})),
  ),
};

export const passkeyUsed = v.object({
  response: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: v.optional(v.nullable(bytes)),
    }),
  }),
});

export const passkeyMade = v.object({
  name: typedText(60),
  response: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10))),
    }),
  }),
});

export const invitation = v.strictObject({ staffId, email, name: typedText(100), role });
export const roleGiven = v.strictObject({ role });
/** Whether the keys that a person made are withdrawn, and their webhooks paused. */
const integrations = v.optional(v.picklist(['keep', 'end']), 'keep');
export const roleRemoved = v.strictObject({ integrations });
/** `lost`: of the races that the person loses with the role of the scope. */
export const integrationsAsked = v.strictObject({ races: v.optional(v.picklist(['every', 'lost']), 'every') });
export const stateSet = v.strictObject({ state: v.picklist(['active', 'locked', 'gone']), integrations });

/** Which participants are looked for, and in which order. `after`: as the page before told it. */
export const participantsAsked = v.strictObject({
  q: v.optional(v.pipe(v.string(), v.maxLength(200, 'too-long')), ''),
  event: v.optional(eventId),
  state: v.optional(
    v.picklist(['registered', 'cancelled', 'deferred', 'transferred', 'payment-failed', 'duplicate', 'refused']),
  ),
  payment: v.optional(
    v.picklist(['authorised', 'captured', 'refunding', 'refunded', 'refund-failed', 'voided', 'failed']),
  ),
  /** Only those whom a mail did not reach, or who have a bib that no mail has told them. */
  mail: v.optional(v.picklist(['unreached', 'bib-untold'])),
  sort: v.optional(v.picklist(['newest', 'name', 'number']), 'newest'),
  after: v.optional(v.pipe(v.string(), v.maxLength(600))),
});

const { after: _, sort: __, ...wanted } = participantsAsked.entries;
/** Which participants are wanted as a file. */
export const exportAsked = v.strictObject(wanted);

/** All of them, as the text of a CSV file. */
export interface ExportMessage {
  readonly csv: string;
  readonly rows: number;
}

/** Money is in the currency's smallest unit. */
export interface ParticipantMessage {
  readonly registrationId: string;
  readonly eventId: string;
  readonly number?: number | undefined;
  readonly bib?: number | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly state: string;
  readonly payment?: string | undefined;
  readonly amount?: number | undefined;
  readonly refund: number;
  readonly recordedAt: string;
}

/** `upTo`: everything before this instant is in it. Not complete: ask again, and more is read. */
export interface ParticipantsMessage {
  readonly participants: readonly ParticipantMessage[];
  readonly next?: string | undefined;
  readonly upTo?: string | undefined;
  readonly rows: number;
  readonly isComplete: boolean;
}

/** What somebody answered to a question. `value`: as people read it, where that needs the form. */
export interface AnswerMessage {
  readonly question: string;
  readonly type: string;
  readonly value: unknown;
}

/** Everything that is known of one registration. Instants are ISO 8601, money is in the currency's smallest unit. */
export interface PersonMessage extends Omit<ParticipantMessage, 'firstName' | 'lastName'> {
  readonly currency: string;
  readonly via: string;
  readonly submittedAt?: string | undefined;
  /** Undefined: nobody knows yet who it is. */
  readonly who?:
    | {
        readonly firstName: string;
        readonly lastName: string;
        readonly email: string;
        readonly birthDate: string;
        readonly gender?: string | undefined;
        readonly emergencyContact?: string | undefined;
      }
    | undefined;
  readonly answers: readonly AnswerMessage[];
  readonly waiver?: string | undefined;
  /** Who signed what, for themselves or as a guardian. */
  readonly signatures: readonly {
    readonly kind: string;
    readonly name: string;
    readonly by: string;
    readonly guardian?:
      | { readonly name: string; readonly email: string; readonly relationship?: string | undefined }
      | undefined;
  }[];
  readonly team?: string | undefined;
  readonly leg?: number | undefined;
  readonly bib?: number | undefined;
  readonly checkedIn?:
    | { readonly at: string; readonly station: string; readonly note?: string | undefined }
    | undefined;
  /** The payment that they are in: it may be for others, too. `card`: as its owner knows it. */
  readonly paidWith?:
    | {
        readonly processorId?: string | undefined;
        readonly state: string;
        readonly total?: number | undefined;
        readonly captured?: number | undefined;
        readonly refund?: number | undefined;
        readonly refunded: number;
        readonly refundFailed?: string | undefined;
        readonly refundLost?: number | undefined;
        readonly refundPaidAt?: string | undefined;
        readonly settledAt?: string | undefined;
        readonly card?: string | undefined;
      }
    | undefined;
  /** What this runner paid to take the spot over. `refund`: what of it goes back. */
  readonly transferFee?:
    | (Unpaid & { readonly amount: number; readonly refund: number; readonly state: string })
    | undefined;
  /** Offers of a dearer event, the newest first. `bar`: why nobody can pay for an open one now. `payment`: the state of what was paid for it. `refund`: what of it goes back. */
  readonly moveOffers: readonly (Unpaid & {
    readonly to: string;
    readonly amount: number;
    readonly state: 'open' | 'over' | 'taken' | 'withdrawn';
    readonly endsAt: string;
    readonly bar?: 'cancelled' | 'checked-in' | 'disputed' | 'settling' | 'has-spot' | undefined;
    readonly payment?: string | undefined;
    readonly refund?: number | undefined;
  })[];
  readonly lines: readonly {
    readonly position: number;
    readonly kind: string;
    /** What it is, in the words of the form. */
    readonly name: string;
    readonly list: number;
    readonly amount: number;
    readonly state: string;
    readonly refund?: number | undefined;
    readonly isNamed?: true | undefined;
    readonly handedOutAt?: string | undefined;
  }[];
  readonly documents: readonly {
    readonly number: string;
    readonly kind: string;
    readonly gross: number;
    readonly currency: string;
    readonly issuedAt: string;
  }[];
  /** An entry of the audit has its id. `before`, `after`: by field. */
  readonly corrections: readonly {
    readonly id: string;
    readonly before: Readonly<Record<string, string>>;
    readonly after: Readonly<Record<string, string>>;
    readonly reason: string;
  }[];
  readonly disputes: readonly {
    readonly id: string;
    readonly amount: number;
    readonly currency: string;
    readonly reason: string;
    readonly status: string;
    readonly decided?: string | undefined;
  }[];
  /** `event`: what SES said last. */
  readonly mails: readonly {
    readonly template: string;
    readonly generation: number;
    readonly recipient: string;
    readonly state: string;
    readonly event: string | null;
    readonly reason: string | null;
    readonly orderedAt: string;
    readonly toldAt: string;
  }[];
  readonly audit: readonly {
    readonly id: number;
    readonly at: string;
    readonly actor: string;
    readonly action: string;
    readonly by: string | null;
    readonly detail: unknown;
  }[];
  readonly related: readonly {
    readonly registrationId: string;
    readonly relation: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly state: string;
  }[];
}

/** Who is signed in, as their page reads it. */
export interface SignedInMessage {
  readonly name: string;
  readonly email: string;
  readonly level: 'link' | 'passkey';
  /** They must use a passkey before anything else. */
  readonly needsPasskey: boolean;
  readonly isConfirmed: boolean;
  readonly passkeys: number;
  readonly mayEnrol: boolean;
  /** Without `raceId`: for all races. */
  readonly roles: readonly { readonly role: string; readonly raceId?: string | undefined }[];
}

export interface RaceOverviewMessage {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly date: string;
  readonly timeZone: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly state: 'early' | 'open' | 'paused' | 'closed' | 'cancelled' | 'over';
  readonly capacity: number;
  readonly registered: number;
}

/** Money is in the currency's smallest unit. */
export interface RaceDetailsMessage extends RaceOverviewMessage, ToDecide {
  readonly currency: string;
  readonly description: string;
  readonly waiverVersion: string;
  readonly refundPercent: number;
  readonly cancelUntil?: string | undefined;
  readonly transferUntil?: string | undefined;
  readonly transferFee?: number | undefined;
  readonly holdSeconds: number;
  readonly form?: number | undefined;
  readonly gross: number;
  readonly refunded: number;
  readonly events: readonly {
    readonly id: string;
    readonly name: string;
    readonly distance: number;
    readonly capacity: number;
    readonly sale: 'on' | 'paused' | 'closed' | 'cancelled';
    readonly registered: number;
    readonly held: number;
    readonly waiting: number;
    readonly cancelled: number;
    readonly prices: readonly { readonly label: string; readonly from: string; readonly amount: number }[];
  }[];
}
