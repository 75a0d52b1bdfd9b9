import type { Ending } from './ending';
import { openPage } from './page-files';
import type { Site } from './runner';
import type { Looks, View } from './scenarios/scenario';
import { signIn } from './sign-in';
import type { Way } from './way';

export interface Visit {
  readonly site: Site;
  readonly raceId: string;
  readonly scenario: Looks;
}

/** One visitor looks at everything in order, as often as he does. */
export const look = async (way: Way, visit: Visit): Promise<Ending> => {
  const { views, rounds = 1, signsIn } = visit.scenario;
  try {
    if (signsIn) await signIn(way, visit);
    for (let round = 0; round < rounds; round++) for (const view of views) await lookAt(way, visit, view);
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'error', detail: error instanceof Error ? error.message : String(error) };
  }
};

const lookAt = async (way: Way, { site, raceId }: Visit, { name, path, variety = 1, isPage, isRead }: View) => {
  const drawn = String(Math.floor(way.random() * variety));
  const exact = path.replace(':race', encodeURIComponent(raceId)).replace(':n', drawn);
  if (isPage) await openPage(way, site.url, exact, name);
  else {
    const answer = await way.ask(name, { method: 'GET', url: `${site.url}${exact}` });
    if (answer.status !== 200) throw new Error(`${exact} answered ${answer.status}`);
  }
  if (isRead) await way.think();
};
