import type { TypedDraft } from '../../lambdas/api/messages/form/typed-draft';
import { holdGranted } from '../../lambdas/api/messages/holds';
import { availability } from '../../lambdas/api/messages/races';
import { draftKept } from '../../lambdas/api/messages/sessions';
import { read } from '../browser/answers';
import { uuid7 } from '../uuid7';
import type { Site } from './journey';
import { person } from './people';
import type { UserSession } from './user-session';

/** What a runner has typed halfway through the form. It travels with each request for their session. */
const typed = (n: number): TypedDraft => {
  const { birthDate, gender, ...known } = person(n, 'draft');
  const [birthYear = '', birthMonth = '', birthDay = ''] = birthDate.split('-');
  return { ...known, gender, birthYear, birthMonth, birthDay };
};

/**
 * Begins a session as a browser does, by holding a spot, and saves a draft in it. Throws when there is no free spot.
 */
export const signIn = async (
  session: UserSession,
  { site, raceId }: { readonly site: Site; readonly raceId: string },
): Promise<void> => {
  const race = `${site.url}/api/races/${raceId}`;
  const { events } = read(
    availability,
    await session.ask('spots left', { method: 'GET', url: `${race}/availability` }),
  );
  const open = events.find(({ state }) => state === 'open');
  if (!open) throw new Error(`Nobody can sign in with "${raceId}": it has no spot left to hold.`);
  const json = { registrationId: uuid7(), eventId: open.eventId };
  read(holdGranted, await session.ask('hold', { method: 'POST', url: `${race}/holds`, json }));
  const draft = typed(Math.floor(session.random() * 1000));
  const kept = { method: 'PUT', url: `${site.url}/api/session/draft`, json: draft } as const;
  read(draftKept, await session.ask('draft', kept));
};
