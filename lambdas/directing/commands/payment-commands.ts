import { faultSentence } from '../../api/texts/en/faults';
import { type Command, command, refused } from '../command';
import {
  disputesMessage,
  documentsMessage,
  receiptsMessage,
  reissueInvoiceMessage,
  setSellerMessage,
  setTaxMessage,
  settleDisputeMessage,
  settleUnpaidMessage,
} from '../messages';

/** What a director orders about disputes, sellers and invoices: a part of the table in `commands.ts`. */
export const paymentCommands = {
  disputes: command(disputesMessage, async ({ disputes: known }, { disputes: { raceId, after } }) => ({
    disputes: await known.list(raceId, after),
  })),

  settleDispute: command(settleDisputeMessage, async ({ settleDispute }, message) => {
    const { dispute, decision } = message.settleDispute;
    const answer = await settleDispute(dispute, decision);
    switch (answer.kind) {
      case 'settled':
        return { settled: { dispute, cancelled: answer.cancelled } };
      case 'ours':
        return refused('dispute-won', {}, [{ field: 'settleDispute.decision', code: 'dispute-won' }]);
      case 'taken-back':
        return refused('spots-taken-back', {}, []);
      case 'settling': {
        const error = { field: 'settleDispute.dispute', code: 'still-settling' } as const;
        return refused('not-cancelled', { why: faultSentence(error) }, [error]);
      }
      case 'not-found':
        return refused('no-such-dispute', {}, [{ field: 'settleDispute.dispute', code: 'no-such-dispute' }]);
    }
  }),

  settleUnpaid: command(settleUnpaidMessage, async ({ unpaidCharges }, message) => {
    const { registrationId, decision } = message.settleUnpaid;
    const answer = await unpaidCharges.settle(registrationId, decision);
    if (answer.kind === 'settled') {
      const { amount, currency } = answer;
      return { settledUnpaid: { registrationId, decision, amount, currency } };
    }
    const error = { field: 'settleUnpaid.registrationId', code: answer.kind } as const;
    return refused('not-changed', { why: faultSentence(error) }, [error]);
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
} satisfies Readonly<Record<string, Command>>;
