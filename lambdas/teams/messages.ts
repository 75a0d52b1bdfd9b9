import * as v from 'valibot';
import { raceId, teamId } from '../api/fields';
import { line } from '../api/form/definition/question-types';
import { maxTeamNameLength } from '../api/form/team';

const dryRun = v.optional(v.boolean(), false);

/** `{ "renameTeam": { … } }` */
export const renameTeamMessage = v.strictObject({
  renameTeam: v.strictObject({ raceId, teamId, name: line(maxTeamNameLength), dryRun }),
});

/** `{ "closeTeam": { … } }`: nobody joins it any more. `isOpen`: it is opened again. */
export const closeTeamMessage = v.strictObject({
  closeTeam: v.strictObject({ raceId, teamId, isOpen: v.optional(v.boolean(), false), dryRun }),
});
