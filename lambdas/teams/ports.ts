/** A team, as a person who wants to join it must know it. */
export interface JoinableTeam {
  readonly id: string;
  readonly raceId: string;
  readonly eventId: string;
  /** Never told to anybody but the captain. */
  readonly joinCode: string;
  readonly pool: string;
  readonly isOpen: boolean;
  /** Of a relay: how many legs it has, and the legs that somebody runs. */
  readonly legs?: number | undefined;
  readonly takenLegs?: readonly number[] | undefined;
}

export interface Teams {
  find(id: string): Promise<JoinableTeam | undefined>;
}

/** A team as everybody may see it. */
export interface ListedTeam {
  readonly id: string;
  readonly name: string;
  /** By the form of the race. */
  readonly kind: string;
  readonly size: number;
  readonly members: number;
  readonly isOpen: boolean;
}

export interface TeamLists {
  /** All teams of an event that somebody is in, by name. */
  ofEvent(eventId: string): Promise<readonly ListedTeam[]>;
  find(
    id: string,
  ): Promise<{ readonly raceId: string; readonly eventId: string; readonly team: ShownTeam } | undefined>;
}

/** `takenLegs`: of a relay. */
export interface ShownTeam extends ListedTeam {
  readonly takenLegs?: readonly number[] | undefined;
}

/** How somebody has shown that a registration is theirs: by the link of its mail, or by a hold of its session. */
export type Proven =
  | { readonly by: 'link'; readonly version: number }
  | { readonly by: 'hold'; readonly sessionHash: string };

/** The team of a registration, as its runner sees it. */
export interface OwnTeam extends ListedTeam {
  readonly isCaptain: boolean;
  /** Of a relay: the leg that this registration runs. */
  readonly leg?: number | undefined;
  /** For the captain alone. The longest in the team comes first. */
  readonly captains?: {
    readonly code: string;
    readonly people: readonly {
      readonly registrationId: string;
      readonly name: string;
      readonly leg?: number | undefined;
    }[];
  };
}

export type OwnTeamFound = OwnTeam | 'no-team' | 'not-yours' | undefined;

export interface OwnTeams {
  /** Undefined while there is no such registration. */
  find(registrationId: string, proven: Proven): Promise<OwnTeamFound>;
}

/** One thing that a member wants of their team. All but leaving is the captain's. */
export type TeamChange =
  | { readonly name: string }
  | { readonly isOpen: boolean }
  | { readonly newCode: true }
  /** The registration that leaves: one's own, or whom the captain removes. It keeps its spot. */
  | { readonly remove: string }
  /** Of a relay: this member gets this leg. The member who had it gets the other one. */
  | { readonly registrationId: string; readonly leg: number };

export type TeamChanged =
  | { readonly kind: 'changed'; readonly teamId: string }
  | {
      readonly kind:
        | 'not-found'
        | 'not-yours'
        | 'no-team'
        | 'not-captain'
        | 'team-name-taken'
        | 'no-such-member'
        | 'no-such-leg';
    };

/** What a director may change: everything that a captain may change, but not the join code. */
export type TeamOrder = Exclude<TeamChange, { readonly newCode: true }>;

/** `before`: the team until now. `member`: the member that the order is about, as they were. */
export type TeamOrdered =
  | {
      readonly kind: 'ordered';
      readonly before: { readonly name: string; readonly isOpen: boolean };
      readonly member?: TeamMember | undefined;
    }
  | { readonly kind: 'no-such-team' | 'team-name-taken' | 'no-such-member' | 'no-such-leg' };

/** `name`: first name and the last name's initial. `leg`: of a relay. */
export interface TeamMember {
  readonly registrationId: string;
  readonly name: string;
  readonly isCaptain: boolean;
  readonly leg?: number | undefined;
}

/** A team, and the race that it must be of. */
export interface TeamOfRace {
  readonly raceId: string;
  readonly teamId: string;
}

export interface TeamRegister {
  change(registrationId: string, proven: Proven, change: TeamChange): Promise<TeamChanged>;
  /** In a dry run nothing is changed. */
  order(team: TeamOfRace, order: TeamOrder, isDryRun: boolean): Promise<TeamOrdered>;
  /** The member of longest standing comes first. Undefined: the race has no such team. */
  members(team: TeamOfRace): Promise<readonly TeamMember[] | undefined>;
}
