import type { Hold, Quote, ShortKind } from '../../domain/hold';
import type { RaceSale } from '../../races/race';
import type { Proof } from '../limits/limits';

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
  /** The token that an access code was answered with. */
  readonly access?: string | undefined;
  /** Proof of the work that an earlier answer asked for. */
  readonly proof?: Proof | undefined;
  /** The token of a place in the line. */
  readonly pass?: string | undefined;
}

/** All registrations of the group, the one that pays first. */
export const peopleOf = ({ registrationId, companions = [] }: HoldCommand): readonly [string, ...string[]] => [
  registrationId,
  ...companions,
];

/** What a session holds, copied to two zones. Losing it costs comfort (the same hold again), never a spot. */
export interface HeldSpots {
  begin(registrationId: string): Promise<Begun>;
  /** False when it is kept nowhere, or that is unknown. */
  keep(held: HeldSpot, seconds: number): Promise<boolean>;
  /** The same as `keep`, for the caller that began. Afterwards others may begin. */
  keepAndEnd(held: HeldSpot, seconds: number): Promise<boolean>;
  /** The caller that began got nothing. */
  end(registrationId: string): Promise<void>;
}

export interface Begun {
  /** True for one caller within `holdingSeconds`: it has a spot dealt, and the others wait for what it keeps. */
  readonly isFirst: boolean;
  /** What is kept already. The first caller sees everything that callers before it kept. */
  readonly before: HeldSpot | undefined;
}

/** Registration ids that have a row already. Clients make ids, so anybody may send anybody's. */
export interface KnownRegistrations {
  /** Does one of these ids belong to a registration that was made in another session? */
  isAnyTaken(registrationIds: readonly string[], sessionHash: string): Promise<boolean>;
}

/**
 * Longer than a function runs: a caller that died is not waited for any longer. A caller that takes longer looks again
 * before it keeps what it got.
 */
export const holdingSeconds = 12;

export interface HeldSpot {
  readonly hold: Hold;
  readonly token: string;
}

/** What holding needs to know of a race: when it opens, what it costs now, which waiver must be accepted. */
export interface Offers {
  find(raceId: string, eventId: string, now: Date): Promise<Offer | 'no-such-race' | 'no-such-event'>;
}

export interface Offer {
  readonly raceId: string;
  readonly eventId: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly quote: Quote;
  readonly waiver: { readonly version: string; readonly text: string; readonly hash: string };
  /** How many spots the event has. */
  readonly capacity: number;
  readonly sale: RaceSale;
  /** Absent in an event that is run. */
  readonly kind?: ShortKind | undefined;
  /** The revision of the race's form. */
  readonly form?: number | undefined;
  /** Only people who have an access code, or who are offered a spot, may hold one. */
  readonly isHidden?: boolean | undefined;
  /** People wait for their turn to ask for it. Not where nobody runs and there is always room. */
  readonly hasLine?: boolean | undefined;
}

/**
 * Somebody asks for spots before their turn: without a pass, or with one that is not called yet. While nobody gets a spot, they
 * are told so instead, because they may join the waiting list.
 */
export type NotAdmitted =
  | { readonly kind: 'held' | 'sold-out' | 'waiting' }
  | { readonly kind: 'join-line' }
  | { readonly kind: 'not-your-turn'; readonly calledTo: number }
  | { readonly kind: 'busy' }
  | { readonly kind: 'too-many-holds'; readonly of: 'session' };

/** Whose turn it is to ask for a spot. It only refuses early, and gives nothing. */
export interface Admission {
  ask(command: HoldCommand): Promise<{ readonly kind: 'admitted'; readonly by?: AdmittedBy } | NotAdmitted>;
  /** What became of somebody who was admitted. Never throws. */
  answered(by: AdmittedBy, command: HoldCommand, what: 'found' | 'in-vain' | 'busy' | 'refused'): Promise<void>;
  /** Where nobody waits for a turn, somebody was told to come back because of the crowd. Never throws. */
  sentBack(raceId: string): Promise<void>;
}

/** The pass that admitted them. */
export interface AdmittedBy {
  readonly lineId: string;
  readonly passId: string;
  /** They ask for this event for the first time. */
  readonly isFirst: boolean;
  readonly turn: number;
}

/** Who may enter hidden events: what a code opened in a session. */
export interface Access {
  readonly raceId: string;
  readonly eventIds: readonly string[];
  readonly sessionHash: string;
  /** The id of the code. */
  readonly code: string;
}

/** Undefined when the token is not ours, or over. */
export type ReadAccess = (token: string) => Promise<Access | undefined>;

/** Signs holds. */
export interface HoldSigner {
  signHold(hold: Hold): Promise<string>;
}
