import { ownFundraiser } from '../../lambdas/api/messages/form/fundraisers';
import { ownTeam } from '../../lambdas/api/messages/form/teams';
import type { HoldGranted } from '../../lambdas/api/messages/holds';
import { read } from '../browser/answers';
import type { Filled } from './fill-in-form';
import type { Journey } from './journey';
import type { UserSession } from './user-session';

/** Of those who donate to nobody's page, the share that makes a page of their own. */
const shareThatCollects = 0.3;

/** Somebody who is in sends the code of their new team to others, or makes a page that collects and says where it is. */
export const tellOthers = async (
  session: UserSession,
  { site, person, acquaintances }: Journey,
  { registrationId, eventId, hold: bearer }: HoldGranted,
  { isCaptain, cause }: Pick<Extract<Filled, { kind: 'quoted' }>, 'isCaptain' | 'cause'>,
): Promise<void> => {
  if (!acquaintances) return;
  const url = `${site.url}/api/registrations/${registrationId}`;
  if (isCaptain) {
    const answer = await session.ask('own team', { method: 'GET', url: `${url}/team`, bearer });
    const { team } = answer.status === 200 ? read(ownTeam, answer) : {};
    if (team?.code) acquaintances.teams.post({ eventId, id: team.id, code: team.code });
  }
  if (cause !== undefined && session.random() < shareThatCollects) {
    const page = { cause, title: `${person.lastName} runs`, story: 'Every kilometre counts.', isOpen: true };
    const answer = await session.ask('own page', { method: 'PUT', url: `${url}/fundraiser`, bearer, json: page });
    if (answer.status === 200) acquaintances.pages.post({ slug: read(ownFundraiser, answer).slug, cause });
  }
};
