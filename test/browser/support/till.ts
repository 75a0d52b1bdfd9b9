import { details } from '../../../lambdas/api/texts/en';
import { type Hold, maxTriesPerHold } from '../../../lambdas/domain/hold';
import { skipZeroAmounts } from '../../../lambdas/payment/stripe/processor';
import { type SubmitCommand, submitRegistration } from '../../../lambdas/registration/submit/submit-registration';
import type { openShop } from '../../payment/support/shop';
import { type Answer, problemAnswer } from './fake-answer';

type Shop = Awaited<ReturnType<typeof openShop>>;
type Sent = Omit<SubmitCommand, 'registrationId' | 'sessionHash' | 'waiverHash'> & {
  readonly waiver: { readonly hash: string };
};

/** A hold as the fake API grants it. */
export type Granted = Pick<Hold, 'registrationId' | 'companions' | 'quote' | 'waiverHash' | 'expiresAt'>;

const deadlineMs = 20_000;

/**
 * The server's part of paying, for the fake API: the real use case and adapter, with the sandbox. `now` is the server's
 * clock, in milliseconds.
 */
export const openTill = ({ processor }: Pick<Shop, 'processor'>, now: () => number) => {
  const granted = new Map<string, Hold>();
  const submit = submitRegistration({
    tokens: { readHold: async (token) => granted.get(token.replace(/\.more$/, '')), readQuote: async () => undefined },
    processor: skipZeroAmounts(processor),
    inbox: { put: async () => {}, putSweep: async () => {} },
    hash: (text) => text,
    now: () => new Date(now()),
  });
  return {
    grant(token: string, hold: Granted): void {
      granted.set(token, {
        ...hold,
        spot: 1207,
        raceId: 'harbour',
        eventId: 'marathon',
        block: 'block',
        sessionHash: 'session',
        cardTries: maxTriesPerHold,
      });
    },

    /** Undefined when the submission was accepted. */
    async pay(registrationId: string, { waiver, ...sent }: Sent): Promise<Answer | undefined> {
      const command = { ...sent, registrationId, sessionHash: 'session', waiverHash: waiver.hash };
      const answer = await submit(command, Date.now() + deadlineMs);
      switch (answer.kind) {
        case 'accepted':
          return undefined;
        case 'action-required': {
          const { kind: status, until, ...asked } = answer;
          return { body: { status, registrationId, ...asked, until: new Date(until).toISOString() } };
        }
        case 'declined': {
          const { reason, triesLeft } = answer;
          const detail = details['card-declined']({ reason, triesLeft, mayRetrySameCard: true });
          return problemAnswer('card-declined', { reason, triesLeft, detail });
        }
        case 'payment-unknown':
          return problemAnswer(answer.kind, { retryAfter: 0.5 });
        case 'another-number':
        case 'wrong-card':
          return problemAnswer('invalid-request', { detail: JSON.stringify(answer) });
        default:
          return problemAnswer(answer.kind, { reason: 'at-payment' });
      }
    },
  };
};
