import type { Settlement } from '../../../lambdas/domain/money/payment';
import { authenticationGraceSeconds } from '../../../lambdas/domain/registration';
import { type Mutant, type PayNeeds, unchanged, type Wrong } from './mutant';

const withPay = (pay: Mutant['pay']): Mutant => ({ ...unchanged, pay });

/** Knows the end of the hold that was read last. */
const withEnd = (change: (needs: PayNeeds, end: () => number) => Partial<PayNeeds>) =>
  withPay((needs) => {
    let end = 0;
    const readHold: PayNeeds['tokens']['readHold'] = async (token) => {
      const hold = await needs.tokens.readHold(token);
      end = hold?.expiresAt ?? 0;
      return hold;
    };
    return { ...needs, tokens: { readHold, readQuote: async () => undefined }, ...change(needs, () => end) };
  });

const graceMs = authenticationGraceSeconds * 1000;

/** Mistakes where the bank asks its customer before it holds any money. */
export const wrongQuestions: readonly Wrong[] = [
  {
    name: 'the processor confirms an intent whatever its status is',
    breaks: ['P1'],
    mutant: { ...unchanged, withoutStatus: true },
  },
  {
    name: 'who answers their bank may do so at any time',
    breaks: ['P2'],
    mutant: withEnd(({ now }, end) => ({ now: () => new Date(Math.min(now().getTime(), end() + graceMs - 1)) })),
    seenIn: 19,
  },
  {
    name: 'a card may be tried shortly after the end of the hold, whether or not one was before',
    breaks: ['P2'],
    mutant: withEnd(({ now }, end) => ({
      now: () => new Date(now().getTime() - (now().getTime() < end() + graceMs ? graceMs : 0)),
    })),
    seenIn: 11,
  },
  {
    name: 'nobody may answer their bank after the end of the hold',
    breaks: ['S17'],
    mutant: withPay((needs) => ({
      ...needs,
      processor: { ...needs.processor, resume: async () => undefined },
    })),
  },
  {
    name: 'the answer to the bank holds the money, and not the server',
    breaks: ['P2'],
    seenIn: 53,
    mutant: {
      ...unchanged,
      http: (http) => (request, withinMs) => {
        const { confirmation_method: _, ...form } = request.form ?? {};
        return http({ ...request, ...(request.form && { form }) }, withinMs);
      },
    },
  },
  {
    name: 'a payment that holds no money is not ended',
    breaks: ['P3'],
    mutant: {
      ...unchanged,
      settle: (settle, processor) => async (order) => {
        const { registrationId, amount, currency } = order;
        const held = order.action === 'void' ? await processor.find(registrationId) : undefined;
        if (held?.state !== 'open') return settle(order);
        return {
          registrationId,
          amount,
          currency,
          authorisation: held.authorisation,
          state: 'voided',
        } satisfies Settlement;
      },
    },
  },
  {
    name: 'a sweep comes before the runner has answered their bank',
    breaks: ['S17'],
    mutant: {
      ...unchanged,
      inbox: (inbox) => ({
        put: (submission) => inbox.put(submission),
        putTransfer: (transfer) => inbox.putTransfer(transfer),
        putSweep: ({ notBefore: _, ...sweep }) => inbox.putSweep(sweep),
      }),
    },
    seenIn: 15,
  },
];
