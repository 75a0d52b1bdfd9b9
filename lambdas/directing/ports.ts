import type { EventSale, RaceState } from '../domain/event-sale';

/** The race that something belongs to. `undefined`: it does not exist. */
export interface Subjects {
  raceOfRegistration(registrationId: string): Promise<string | undefined>;
  raceOfDispute(disputeId: string): Promise<string | undefined>;
}

export interface RaceOverview {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly date: string;
  readonly timeZone: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly state: RaceState;
  readonly capacity: number;
  readonly registered: number;
}

/** Money is in the currency's smallest unit. */
export interface RaceDetails extends RaceOverview {
  readonly currency: string;
  readonly description: string;
  readonly waiverVersion: string;
  readonly refundPercent: number;
  readonly cancelUntil?: string | undefined;
  readonly transferUntil?: string | undefined;
  readonly transferFee?: number | undefined;
  readonly holdSeconds: number;
  readonly form?: number | undefined;
  readonly gross: number;
  readonly refunded: number;
  /** Spots whose runners keep them although a difference or a fee could not be charged, until somebody has decided. */
  readonly unpaid: readonly {
    readonly registrationId: string;
    readonly eventId: string;
    readonly number: number;
    readonly amount: number;
    readonly what: 'difference' | 'fee';
  }[];
  /** Spots whose payment somebody gave back at the processor, `amount` of it by hand, until somebody has decided. */
  readonly givenBack: readonly {
    readonly registrationId: string;
    readonly eventId: string;
    readonly number: number;
    readonly amount: number;
  }[];
  readonly events: readonly {
    readonly id: string;
    readonly name: string;
    readonly distance: number;
    readonly capacity: number;
    readonly sale: EventSale;
    readonly registered: number;
    readonly held: number;
    readonly waiting: number;
    readonly cancelled: number;
    readonly prices: readonly { readonly label: string; readonly from: string; readonly amount: number }[];
  }[];
}

/** What the console shows of races. */
export interface RaceOverviews {
  /** Future races come first. `raceIds` undefined: all races. */
  list(raceIds: readonly string[] | undefined): Promise<readonly RaceOverview[]>;
  find(raceId: string): Promise<RaceDetails | undefined>;
}
