import { useEffect, useState } from 'preact/hooks';
import type { TransferStatus } from '../../../lambdas/api/messages/changes';
import { keepUnder } from '../flow/kept';
import { lazyApi } from '../page/lazy-services';
import { keepToken } from '../page/tokens';
import { useKeptReducer } from '../page/use-kept-reducer';
import { openTakingOver, reduceTakingOver, takeoverDraft } from './taking-over';

export type OfferedTransfer = Extract<TransferStatus, { status: 'offered' }>;

/** Takes one spot over. What is typed is stored until it is done. */
export const useTakingOver = (offer: OfferedTransfer, token: string) => {
  const { registrationId, recipient } = offer;
  const [kept] = useState(() => keepUnder(() => localStorage, `startline:takeover:${registrationId}`, takeoverDraft));
  const [waiver, setWaiver] = useState(offer.waiver);
  const { state, dispatch } = useKeptReducer({
    open: () => openTakingOver(kept.read(), recipient),
    reduce: reduceTakingOver,
    keep: ({ draft, stage }) => kept.write(stage.kind === 'accepted' ? undefined : draft),
  });
  const { stage } = state;

  useEffect(() => {
    if (stage.kind === 'sending') {
      void lazyApi.acceptTransfer(registrationId, token, stage.runner, stage.waiverHash).then((answer) => {
        if (answer.kind !== 'ok') return dispatch({ kind: 'failed', failure: answer });
        keepToken('registrations', registrationId, answer.value.link);
        dispatch({ kind: 'accepted', number: answer.value.number });
      });
    }
    if (stage.kind === 'reading-again') {
      void lazyApi.transfer(registrationId, token).then((answer) => {
        // If loading fails, the old text stays. Accepting it again leads here once more.
        if (answer.kind === 'ok' && answer.value.status === 'offered') setWaiver(answer.value.waiver);
        dispatch({ kind: 'read-again' });
      });
    }
  }, [stage]);

  return { taking: state, waiver, dispatch };
};
