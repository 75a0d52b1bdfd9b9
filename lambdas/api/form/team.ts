import type { Text } from './definition/question';

/** A kind of team that runners of an event may found. */
export interface TeamKind {
  readonly id: string;
  readonly label: Text;
  readonly help?: Text | undefined;
  /** The events that have such teams; all of the race's when absent. A team is in one event. */
  readonly events?: readonly string[] | undefined;
  /** How many people may be in one. */
  readonly size: number;
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

/** The kinds that can be founded in an event. */
export const teamKindsOf = ({ teams }: Teams, eventId: string): readonly TeamKind[] =>
  (teams?.kinds ?? []).filter(({ retired, events }) => !retired && (events?.includes(eventId) ?? true));
