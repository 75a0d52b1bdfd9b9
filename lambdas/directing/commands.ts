import type { FaultCode, FieldError } from '../api/faults';
import { faultSentence } from '../api/texts/en/faults';
import { createRaceCommandOf, createRaceMessage } from '../races/messages';
import type { LineRefunded } from '../registration/change/ports';
import { codeCommands } from './code-commands';
import { type Command, command, refused } from './command';
import { editingCommands } from './editing-commands';
import { feedCommands } from './feed-commands';
import { formCommands } from './form-commands';
import { fundraiserCommands } from './fundraiser-commands';
import { itemCommands } from './item-commands';
import { jobCommands } from './job-commands';
import { keyCommands } from './key-commands';
import {
  cancelRegistrationMessage,
  changeCapacityMessage,
  changeSaleMessage,
  disputesMessage,
  documentsMessage,
  expectRunnersMessage,
  receiptsMessage,
  refundLineMessage,
  reissueInvoiceMessage,
  setSellerMessage,
  setTaxMessage,
  settleDisputeMessage,
} from './messages';
import { participantCommands } from './participant-commands';
import { resultCommands } from './result-commands';
import { staffCommands } from './staff-commands';
import { teamCommands } from './team-commands';

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
      case 'cancelled':
        return refused('race-cancelled', {}, []);
    }
  }),

  changeSale: command(changeSaleMessage, async ({ changeSale }, message) => {
    const { dryRun, ...wished } = message.changeSale;
    const { raceId, sale } = wished;
    const answer = await changeSale({ ...wished, isDryRun: dryRun });
    switch (answer.kind) {
      case 'changed':
        return { sale: { raceId, sale, events: answer.events, dealing: answer.dealing, dryRun } };
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'changeSale.raceId', code: 'not-a-race' }]);
      case 'no-such-event':
        return refused('no-such-event', {}, [{ field: 'changeSale.eventId', code: 'not-of-this-race', other: raceId }]);
      case 'cancelled':
        return refused('race-cancelled', {}, []);
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

  refundLine: command(refundLineMessage, async ({ refundLine }, message) => {
    const { dryRun, ...line } = message.refundLine;
    const answer = await refundLine({ ...line, isDryRun: dryRun });
    if (answer.kind === 'refunded') {
      const { refund, left, currency } = answer;
      return { refundedLine: { ...line, refund, left, currency, dryRun } };
    }
    const error = lineRefundFault(answer);
    return refused('not-refunded', { why: faultSentence(error) }, [error]);
  }),

  disputes: command(disputesMessage, async ({ disputes }, message) => ({
    disputes: await disputes.list(message.disputes.raceId),
  })),

  settleDispute: command(settleDisputeMessage, async ({ settleDispute }, message) => {
    const { dispute, decision } = message.settleDispute;
    const answer = await settleDispute(dispute, decision);
    switch (answer.kind) {
      case 'settled':
        return { settled: { dispute, cancelled: answer.cancelled } };
      case 'ours':
        return refused('dispute-won', {}, [{ field: 'settleDispute.decision', code: 'dispute-won' }]);
      case 'settling': {
        const error = { field: 'settleDispute.dispute', code: 'still-settling' } as const;
        return refused('not-cancelled', { why: faultSentence(error) }, [error]);
      }
      case 'not-found':
        return refused('no-such-dispute', {}, [{ field: 'settleDispute.dispute', code: 'no-such-dispute' }]);
    }
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

  receipts: command(receiptsMessage, async ({ documents }, { receipts: { raceId, after } }) => ({
    receipts: await documents.ofRace(raceId, after),
  })),

  documents: command(documentsMessage, async ({ documents }, message) => ({
    documents: await documents.ofPayment(message.documents.registrationId),
  })),

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
  ...editingCommands,
  ...formCommands,
  ...codeCommands,
  ...jobCommands,
  ...staffCommands,
  ...teamCommands,
  ...itemCommands,
  ...fundraiserCommands,
  ...participantCommands,
  ...resultCommands,
  ...keyCommands,
  ...feedCommands,
} satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

const lineRefundFault = (answer: Exclude<LineRefunded, { readonly kind: 'refunded' }>): FieldError => {
  const field = 'refundLine.amount';
  if (answer.kind === 'too-much') return { field, code: 'too-great', limit: answer.most };
  if (answer.kind === 'given-back') return { field, code: 'too-small', limit: answer.refunded };
  const [of, code] = notRefunded[answer.kind];
  return { field: of, code };
};

const notRefunded = {
  'not-found': ['refundLine.registrationId', 'no-such-registration'],
  'no-such-line': ['refundLine.position', 'no-such-line'],
  'not-paid': ['refundLine.registrationId', 'not-paid'],
  settling: ['refundLine.registrationId', 'still-settling'],
  'dispute-open': ['refundLine.registrationId', 'dispute-open'],
} as const satisfies Readonly<Record<string, readonly [string, FaultCode]>>;

const notCancelled = {
  'not-found': 'no-such-registration',
  settling: 'still-settling',
  'no-spot': 'no-spot',
  'dispute-open': 'dispute-open',
} as const satisfies Readonly<Record<string, FaultCode>>;
