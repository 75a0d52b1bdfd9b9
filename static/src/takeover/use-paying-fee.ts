import { useEffect, useState } from 'preact/hooks';
import { type Controller, openController } from '../flow/controller';
import type { Typed } from '../flow/draft';
import type { Failure } from '../http/failure';
import type { TakingOverBody } from '../http/lazy-api';
import { lazyApi } from '../page/lazy-services';
import { api, bank, newId, prepareToPay, withLock } from '../page/services';
import { keepToken, tokenFor } from '../page/tokens';
import { learnTime, serverClock } from '../time/ticker';
import { feeDraft, feeKey, keepFee } from './fee-draft';
import type { OfferedTransfer } from './use-taking-over';

export interface PayingFee {
  readonly offer: OfferedTransfer;
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

/** The next poll of a registration that is not there yet, in seconds. */
const pollAfter = 2;

/**
 * Has the fee quoted, and pays it with the controller that pays for registrations: so a reload, a lost answer and a bank that
 * asks are what they are there. `again`: with another quote.
 */
export const usePayingFee = ({ offer, token, typed, body, onNoQuote }: PayingFee) => {
  const { registrationId: transferId, raceId } = offer;
  const [kept] = useState(() => keepFee(transferId));
  const [controller, setController] = useState<Controller>();
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isHere = true;
    let opened: Controller | undefined;
    const quote = async () => {
      const before = kept.read();
      if (before?.attempt || before?.outcome || (before && !body)) return true;
      if (!body) return onNoQuote();
      const asked = await hashOf(JSON.stringify([body, token]));
      const isGood =
        before?.quoted?.asked === asked && (!before.quoted.isPartial || inMemory.has(before.registrationId));
      if (isGood && Date.parse(before.hold?.expiresAt ?? '') > serverClock.now()) return true;
      const answer = await lazyApi.quoteTransfer(transferId, token, body);
      if (!isHere) return false;
      if (answer.kind !== 'ok') return onNoQuote(answer);
      const { registrationId, link, runner, now } = answer.value;
      learnTime(now);
      keepToken('registrations', registrationId, link);
      inMemory.set(registrationId, runner);
      kept.write(feeDraft(offer, answer.value, typed, asked));
      return true;
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === feeKey(transferId)) opened?.adopt(kept.read());
    };
    void quote().then((isQuoted) => {
      if (!isHere || !isQuoted) return;
      prepareToPay();
      opened = openController({
        raceId,
        api: {
          ...api,
          hold: async () => ({ kind: 'network' }),
          moreTries: async () => ({ kind: 'network' }),
          submit: (registrationId, { waiver, confirmationToken, resume, ...said }) => {
            const { quote: transfer, entry } = said as { readonly quote?: string; readonly entry?: object };
            const runner = inMemory.get(registrationId) ?? entry;
            return lazyApi.payFee(registrationId, token, {
              ...{ transfer, runner, waiver },
              ...(confirmationToken && { confirmationToken }),
              ...(resume && { resume }),
            });
          },
          status: async (registrationId, _, options) => {
            const answer = await api.status(registrationId, tokenFor('registrations', registrationId) ?? '', options);
            return answer.kind === 'problem' && answer.name === 'not-found'
              ? { kind: 'ok', value: { registrationId, status: 'processing', pollAfter } }
              : answer;
          },
        },
        bank,
        prove: async () => undefined,
        kept,
        now: () => serverClock.now(),
        learnTime,
        random: Math.random,
        newId,
        later: (milliseconds, work) => {
          const timer = setTimeout(work, milliseconds);
          return () => clearTimeout(timer);
        },
        lock: withLock(`startline:transfer:${transferId}`),
      });
      addEventListener('storage', onStorage);
      setController(opened);
    });
    return () => {
      isHere = false;
      removeEventListener('storage', onStorage);
      opened?.close();
      setController(undefined);
    };
  }, [round]);

  return {
    controller,
    /** Forgets the quote, unless something was paid with it. */
    leave: () => {
      if (!kept.read()?.attempt) kept.write(undefined);
    },
    forget: () => kept.write(undefined),
    again: () => {
      kept.write(undefined);
      setRound(round + 1);
    },
  };
};
