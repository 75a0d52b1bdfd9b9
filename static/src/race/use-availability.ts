import { useEffect, useState } from 'preact/hooks';
import type { AvailabilityMessage } from '../../../lambdas/api/messages/races';
import { nextLookSeconds } from '../http/backoff';
import { api } from '../page/services';
import { learnTime, serverClock } from '../time/ticker';

/** Asks for the spots left again and again while the page is visible. `stale`: the last request failed. */
export const useAvailability = (
  raceId: string,
  opensAt: string,
): { readonly seen?: AvailabilityMessage; readonly stale: boolean } => {
  const [seen, setSeen] = useState<AvailabilityMessage>();
  const [stale, setStale] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const look = async () => {
      clearTimeout(timer);
      timer = undefined;
      const answer = await api.availability(raceId);
      if (!isCurrent) return;
      if (answer.kind === 'ok') {
        learnTime(answer.value.now);
        setSeen(answer.value);
      }
      setStale(answer.kind !== 'ok');
      if (!document.hidden)
        timer = setTimeout(look, nextLookSeconds(Date.parse(opensAt), serverClock.now(), Math.random()) * 1000);
    };
    const onSight = () => {
      clearTimeout(timer);
      if (!document.hidden) void look();
    };
    document.addEventListener('visibilitychange', onSight);
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, [raceId, opensAt]);

  return { ...(seen ? { seen } : {}), stale };
};
