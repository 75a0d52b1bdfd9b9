import { count, log } from '../../platform/observability';
import type { ReclaimSpots } from './reclaim-spots';

/** Runs on a schedule: the content of the event is not used. */
export const reclaimWorker = (reclaimSpots: ReclaimSpots) => async () => {
  const { spots, units, gifts } = await reclaimSpots();
  if (spots > 0) {
    log.info('Spots came back.', { spots });
    count('SpotsReclaimed', spots);
  }
  if (units > 0) {
    log.info('Units came back.', { units });
    count('UnitsReclaimed', units);
  }
  if (gifts > 0) log.info('Events for gifts got more spots.', { spots: gifts });
};
