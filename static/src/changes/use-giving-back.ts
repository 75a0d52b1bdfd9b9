import { useEffect } from 'preact/hooks';
import type { Cancelled } from '../../../lambdas/api/messages/changes';
import { lazyApi } from '../page/lazy-services';
import { useKeptReducer } from '../page/use-kept-reducer';
import { useNow } from '../page/use-value';
import { serverClock } from '../time/ticker';
import { type GivingBack, reduceGivingBack } from './giving-back';

/** Gives the spot back after the runner has confirmed the refund. `refund` in the currency's smallest unit. */
export const useGivingBack = (
  registrationId: string,
  token: string,
  refund: number,
  onDone: (cancelled: Cancelled) => void,
) => {
  const { state, dispatch } = useKeptReducer({
    open: (): GivingBack => ({ kind: 'asked', refund }),
    reduce: reduceGivingBack,
  });
  useEffect(() => {
    if (state.kind !== 'sending') return;
    void lazyApi.cancel(registrationId, token, state.refund).then((answer) => {
      if (answer.kind !== 'ok') return dispatch({ kind: 'failed', failure: answer, now: serverClock.now() });
      dispatch({ kind: 'done' });
      onDone(answer.value);
    });
  }, [state]);
  const time = useNow();
  const isDue = state.kind === 'settling' && time >= state.tryAt;
  useEffect(() => {
    if (isDue) dispatch({ kind: 'time-came' });
  }, [isDue]);
  return { state, confirm: () => dispatch({ kind: 'confirmed' }) };
};
