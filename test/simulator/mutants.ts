import * as v from 'valibot';
import type { Settlement } from '../../lambdas/payment/payment';
import { verdictOn } from '../../lambdas/registration/verdict';
import { whatToDeal } from '../../lambdas/spots/cutting';
import { holdMessage } from '../../lambdas/spots/messages';
import { asDesigned, type Law } from '../model/law';
import { type Mutant, unchanged } from './mutant';
import type { Violation } from './violation';

interface Wrong {
  /** What is wrong with it, as a sentence. */
  readonly name: string;
  /** Of the invariants that it breaks, those that may be seen first. */
  readonly breaks: readonly Violation['invariant'][];
  readonly mutant: Mutant;
}

const lawful = (changes: Partial<Law>): Mutant => ({ ...unchanged, law: { ...asDesigned, ...changes } });

/** Wrong wirings: each leaves out one guard. */
export const wrongs: readonly Wrong[] = [
  {
    name: 'a counter that is lost is made again',
    breaks: ['S9'],
    mutant: {
      ...unchanged,
      counters: (counters, memcached) => ({
        ...counters,
        open: (id) => counters.open(id),
        next: async (id) => {
          const dealt = await counters.next(id);
          if (dealt !== undefined) return dealt;
          await memcached.add(`dealt:${id}`, '0', 3600);
          return counters.next(id);
        },
      }),
    },
  },
  {
    name: 'a sweep voids without writing a row',
    breaks: ['S4', 'S6', 'L1'],
    mutant: lawful({ without: 'a sweep writes a row before it voids' }),
  },
  {
    name: 'no sweep is sent ahead of the card',
    breaks: ['S6', 'L1'],
    mutant: { ...unchanged, inbox: (inbox) => ({ put: (it) => inbox.put(it), putSweep: async () => undefined }) },
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
  { name: 'the processor is sent no keys', breaks: ['S5', 'S6'], mutant: { ...unchanged, withoutKeys: true } },
  {
    name: 'a charge whose answer is lost counts as refused',
    breaks: ['S4', 'S6'],
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
    name: 'the spot of a failed payment stays taken',
    breaks: ['S6'],
    mutant: lawful({ without: 'the spot of a failed payment comes back' }),
  },
  {
    name: 'a mail is sent without a claim',
    breaks: ['S7'],
    mutant: {
      ...unchanged,
      mailLedger: (ledger) => ({
        ...ledger,
        claim: async (order, recipient) => {
          await ledger.claim(order, recipient);
          return 'claimed';
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
    name: 'nobody looks at the signature of a hold',
    breaks: ['S10'],
    mutant: {
      ...unchanged,
      tokens: () => ({
        readHold: async (token) =>
          v.parse(holdMessage, JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())),
      }),
    },
  },
  {
    name: 'a second delivery is decided anew',
    breaks: ['S1', 'S2', 'S3'],
    mutant: lawful({ verdictOn: (facts) => verdictOn({ ...facts, before: undefined }) }),
  },
  {
    name: 'nobody asks whether the person is in already',
    breaks: ['S2'],
    mutant: lawful({ verdictOn: (facts) => verdictOn({ ...facts, isSamePersonIn: false }) }),
  },
  {
    name: 'who must wait for a spot to come back is refused',
    breaks: ['L5'],
    mutant: lawful({ verdictOn: (facts) => verdictOn({ ...facts, isAnyHeld: false }) }),
  },
  {
    name: 'a closed block frees registered spots too',
    breaks: ['S1'],
    mutant: lawful({ comesBack: (spot, closed) => spot.block === closed }),
  },
  {
    name: 'a hold is good for its number in whatever block',
    breaks: ['S1'],
    mutant: lawful({ isStillHeld: (spot, _, claim) => spot.number === claim.spot }),
  },
  {
    name: 'spots are cut before the opening',
    breaks: ['S11'],
    mutant: lawful({ whatToDeal: (facts, left, reason) => whatToDeal({ ...facts, door: 'open' }, left, reason) }),
  },
  {
    name: 'who came last to the list is offered a spot first',
    breaks: ['S11'],
    mutant: lawful({
      nextWaiter: (waiters) =>
        waiters.filter(({ state }) => state === 'waiting').sort((a, b) => b.position - a.position)[0],
    }),
  },
];
