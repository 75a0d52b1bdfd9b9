import type { Proof } from '../limits/ports';

export interface HoldCommand {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** The registrations of the same group besides this one: all of them get a spot, or nobody does. */
  readonly companions?: readonly string[] | undefined;
  readonly sessionHash: string;
  /** The network address the runner comes from. */
  readonly address: string;
  /** The ticket of a place on the waiting list: asks for the spots that are offered to it. */
  readonly ticket?: string | undefined;
  /** Proof of the work that an earlier answer asked for. */
  readonly proof?: Proof | undefined;
}

/** All registrations of the group, the one that pays first. */
export const peopleOf = ({ registrationId, companions = [] }: HoldCommand): readonly [string, ...string[]] => [
  registrationId,
  ...companions,
];
