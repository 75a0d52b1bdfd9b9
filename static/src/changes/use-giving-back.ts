import { useEffect } from 'preact/hooks';
import type { Cancelled } from '../../../lambdas/api/changes';
import { laterApi } from '../page/later-needs';
import { useSteps } from '../page/use-steps';
import { now, serverClock } from '../time/ticker';
import { type GivingBack, reduceGivingBack } from './giving-back';

/** Gives the spot back once the runner has confirmed what he gets for it. */
export const useGivingBack = (
  registrationId: string,
  token: string,
  refund: number,
  onDone: (cancelled: Cancelled) => void,
) => {
  const { state, tell } = useSteps({
    open: (): GivingBack => ({ kind: 'asked', refund }),
    reduce: reduceGivingBack,
  });
  useEffect(() => {
    if (state.kind !== 'sending') return;
    void laterApi.cancel(registrationId, token, state.refund).then((answer) => {
      if (answer.kind !== 'ok') return tell({ kind: 'failed', failure: answer, now: serverClock.now() });
      tell({ kind: 'done' });
      onDone(answer.value);
    });
  }, [state]);
  const isDue = state.kind === 'settling' && now.value >= state.tryAt;
  useEffect(() => {
    if (isDue) tell({ kind: 'time-came' });
  }, [isDue]);
  return { state, confirm: () => tell({ kind: 'confirmed' }) };
};
