import * as v from 'valibot';
import type { Settlement } from '../../../lambdas/domain/money/payment';
import { holdMessage } from '../../../lambdas/spots/messages';
import { unchanged, type Wrong } from './mutant';

/** Wrong wirings: each leaves out one check. */
export const wrongWirings: readonly Wrong[] = [
  {
    name: 'a counter that is lost is made again',
    breaks: ['S9'],
    mutant: {
      ...unchanged,
      counters: (counters, memcached) => ({
        ...counters,
        open: (id) => counters.open(id),
        next: async (id, size) => {
          const dealt = await counters.next(id, size);
          if (dealt !== undefined) return dealt;
          await memcached.add(`dealt:${id}`, '0', 3600);
          return counters.next(id, size);
        },
      }),
    },
  },
  {
    name: 'no sweep is sent ahead of the card',
    breaks: ['S6', 'L1'],
    mutant: {
      ...unchanged,
      inbox: (inbox) => ({
        put: (it) => inbox.put(it),
        putTransfer: (it) => inbox.putTransfer(it),
        putSweep: async () => undefined,
      }),
    },
  },
  {
    name: 'the card is charged before the database has decided',
    breaks: ['S4', 'S6'],
    mutant: {
      ...unchanged,
      processor: (processor) => ({
        ...processor,
        authorise: async (payment, deadline) => {
          const answer = await processor.authorise(payment, deadline);
          if (answer.kind === 'authorised') await processor.capture(answer.authorisation, payment);
          return answer;
        },
      }),
    },
  },
  {
    name: 'it never gets dearer',
    breaks: ['S5'],
    mutant: {
      ...unchanged,
      offers: (offers) => ({ find: (raceId, eventId) => offers.find(raceId, eventId, new Date(0)) }),
    },
  },
  {
    name: 'a fee is added to the price that the runner was told',
    breaks: ['S5'],
    mutant: {
      ...unchanged,
      tokens: (tokens) => ({
        readQuote: async () => undefined,
        readHold: async (token) => {
          const hold = await tokens.readHold(token);
          return hold && { ...hold, quote: { ...hold.quote, total: hold.quote.total + 150 } };
        },
      }),
    },
  },
  { name: 'the processor is sent no keys', breaks: ['P1'], mutant: { ...unchanged, withoutKeys: true } },
  {
    name: 'a charge whose answer is lost counts as refused',
    breaks: ['S4', 'S6'],
    seenIn: 33,
    mutant: {
      ...unchanged,
      settle: (settle) => async (order) => {
        try {
          return await settle(order);
        } catch {
          const { registrationId, amount, currency, authorisation } = order;
          return { registrationId, amount, currency, authorisation, state: 'failed' } satisfies Settlement;
        }
      },
    },
  },
  {
    name: 'an order that failed counts as done',
    breaks: ['S6', 'S7'],
    seenIn: 33,
    mutant: {
      ...unchanged,
      settle: (settle) => async (order) => {
        try {
          return await settle(order);
        } catch {
          const { registrationId, amount, currency, authorisation, action } = order;
          const state = action === 'capture' ? 'captured' : 'voided';
          return { registrationId, amount, currency, authorisation, state } satisfies Settlement;
        }
      },
    },
  },
  {
    name: 'a card that could not be charged is not let go',
    breaks: ['S6'],
    seenIn: 22,
    mutant: {
      ...unchanged,
      settle: (settle, processor) => async (order) => {
        if (order.action !== 'capture' || order.authorisation === null) return settle(order);
        const { registrationId, amount, currency, authorisation } = order;
        const { kind } = await processor.capture(authorisation, order);
        if (kind === 'unknown') throw new Error('unknown');
        return { registrationId, amount, currency, authorisation, state: kind };
      },
    },
  },
  {
    name: 'a mail is sent without a claim',
    breaks: ['S7'],
    mutant: {
      ...unchanged,
      mailLedger: (ledger) => ({
        ...ledger,
        claim: async (mails, left) => {
          await ledger.claim(mails, left);
          return mails.map(() => 'claimed' as const);
        },
      }),
    },
  },
  {
    name: 'a mail that may have left is given back to be sent again',
    breaks: ['S7', 'L4'],
    mutant: { ...unchanged, mailLedger: (ledger) => ({ ...ledger, unknown: (order) => ledger.release(order) }) },
  },
  {
    name: 'every mailer sends twenty times as fast as its lane may',
    breaks: ['S8'],
    seenIn: 270,
    mutant: { ...unchanged, lanes: (lanes) => lanes / 20 },
  },
  {
    name: 'a spot is given back and the money is not',
    breaks: ['S6'],
    mutant: {
      ...unchanged,
      changes: (changes) => ({ ...changes, cancel: (id, by) => changes.cancel(id, by, { percent: 0 }) }),
    },
  },
  {
    name: 'a hold under the id of a registration opens it, even if another session made it',
    breaks: ['S12'],
    mutant: {
      ...unchanged,
      known: () => ({ isAnyTaken: async () => false }),
      changes: (changes) => ({ ...changes, isOfSession: async () => true }),
    },
  },
  {
    name: 'nobody looks at the signature of a hold',
    breaks: ['S10'],
    mutant: {
      ...unchanged,
      tokens: () => ({
        readQuote: async () => undefined,
        readHold: async (token) =>
          v.parse(holdMessage, JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())),
      }),
    },
  },
];
