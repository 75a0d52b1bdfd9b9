import type * as v from 'valibot';
import type { FaultCode, FieldError } from '../api/faults';
import { faultSentence, fieldSentences } from '../api/texts/en';
import type { Expectations } from '../capacity/ports';
import type { FormFault } from '../forms/form';
import { publishFormMessage, saveFormMessage } from '../forms/messages';
import type { PublishForm } from '../forms/publish-form';
import type { SaveForm } from '../forms/save-form';
import type { DisputeList, SettleDispute, ShownDispute } from '../payment/disputes/settle-dispute';
import type { Documents, IssuedDocument, Sellers } from '../payment/documents/ports';
import type { CreateRace } from '../races/create-race';
import { createRaceCommandOf, createRaceMessage } from '../races/messages';
import type { CancelForDirector } from '../registration/change/cancel-for-director';
import type { ChangeCapacity } from '../spots/capacity/change-capacity';
import {
  cancelRegistrationMessage,
  changeCapacityMessage,
  disputesMessage,
  documentsMessage,
  expectRunnersMessage,
  reissueInvoiceMessage,
  setSellerMessage,
  setTaxMessage,
  settleDisputeMessage,
} from './messages';
import { type Refusals, refusals } from './texts/en';

/** The use cases that the commands run. */
export interface CommandNeeds {
  readonly createRace: CreateRace;
  readonly changeCapacity: ChangeCapacity;
  readonly cancelRegistration: CancelForDirector;
  readonly expectations: Expectations;
  readonly disputes: Pick<DisputeList, 'list'>;
  readonly settleDispute: SettleDispute;
  readonly sellers: Sellers;
  readonly documents: Pick<Documents, 'ofPayment' | 'reissue'>;
  readonly saveForm: SaveForm;
  readonly publishForm: PublishForm;
}

/** Who may run a command. Today there is only `operator`: a principal that IAM lets invoke the function. */
export type Role = 'operator';

/** The answer to a command, as its caller reads it. */
export type CommandAnswer =
  | {
      readonly created: {
        readonly raceId: string;
        readonly events: readonly { readonly id: string; readonly name: string; readonly capacity: number }[];
      };
    }
  /** `spots`: the rows that exist now. There are more than `capacity` while held spots above it have not come back. */
  | { readonly changed: { readonly eventId: string; readonly capacity: number; readonly spots: number } }
  /** `refund` is in the currency's smallest unit. */
  | { readonly cancelled: { readonly registrationId: string; readonly refund: number; readonly currency: string } }
  /** What waits for an answer comes first. */
  | { readonly disputes: readonly ShownDispute[] }
  /** `cancelled`: the registrations that lost their spot just now. */
  | { readonly settled: { readonly dispute: string; readonly cancelled: readonly string[] } }
  | { readonly seller: { readonly id: string } }
  | { readonly taxed: { readonly raceId: string; readonly seller: string; readonly rate: number } }
  /** Newest first. */
  | { readonly documents: readonly IssuedDocument[] }
  /** `isNew`: false when the last revision has this content already. In a dry run, what would be. */
  | {
      readonly savedForm: {
        readonly raceId: string;
        readonly revision: number;
        readonly isNew: boolean;
        readonly dryRun: boolean;
      };
    }
  /** `before`: the revision that runners saw until now. In a dry run, what would be. */
  | {
      readonly publishedForm: {
        readonly raceId: string;
        readonly revision: number;
        readonly before?: number;
        readonly dryRun: boolean;
      };
    }
  /** The numbers of the credit note and of the new invoice. */
  | { readonly reissued: { readonly creditNote: string; readonly invoice: string } }
  | { readonly expected: { readonly raceId: string; readonly runners: number } }
  | {
      readonly refused: {
        readonly reason: keyof Refusals;
        readonly detail: string;
        readonly errors: readonly { readonly field: string; readonly message: string }[];
      };
    };

export interface Command {
  readonly permits: readonly Role[];
  /** Of the whole message, `{ "<name>": { … } }`: the errors name fields as the caller wrote them. */
  readonly schema: v.GenericSchema<unknown, unknown>;
  /** Takes what `schema` has read. A command is safe to send again. */
  run(needs: CommandNeeds, message: unknown): Promise<CommandAnswer>;
}

/** The answer to a command that was not carried out: its sentences are in `texts/en.ts`. */
export const refused = <R extends keyof Refusals>(
  reason: R,
  parameters: Refusals[R],
  errors: readonly FieldError[],
): CommandAnswer => ({
  refused: {
    reason,
    detail: refusals[reason](parameters),
    errors: fieldSentences(errors),
  },
});

const operators: readonly Role[] = ['operator'];

/** Binds `run` to its schema's output, so that the table can hold commands of different shapes. */
const command = <S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  run: (needs: CommandNeeds, message: v.InferOutput<S>) => Promise<CommandAnswer>,
): Command => ({ permits: operators, schema, run: (needs, message) => run(needs, message as v.InferOutput<S>) });

/**
 * Everything a director can order, by the name of the message's one field. The command line and the console use this
 * table alike.
 */
export const commands = {
  createRace: command(createRaceMessage, async ({ createRace }, message) => {
    const race = createRaceCommandOf(message);
    const answer = await createRace(race);
    switch (answer.kind) {
      case 'created': {
        const { id, events } = answer.race;
        return { created: { raceId: id, events: events.map(({ id, name, capacity }) => ({ id, name, capacity })) } };
      }
      case 'different':
        return refused(
          'another-race',
          { raceId: race.id },
          answer.fields.map((field) => ({ field: `createRace.${field}`, code: 'different' })),
        );
      case 'event-taken':
        return refused('event-of-another-race', {}, [
          { field: 'createRace.events', code: 'of-another-race', other: answer.eventId },
        ]);
    }
  }),

  changeCapacity: command(changeCapacityMessage, async ({ changeCapacity }, message) => {
    const { raceId, eventId, capacity } = message.changeCapacity;
    const answer = await changeCapacity(raceId, eventId, capacity);
    switch (answer.kind) {
      case 'changed':
        return { changed: { eventId, capacity, spots: answer.spots } };
      case 'taken':
        return refused('more-registered', { registered: answer.taken }, [
          { field: 'changeCapacity.capacity', code: 'too-small', limit: answer.taken },
        ]);
      case 'no-such-event':
        return refused('no-such-event', {}, [
          { field: 'changeCapacity.eventId', code: 'not-of-this-race', other: raceId },
        ]);
    }
  }),

  expectRunners: command(expectRunnersMessage, async ({ expectations }, message) => {
    const { raceId, runners } = message.expectRunners;
    if (await expectations.expect(raceId, runners)) return { expected: { raceId, runners } };
    return refused('no-such-race', {}, [{ field: 'expectRunners.raceId', code: 'not-a-race' }]);
  }),

  cancelRegistration: command(cancelRegistrationMessage, async ({ cancelRegistration }, message) => {
    const { registrationId, refundPercent } = message.cancelRegistration;
    const answer = await cancelRegistration(registrationId, refundPercent);
    if (answer.kind === 'cancelled') {
      return { cancelled: { registrationId, refund: answer.refund, currency: answer.currency } };
    }
    const error = { field: 'cancelRegistration.registrationId', code: notCancelled[answer.kind] };
    return refused('not-cancelled', { why: faultSentence(error) }, [error]);
  }),

  disputes: command(disputesMessage, async ({ disputes }, message) => ({
    disputes: await disputes.list(message.disputes.raceId),
  })),

  settleDispute: command(settleDisputeMessage, async ({ settleDispute }, message) => {
    const { dispute, decision } = message.settleDispute;
    const answer = await settleDispute(dispute, decision);
    if (answer.kind === 'settled') return { settled: { dispute, cancelled: answer.cancelled } };
    return refused('no-such-dispute', {}, [{ field: 'settleDispute.dispute', code: 'no-such-dispute' }]);
  }),

  setSeller: command(setSellerMessage, async ({ sellers }, { setSeller }) => {
    const { taxId = null, ...seller } = setSeller;
    if (await sellers.set({ ...seller, taxId })) return { seller: { id: seller.id } };
    return refused('prefix-taken', {}, [{ field: 'setSeller.prefix', code: 'of-another-seller' }]);
  }),

  setTax: command(setTaxMessage, async ({ sellers }, { setTax }) => {
    const { raceId, ...tax } = setTax;
    switch (await sellers.setTax(raceId, tax)) {
      case 'set':
        return { taxed: { raceId, seller: tax.seller, rate: tax.rate } };
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'setTax.raceId', code: 'not-a-race' }]);
      case 'no-such-seller':
        return refused('no-such-seller', {}, [{ field: 'setTax.seller', code: 'no-such-seller' }]);
    }
  }),

  documents: command(documentsMessage, async ({ documents }, message) => ({
    documents: await documents.ofPayment(message.documents.registrationId),
  })),

  saveForm: command(saveFormMessage, async ({ saveForm }, message) => {
    const { raceId, form, dryRun } = message.saveForm;
    const answer = await saveForm({ raceId, form, isDryRun: dryRun });
    switch (answer.kind) {
      case 'saved':
        return { savedForm: { raceId, revision: answer.revision, isNew: answer.isNew, dryRun } };
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'saveForm.raceId', code: 'not-a-race' }]);
      case 'wrong':
        return refused('form-not-possible', {}, formErrors('saveForm.form', raceId, answer.faults));
    }
  }),

  publishForm: command(publishFormMessage, async ({ publishForm }, message) => {
    const { raceId, revision, dryRun } = message.publishForm;
    const answer = await publishForm({ raceId, revision, isDryRun: dryRun });
    switch (answer.kind) {
      case 'published': {
        const { before } = answer;
        return { publishedForm: { raceId, revision, ...(before !== undefined && { before }), dryRun } };
      }
      case 'cannot-answer-yet':
        return refused('cannot-answer-yet', {}, []);
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'publishForm.raceId', code: 'not-a-race' }]);
      case 'no-such-form':
        return refused('no-such-form', {}, [{ field: 'publishForm.revision', code: 'no-such-form' }]);
      case 'older':
        return refused('older-form', {}, [
          { field: 'publishForm.revision', code: 'older-form', limit: answer.current },
        ]);
      case 'wrong':
        return refused('form-not-possible', {}, formErrors('publishForm.revision', raceId, answer.faults));
    }
  }),

  reissueInvoice: command(reissueInvoiceMessage, async ({ documents }, { reissueInvoice }) => {
    const { registrationId, invoice, billTo } = reissueInvoice;
    const { taxId = null } = billTo ?? {};
    const answer = await documents.reissue(registrationId, invoice, billTo && { ...billTo, taxId });
    switch (answer.kind) {
      case 'reissued':
        return { reissued: { creditNote: answer.creditNote, invoice: answer.invoice } };
      case 'no-such-invoice':
        return refused('no-such-invoice', {}, [{ field: 'reissueInvoice.invoice', code: 'no-such-invoice' }]);
      case 'nothing-left':
        return refused('nothing-left', {}, [{ field: 'reissueInvoice.registrationId', code: 'all-refunded' }]);
      case 'not-sold':
        return refused('not-sold', {}, [{ field: 'reissueInvoice.registrationId', code: 'not-sold' }]);
    }
  }),
} satisfies Readonly<Record<string, Command>>;

/** The faults of a form, each at its path below `field`. */
const formErrors = (field: string, raceId: string, faults: readonly FormFault[]): readonly FieldError[] =>
  faults.map(({ at, code, other }) => ({
    field: [field, ...at].join('.'),
    code,
    other: code === 'not-of-this-race' ? raceId : other,
  }));

const notCancelled = {
  'not-found': 'no-such-registration',
  settling: 'still-settling',
  'no-spot': 'no-spot',
  'dispute-open': 'dispute-open',
} as const satisfies Readonly<Record<string, FaultCode>>;
