import * as v from 'valibot';
import { raceId, registrationId, teamId } from '../api/fields';
import { line } from '../api/form/definition/question-types';
import { maxLegs, maxTeamNameLength } from '../api/form/team';

const dryRun = v.optional(v.boolean(), false);

/** `{ "renameTeam": { … } }` */
export const renameTeamMessage = v.strictObject({
  renameTeam: v.strictObject({ raceId, teamId, name: line(maxTeamNameLength), dryRun }),
});

/** `{ "closeTeam": { … } }`: nobody joins it any more. `isOpen`: it is opened again. */
export const closeTeamMessage = v.strictObject({
  closeTeam: v.strictObject({ raceId, teamId, isOpen: v.optional(v.boolean(), false), dryRun }),
});

/** `{ "teamMembers": { … } }`: who is in it. */
export const teamMembersMessage = v.strictObject({ teamMembers: v.strictObject({ raceId, teamId }) });

/** `{ "removeMember": { … } }`: this registration leaves the team and keeps its spot. */
export const removeMemberMessage = v.strictObject({
  removeMember: v.strictObject({ raceId, teamId, registrationId, dryRun }),
});

/** `{ "changeLeg": { … } }`: this member of a relay runs the leg, from 1. The runner who had it takes theirs. */
export const changeLegMessage = v.strictObject({
  changeLeg: v.strictObject({
    raceId,
    teamId,
    registrationId,
    leg: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxLegs)),
    dryRun,
  }),
});
