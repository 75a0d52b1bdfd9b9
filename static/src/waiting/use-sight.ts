import { useEffect } from 'preact/hooks';
import { laterApi } from '../page/later-needs';
import { useSteps } from '../page/use-steps';
import { learnTime, serverClock } from '../time/ticker';
import { firstSight, reduceSight } from './sight';

/** Looks after a place on the list while the page is in sight. */
export const useSight = (placeId: string, ticket: string) => {
  const { state, tell } = useSteps({ open: () => firstSight(serverClock.now()), reduce: reduceSight });
  const { lookAt } = state;

  const look = async () => {
    const answer = await laterApi.waiting(placeId, ticket, (serverClock.now() - state.since) / 1000);
    if (answer.kind === 'ok' && answer.value.status === 'offered') learnTime(answer.value.now);
    const at = { now: serverClock.now(), random: Math.random() };
    if (answer.kind === 'ok') tell({ kind: 'told', status: answer.value, ...at });
    else tell({ kind: 'failed', failure: answer, ...at });
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

  return { sight: state, look, leave: () => tell({ kind: 'left' }) };
};
