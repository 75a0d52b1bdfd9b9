import { useEffect } from 'preact/hooks';
import { lazyApi } from '../../page/lazy-services';
import { useKeptReducer } from '../../page/use-kept-reducer';
import { learnTime, serverClock } from '../../time/ticker';
import { newPlaceState, reducePlace } from './place-state';

/** Asks for the state of a place again and again while the page is visible. */
export const usePlaceState = (placeId: string, ticket: string) => {
  const { state, dispatch } = useKeptReducer({ open: () => newPlaceState(serverClock.now()), reduce: reducePlace });
  const { lookAt } = state;

  const look = async () => {
    const answer = await lazyApi.waiting(placeId, ticket, (serverClock.now() - state.since) / 1000);
    if (answer.kind === 'ok' && answer.value.status === 'offered') learnTime(answer.value.now);
    const at = { now: serverClock.now(), random: Math.random() };
    if (answer.kind === 'ok') dispatch({ kind: 'told', status: answer.value, ...at });
    else dispatch({ kind: 'failed', failure: answer, ...at });
  };

  useEffect(() => {
    if (lookAt === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arm = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(() => void look(), Math.max(0, lookAt - serverClock.now()));
    };
    document.addEventListener('visibilitychange', arm);
    arm();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', arm);
    };
  }, [lookAt]);

  return { place: state, look, leave: () => dispatch({ kind: 'left' }) };
};
