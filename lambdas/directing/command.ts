import type * as v from 'valibot';
import type { FieldError } from '../api/faults';
import { fieldSentences } from '../api/texts/en/faults';
import type { Expectations } from '../capacity/ports';
import type { MakeCodes } from '../codes/make-codes';
import type { CodeRegister, ListedCode } from '../codes/ports';
import type { WithdrawCode } from '../codes/withdraw-code';
import type { EventSale } from '../domain/event-sale';
import type { StaffRole } from '../domain/staff';
import type { DraftError, EditRace } from '../editing/edit-race';
import type { Plan } from '../editing/plan';
import type { AllowRegister } from '../forms/ports';
import type { PublishForm } from '../forms/publish-form';
import type { SaveDocument } from '../forms/save-document';
import type { SaveForm } from '../forms/save-form';
import type { HideFundraiser } from '../fundraisers/save-fundraiser';
import type { CancelRace } from '../jobs/cancel-race';
import type { CancellationPlan, Cancellations, ShownJob } from '../jobs/ports';
import type { Projection } from '../participants/ports';
import type { DisputeList, SettleDispute, ShownDispute } from '../payment/disputes/settle-dispute';
import type { Documents, IssuedDocument, RaceReceipts, Sellers } from '../payment/documents/ports';
import type { CreateRace } from '../races/create-race';
import type { CorrectedField, Corrections, CorrectRunner } from '../registration/change/correct-runner';
import type { HandOut } from '../registration/handing-out/hand-out';
import type { Shortage, Shortages } from '../registration/handing-out/ports';
import type { ChangeCapacity } from '../spots/capacity/change-capacity';
import type { ChangeSale, SaleOfEvent } from '../spots/sale/change-sale';
import type { Removals } from '../spots/waiting-list/ports';
import type { StaffRegister } from '../staff/ports';
import type { TeamMember, TeamRegister } from '../teams/ports';
import type { Stocks } from '../units/stock/ports';
import type { AnnouncementAnswer, AnnouncementNeeds } from './announcement-answers';
import type { BibAnswer, BibNeeds } from './bib-answers';
import type { FormAnswer } from './form-answers';
import type { LineAnswer, LineNeeds } from './line-answers';
import type { RaceDayAnswer, RaceDayNeeds } from './race-day-answers';
import type { RegistrationAnswer, RegistrationNeeds } from './registration-answers';
import { type Refusals, refusals } from './texts/en';
import type { WebhookAnswer, WebhookNeeds } from './webhook-answers';

/** The use cases that the commands run. */
export interface CommandNeeds
  extends RaceDayNeeds,
    LineNeeds,
    AnnouncementNeeds,
    WebhookNeeds,
    BibNeeds,
    RegistrationNeeds {
  readonly createRace: CreateRace;
  readonly editRace: EditRace;
  readonly changeCapacity: ChangeCapacity;
  readonly changeSale: ChangeSale;
  readonly cancelRace: CancelRace;
  readonly cancellations: Pick<Cancellations, 'list' | 'stop' | 'resume'>;
  readonly handOut: HandOut;
  readonly shortages: Shortages;
  readonly hideFundraiser: HideFundraiser;
  readonly expectations: Expectations;
  readonly disputes: Pick<DisputeList, 'list'>;
  readonly settleDispute: SettleDispute;
  readonly sellers: Sellers;
  readonly documents: Pick<Documents, 'ofPayment' | 'ofRace' | 'reissue'>;
  readonly saveForm: SaveForm;
  readonly publishForm: PublishForm;
  readonly saveDocument: SaveDocument;
  readonly allowList: AllowRegister;
  readonly stocks: Stocks;
  readonly makeCodes: MakeCodes;
  readonly withdrawCode: WithdrawCode;
  readonly codes: Pick<CodeRegister, 'list' | 'returnUse'>;
  readonly staff: Pick<StaffRegister, 'invite' | 'reset' | 'linkFor'>;
  /** The address of the console that signs in the person who opens it. */
  readonly consoleLink: (linkId: string) => Promise<string>;
  readonly newId: () => string;
  readonly teams: Pick<TeamRegister, 'order' | 'members'>;
  readonly projection: Projection;
  readonly correctRunner: CorrectRunner;
  readonly corrections: Pick<Corrections, 'resendLink'>;
  readonly removals: Removals;
}

/** The answer to a command, as its caller reads it. */
export type CommandAnswer =
  | RegistrationAnswer
  | {
      readonly created: {
        readonly raceId: string;
        readonly events: readonly { readonly id: string; readonly name: string; readonly capacity: number }[];
      };
    }
  | { readonly begun: { readonly raceId: string } }
  /** `seen`: the state after it, as `r17.d4`. `errors`: what the draft still needs. `changes`: how much is not published. */
  | {
      readonly savedDraft: {
        readonly raceId: string;
        readonly seen: string;
        readonly errors: readonly DraftError[];
        readonly changes: number;
      };
    }
  | { readonly discardedDraft: { readonly raceId: string; readonly seen: string } }
  /** `hash`: what a publication of this plan names. */
  | { readonly planned: { readonly raceId: string; readonly seen: string; readonly hash: string; readonly plan: Plan } }
  /** `seenWithin`: after how many seconds every runner sees it. */
  | {
      readonly published: {
        readonly raceId: string;
        readonly revision: number;
        readonly seen: string;
        readonly seenWithin: number;
        readonly plan: Plan;
      };
    }
  | { readonly unpublished: { readonly raceId: string; readonly seen: string } }
  /** `spots`: the rows that exist now. There are more than `capacity` while held spots above it have not come back. */
  | { readonly changed: { readonly eventId: string; readonly capacity: number; readonly spots: number } }
  /** `dealing`: how many blocks could not be stopped (spots/sale/change-sale.ts). A dry run says what would be. */
  | {
      readonly sale: {
        readonly raceId: string;
        readonly sale: EventSale;
        readonly events: readonly SaleOfEvent[];
        readonly dealing: number;
        readonly dryRun: boolean;
      };
    }
  /** A dry run says what would be. */
  | { readonly cancelledRace: CancellationPlan & { readonly raceId: string; readonly dryRun: boolean } }
  | { readonly jobs: readonly ShownJob[] }
  | {
      readonly job: {
        readonly raceId: string;
        readonly jobId: string;
        readonly is: 'stopped' | 'resumed';
        readonly dryRun: boolean;
      };
    }
  /** `isChanged`: false when the page was so before. A dry run says what would be. */
  | {
      readonly hiddenFundraiser: {
        readonly raceId: string;
        readonly slug: string;
        readonly isHidden: boolean;
        readonly isChanged: boolean;
        readonly dryRun: boolean;
      };
    }
  /** 500 at most. `after`, the registration and position of the last one, gets the next. */
  | { readonly short: readonly Shortage[] }
  /** Disputes that wait for an answer come first. */
  | { readonly disputes: readonly ShownDispute[] }
  /** `cancelled`: the registrations that lost their spot just now. */
  | { readonly settled: { readonly dispute: string; readonly cancelled: readonly string[] } }
  | { readonly seller: { readonly id: string } }
  | { readonly taxed: { readonly raceId: string; readonly seller: string; readonly rate: number } }
  | { readonly receipts: RaceReceipts }
  /** Newest first. */
  | { readonly documents: readonly IssuedDocument[] }
  | FormAnswer
  /** `codes`: those that were invented. No other answer shows them. In a dry run there are none. */
  | {
      readonly madeCodes: {
        readonly raceId: string;
        readonly batch: string;
        readonly number: number;
        readonly codes: readonly string[];
        readonly dryRun: boolean;
      };
    }
  /** 500 at most. `after`, the id of the last one, gets the next. */
  | { readonly codes: readonly ListedCode[] }
  /** `number`: how many codes could be used until now. */
  | { readonly withdrawnCodes: { readonly raceId: string; readonly number: number; readonly dryRun: boolean } }
  | {
      readonly returnedUse: {
        readonly registrationId: string;
        readonly position: number;
        readonly code: string;
        readonly dryRun: boolean;
      };
    }
  /** `before`: the team until now. `member`: the member that the command is about, as they were. */
  | {
      readonly changedTeam: {
        readonly teamId: string;
        readonly before: { readonly name: string; readonly isOpen: boolean };
        readonly member?: TeamMember;
        readonly dryRun: boolean;
      };
    }
  | { readonly members: readonly TeamMember[] }
  /** The numbers of the credit note and of the new invoice. */
  | { readonly reissued: { readonly creditNote: string; readonly invoice: string } }
  | RaceDayAnswer
  | BibAnswer
  | LineAnswer
  | AnnouncementAnswer
  | WebhookAnswer
  /** A mail with a link is ordered, unless they have a passkey. Without `raceId`: in all races. */
  | { readonly invitedStaff: { readonly staffId: string; readonly role: StaffRole; readonly raceId?: string } }
  | { readonly signInLink: { readonly address: string } }
  | { readonly resetPasskeys: { readonly email: string } }
  /** `fields`: those that changed. It is empty when all were so before. */
  | { readonly correctedRunner: { readonly registrationId: string; readonly fields: readonly CorrectedField[] } }
  | { readonly resentLink: { readonly registrationId: string } }
  /**
   * `wasOffered`: spots were kept for this place. `offers`: to how many others spots are offered at once. `isChanged`: false when it was
   * removed before.
   */
  | {
      readonly removedFromWaitingList: {
        readonly raceId: string;
        readonly placeId: string;
        readonly eventId: string;
        readonly size: number;
        readonly wasOffered: boolean;
        readonly offers: number;
        readonly isChanged: boolean;
      };
    }
  /** `isComplete`: false when the next looks at the list must copy the rest. */
  | { readonly rebuiltParticipants: { readonly raceId: string; readonly rows: number; readonly isComplete: boolean } }
  | { readonly expected: { readonly raceId: string; readonly runners: number } }
  | {
      readonly refused: {
        readonly reason: keyof Refusals;
        readonly detail: string;
        readonly errors: readonly { readonly field: string; readonly message: string }[];
        /** The present state, when that is the reason. */
        readonly present?: unknown;
      };
    };

export interface Command {
  /** The schema of the whole message, `{ "<name>": { … } }`, so that errors name fields as the caller wrote them. */
  readonly schema: v.GenericSchema<unknown, unknown>;
  /** Takes what `schema` has read. A command is safe to send again. */
  run(needs: CommandNeeds, message: unknown): Promise<CommandAnswer>;
}

/** The answer to a command that was not carried out. Its sentences are in `texts/en.ts`. */
export const refused = <R extends keyof Refusals>(
  reason: R,
  parameters: Refusals[R],
  errors: readonly FieldError[],
  present?: unknown,
): CommandAnswer => ({
  refused: {
    reason,
    detail: refusals[reason](parameters),
    errors: fieldSentences(errors),
    ...(present !== undefined && { present }),
  },
});

/** Binds `run` to its schema's output, so that the table can hold commands of different shapes. */
export const command = <S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  run: (needs: CommandNeeds, message: v.InferOutput<S>) => Promise<CommandAnswer>,
): Command => ({ schema, run: (needs, message) => run(needs, message as v.InferOutput<S>) });
