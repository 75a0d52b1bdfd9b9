import type { Proof } from './ports';

export interface HoldCommand {
  readonly registrationId: string;
  readonly raceId: string;
  readonly eventId: string;
  /** The registrations of those who register together with him: all of them get a spot, or nobody does. */
  readonly companions?: readonly string[] | undefined;
  readonly sessionHash: string;
  /** The network address the runner comes from. */
  readonly address: string;
  /** Of a place on the waiting list: the spot that is offered to it is wanted. */
  readonly ticket?: string | undefined;
  /** That the work was done which was asked for before. */
  readonly proof?: Proof | undefined;
}

/** Who pays comes first. */
export const peopleOf = ({ registrationId, companions = [] }: HoldCommand): readonly [string, ...string[]] => [
  registrationId,
  ...companions,
];
