import * as v from 'valibot';
import type { Form } from '../../../lambdas/api/form/definition/form';
import type {
  OwnTeamMessage,
  TeamChangeMessage,
  TeamMessage,
  TeamPageMessage,
} from '../../../lambdas/api/messages/form/teams';
import { at, ofSession, reading } from '../http/api';
import type { Answered } from '../http/failure';
import { request } from '../page/services';

const shown = {
  id: v.string(),
  name: v.string(),
  kind: v.string(),
  size: v.number(),
  members: v.number(),
  isOpen: v.boolean(),
};
/** What must be there to show it. */
const team = v.looseObject({ raceId: v.string(), eventId: v.string(), ...shown });
const teamPage = v.looseObject({ teams: v.array(v.looseObject(shown)) });
const ownTeam = v.looseObject({
  registrationId: v.string(),
  team: v.optional(v.looseObject({ ...shown, isCaptain: v.boolean() })),
});
const publishedForm = v.looseObject({
  language: v.string(),
  teams: v.optional(v.looseObject({ kinds: v.array(v.unknown()) })),
});

const as = <T>(answer: Answered<unknown>) => answer as Answered<T>;

/** The calls about teams. */
export const teamApi = {
  /** Of the page before, `after` is what followed. */
  list: async (raceId: string, eventId: string, words: string, after?: string) =>
    as<TeamPageMessage>(
      await request({
        ...reading,
        url: at`/api/races/${raceId}/teams?event=${eventId}&q=${words}` + (after ? at`&after=${after}` : ''),
        schema: teamPage,
      }),
    ),
  team: async (teamId: string) =>
    as<TeamMessage>(await request({ ...reading, url: at`/api/teams/${teamId}`, schema: team })),
  /** The kinds of teams are in it. The server checked it when it was saved. */
  form: async (raceId: string, revision: number) =>
    as<Form>(
      await request({ ...reading, url: at`/api/races/${raceId}/forms/${String(revision)}`, schema: publishedForm }),
    ),
  own: async (registrationId: string, bearer: string) =>
    as<OwnTeamMessage>(
      await request({
        ...reading,
        ...ofSession,
        url: at`/api/registrations/${registrationId}/team`,
        bearer,
        schema: ownTeam,
      }),
    ),
  change: async (registrationId: string, bearer: string, body: TeamChangeMessage) =>
    as<OwnTeamMessage>(
      await request({
        ...ofSession,
        method: 'PATCH',
        url: at`/api/registrations/${registrationId}/team`,
        bearer,
        body,
        schema: ownTeam,
        timeoutSeconds: 20,
      }),
    ),
};
