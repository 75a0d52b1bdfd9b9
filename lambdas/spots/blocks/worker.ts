import { count, log } from '../../platform/observability';
import type { ReclaimSpots } from './reclaim-spots';

/** Runs on a schedule: the content of the event is not used. */
export const reclaimWorker = (reclaimSpots: ReclaimSpots) => async () => {
  const back = await reclaimSpots();
  if (back === 0) return;
  log.info('Spots came back.', { spots: back });
  count('SpotsReclaimed', back);
};
