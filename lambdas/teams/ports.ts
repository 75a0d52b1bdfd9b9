/** A team, as whoever wants to join it needs to know it. */
export interface JoinableTeam {
  readonly id: string;
  readonly raceId: string;
  readonly eventId: string;
  /** Never told to anybody but the captain. */
  readonly joinCode: string;
  readonly pool: string;
  readonly isOpen: boolean;
}

export interface Teams {
  find(id: string): Promise<JoinableTeam | undefined>;
}
