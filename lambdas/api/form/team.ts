import type { Text } from './definition/question';

/** A kind of team that runners of an event may found. */
export interface TeamKind {
  readonly id: string;
  readonly label: Text;
  readonly help?: Text | undefined;
  /** The events that have such teams; all of the race's when absent. A team is in one event. */
  readonly events?: readonly string[] | undefined;
  /** How many people may be in one. Of a relay: how many legs it has. */
  readonly size: number;
  /** Of a relay, in their order: each person runs one. */
  readonly legs?: readonly { readonly label: Text }[] | undefined;
  /** Nobody founds one any more. It stays in the form, because its id is never used again. */
  readonly retired?: boolean | undefined;
}

/** The part of a form about teams. */
export interface Teams {
  readonly teams?: { readonly kinds: readonly TeamKind[] } | undefined;
}

/** What the people of an order want: a new team, or places in one that is there. All of them are in it. */
export type TeamWish =
  | { readonly create: { readonly kind: string; readonly name: string } }
  | { readonly join: { readonly id: string; readonly code: string } };

export const maxTeamNameLength = 60;
export const maxTeamSize = 500;
export const maxLegs = 8;

/** The kinds that can be founded in an event. */
export const teamKindsOf = ({ teams }: Teams, eventId: string): readonly TeamKind[] =>
  (teams?.kinds ?? []).filter(({ retired, events }) => !retired && (events?.includes(eventId) ?? true));

/** Whether nobody runs in this event without a team: all of its teams are relays. */
export const needsTeam = (form: Teams, eventId: string): boolean => {
  const kinds = teamKindsOf(form, eventId);
  return kinds.length > 0 && kinds.every(({ legs }) => legs);
};

/** Whether people of an order may say which leg they run. */
export const hasLegs = ({ teams }: Teams): boolean => teams?.kinds.some(({ legs }) => legs) ?? false;

export interface LegFault {
  readonly field: string;
  readonly code: 'no-such-leg' | 'twice' | 'leg-taken';
}

/**
 * What is wrong with the legs that people of an order want, in their order. A runner who wants none gets one. `legs`: how many there
 * are, undefined where the team is no relay. `taken`: those of others.
 */
export const legFaults = (
  wanted: readonly (number | undefined)[],
  legs: number | undefined,
  taken: readonly number[] = [],
): readonly LegFault[] =>
  wanted.flatMap((leg, n): readonly LegFault[] => {
    if (leg === undefined) return [];
    const field = `people.${n}.leg`;
    if (leg > (legs ?? 0)) return [{ field, code: 'no-such-leg' }];
    if (wanted.indexOf(leg) < n) return [{ field, code: 'twice' }];
    return taken.includes(leg) ? [{ field, code: 'leg-taken' }] : [];
  });
