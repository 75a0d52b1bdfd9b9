import type { Ending } from './ending';
import { openPage } from './page-files';
import type { Site } from './runner';
import type { View } from './scenarios/scenario';
import type { Way } from './way';

export interface Visit {
  readonly site: Site;
  readonly raceId: string;
  readonly views: readonly View[];
}

/** One visitor looks at everything in order. */
export const look = async (way: Way, { site, raceId, views }: Visit): Promise<Ending> => {
  try {
    for (const { name, path, variety = 1, isPage, isRead } of views) {
      const drawn = String(Math.floor(way.random() * variety));
      const exact = path.replace(':race', encodeURIComponent(raceId)).replace(':n', drawn);
      if (isPage) await openPage(way, site.url, exact, name);
      else {
        const answer = await way.ask(name, { method: 'GET', url: `${site.url}${exact}` });
        if (answer.status !== 200) return { kind: 'error', detail: `${exact} answered ${answer.status}` };
      }
      if (isRead) await way.think();
    }
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'error', detail: error instanceof Error ? error.message : String(error) };
  }
};
