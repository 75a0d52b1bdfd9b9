import * as v from 'valibot';
import { eventId, raceId, registrationId, teamId } from '../../fields';
import { line } from '../../form/definition/question-types';
import { maxLegs, maxTeamNameLength } from '../../form/team';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

const shown = {
  id: teamId,
  name: v.string(),
  /** Its label is in the form. */
  kind: v.string(),
  /** How many people may be in it. */
  size: whole,
  members: whole,
  /** People with the join code may join while there are places. */
  isOpen: v.boolean(),
};

/** Twenty at most. `next`: more follow; ask with it as `after`. */
export const teamPage = v.strictObject({
  raceId,
  eventId,
  teams: v.array(v.strictObject(shown)),
  next: v.optional(teamId),
});

const leg = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxLegs));

/** `takenLegs`: of a relay, those that somebody runs, from 1. */
export const team = v.strictObject({ raceId, eventId, ...shown, takenLegs: v.optional(v.array(leg)) });

/** `code` and `people` are for the captain alone. */
export const ownTeam = v.strictObject({
  registrationId,
  /** Absent: this registration is in no team. */
  team: v.optional(
    v.strictObject({
      ...shown,
      isCaptain: v.boolean(),
      /** Of a relay: the one that this registration runs. */
      leg: v.optional(leg),
      code: v.optional(v.string()),
      /** The member of longest standing comes first. */
      people: v.optional(v.array(v.strictObject({ registrationId, name: v.string(), leg: v.optional(leg) }))),
    }),
  ),
});

/**
 * One of them. `remove`: a registration that leaves the team and keeps its spot; everybody may remove themselves. `leg`: of a
 * relay, the one that this member runs from now on; the member who ran it takes theirs.
 */
export const teamChange = v.union([
  v.strictObject({ name: line(maxTeamNameLength) }),
  v.strictObject({ isOpen: v.boolean() }),
  v.strictObject({ newCode: v.literal(true) }),
  v.strictObject({ remove: registrationId }),
  v.strictObject({ registrationId, leg }),
]);

export type TeamPageMessage = v.InferOutput<typeof teamPage>;
export type TeamMessage = v.InferOutput<typeof team>;
export type OwnTeamMessage = v.InferOutput<typeof ownTeam>;
/** The one of them that a body is meant as, so that its faults are named. */
export const teamChangeOf = (body: unknown) => {
  const [first, ...others] = teamChange.options;
  return others.find(({ entries }) => Object.keys(entries).some((key) => Object.hasOwn(Object(body), key))) ?? first;
};

export type TeamChangeMessage = v.InferOutput<typeof teamChange>;
