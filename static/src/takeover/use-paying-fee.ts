import type { Typed } from '../flow/draft';
import type { Failure } from '../http/failure';
import type { TakingOverBody } from '../http/lazy-api';
import { lazyApi } from '../page/lazy-services';
import { keepToken } from '../page/tokens';
import { learnTime, serverClock } from '../time/ticker';
import { type FeeOffer, feeDraft } from './fee-draft';
import { usePayingQuote } from './use-paying-quote';

export interface PayingFee {
  readonly offer: FeeOffer;
  readonly token: string;
  readonly typed: Typed;
  /** Who takes the spot over. Undefined while something is missing: then only a payment that was begun goes on. */
  readonly body: TakingOverBody | undefined;
  /** There is no quote. Without a failure nothing is to be quoted. */
  readonly onNoQuote: (failure?: Failure) => void;
}

/** Those whose answers are kept nowhere, by their registration. */
const inMemory = new Map<string, object>();

const hashOf = async (text: string) => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** The fee for a spot that is passed on. */
export const usePayingFee = ({ offer, token, typed, body, onNoQuote }: PayingFee) => {
  const { registrationId: offerId, raceId } = offer;
  return usePayingQuote({
    ...{ offerId, raceId },
    async quote(kept, isHere) {
      const before = kept.read();
      if (before?.attempt || before?.outcome || (before && !body)) return true;
      if (!body) {
        onNoQuote();
        return false;
      }
      const asked = await hashOf(JSON.stringify([body, token]));
      const isGood =
        before?.quoted?.asked === asked && (!before.quoted.isPartial || inMemory.has(before.registrationId));
      if (isGood && Date.parse(before.hold?.expiresAt ?? '') > serverClock.now()) return true;
      const answer = await lazyApi.quoteTransfer(offerId, token, body);
      if (!isHere()) return false;
      if (answer.kind !== 'ok') {
        onNoQuote(answer);
        return false;
      }
      const { registrationId, link, runner, now } = answer.value;
      learnTime(now);
      keepToken('registrations', registrationId, link);
      inMemory.set(registrationId, runner);
      kept.write(feeDraft(offer, answer.value, typed, asked));
      return true;
    },
    submit(registrationId, { waiver, confirmationToken, resume, ...said }) {
      const { quote: transfer, entry } = said as { readonly quote?: string; readonly entry?: object };
      const runner = inMemory.get(registrationId) ?? entry;
      return lazyApi.payFee(registrationId, token, {
        ...{ transfer, runner, waiver },
        ...(confirmationToken && { confirmationToken }),
        ...(resume && { resume }),
      });
    },
  });
};
