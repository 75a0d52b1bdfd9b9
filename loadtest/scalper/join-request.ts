import * as v from 'valibot';
import type { RunnerMessage } from '../../lambdas/api/messages/registrations';
import type { Answer } from '../browser/browser';
import type { Scene } from './scene';

const permitted = v.object({ permit: v.string() });

/** Asks for a place on the list for this person, with the permit of the refusal if it brought one. */
export const joinRequest = (
  { site, race, eventId }: Scene,
  placeId: string,
  refused: Answer,
  { firstName, lastName, email, birthDate }: RunnerMessage,
) => {
  const permit = v.safeParse(permitted, refused.body);
  return {
    method: 'POST' as const,
    url: `${site.url}/api/races/${race.id}/waiting-list`,
    json: { placeId, eventId, runner: { firstName, lastName, email, birthDate }, ...(permit.success && permit.output) },
  };
};
