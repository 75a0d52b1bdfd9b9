import { useEffect, useState } from 'preact/hooks';
import type { Controller } from '../flow/controller';
import { type KeptDraft, keepDraft } from '../flow/keep-draft';
import type { Api } from '../http/api';
import { openHere } from '../page/open-here';
import { api, prepareToPay } from '../page/services';
import { tokenFor } from '../page/tokens';

interface PayingQuote {
  /** Of what is offered. */
  readonly offerId: string;
  readonly raceId: string;
  /** Writes a draft with a quote that is good. False: there is none. */
  readonly quote: (kept: KeptDraft, isHere: () => boolean) => Promise<boolean>;
  readonly submit: Api['submit'];
  /** What the answer to a decided payment means. */
  readonly statusOf?: (answer: Awaited<ReturnType<Api['status']>>) => ReturnType<Api['status']>;
}

const nameOf = (offerId: string) => `takeover-${offerId}`;

/** The payment for what was offered by one link, in this browser. */
export const keepPayment = (offerId: string) => keepDraft(() => localStorage, nameOf(offerId));

/** Whether this browser has begun to pay for an offer. It is false again once the outcome is known. */
export const hasBegunToPay = (offerId: string): boolean => keepPayment(offerId).read() !== undefined;

/** The next poll of a registration that is not there yet, in seconds. */
const pollAfter = 2;

/**
 * Has a price quoted, and pays it with the controller that pays for registrations: so a reload, a lost answer and a bank that
 * asks are what they are there. `again`: with another quote.
 */
export const usePayingQuote = ({ offerId, raceId, quote, submit, statusOf }: PayingQuote) => {
  const [kept] = useState(() => keepPayment(offerId));
  const [controller, setController] = useState<Controller>();
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isHere = true;
    let end = () => {};
    void quote(kept, () => isHere).then((isQuoted) => {
      if (!isHere || !isQuoted) return;
      prepareToPay();
      const opened = openHere({
        ...{ raceId, kept, name: nameOf(offerId) },
        api: {
          ...api,
          hold: async () => ({ kind: 'network' }),
          moreTries: async () => ({ kind: 'network' }),
          submit,
          status: async (registrationId, _, options) => {
            const answer = await api.status(registrationId, tokenFor('registrations', registrationId) ?? '', options);
            if (answer.kind === 'problem' && answer.name === 'not-found')
              return { kind: 'ok', value: { registrationId, status: 'processing', pollAfter } };
            return statusOf ? statusOf(answer) : answer;
          },
        },
        prove: async () => undefined,
      });
      end = opened.end;
      setController(opened.controller);
    });
    return () => {
      isHere = false;
      end();
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
