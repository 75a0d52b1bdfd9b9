import { openPage } from '../browser/open-page';
import type { Looks, View } from '../scenarios/scenario';
import type { Site } from './journey';
import type { Outcome } from './outcome';
import { signIn } from './sign-in';
import type { UserSession } from './user-session';

export interface Visit {
  readonly site: Site;
  readonly raceId: string;
  readonly scenario: Looks;
}

/** One visitor looks at all views in order, in as many rounds as the scenario says. */
export const look = async (session: UserSession, visit: Visit): Promise<Outcome> => {
  const { views, rounds = 1, signsIn } = visit.scenario;
  try {
    if (signsIn) await signIn(session, visit);
    for (let round = 0; round < rounds; round++) for (const view of views) await lookAt(session, visit, view);
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'error', detail: error instanceof Error ? error.message : String(error) };
  }
};

const lookAt = async (
  session: UserSession,
  { site, raceId }: Visit,
  { name, path, variety = 1, isPage, isRead }: View,
) => {
  const drawn = String(Math.floor(session.random() * variety));
  const exact = path.replace(':race', encodeURIComponent(raceId)).replace(':n', drawn);
  if (isPage) await openPage(session, site.url, exact, name);
  else {
    const answer = await session.ask(name, { method: 'GET', url: `${site.url}${exact}` });
    if (answer.status !== 200) throw new Error(`${exact} answered ${answer.status}`);
  }
  if (isRead) await session.think();
};
