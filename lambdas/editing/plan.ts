import type { FormFault } from '../forms/form';

export interface NamedEvent {
  readonly id: string;
  readonly name: string;
}

/** One value that differs. Long texts and forms are named without their values. */
export interface Change {
  /** Keys with dots. An event is named by its id, a price by its instant: `events.0190….prices.2027-03-01T10:00:00.000Z`. */
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** What publishing does to people and spots. `count` says how many. */
export type Consequence =
  | { readonly kind: 'race-appears'; readonly count: number }
  | { readonly kind: 'race-listed' | 'race-unlisted' | 'notice-shown' | 'notice-gone' | 'opens-now' | 'sale-reopens' }
  | {
      readonly kind: 'event-added' | 'event-removed' | 'spots-added';
      readonly event: NamedEvent;
      readonly count: number;
    }
  /** Free spots go at once (`spots-removed`). Held spots go when they come back (`spots-removed-later`). */
  | { readonly kind: 'spots-removed' | 'spots-removed-later'; readonly event: NamedEvent; readonly count: number }
  | { readonly kind: 'offers-made'; readonly event: NamedEvent; readonly count: number }
  | { readonly kind: 'offers-end-earlier'; readonly count: number; readonly until: string }
  | { readonly kind: 'holds-keep-price'; readonly event: NamedEvent; readonly count: number; readonly until: string }
  | { readonly kind: 'holds-keep-text'; readonly count: number; readonly until: string }
  | { readonly kind: 'accepted-before'; readonly version: string; readonly count: number }
  | { readonly kind: 'form-asks-again'; readonly count: number }
  /** The first form of a race that is sold already. `count`: spots that are held without it. */
  | { readonly kind: 'form-missed'; readonly count: number }
  /** Registrations of before that a limit group binds, and those of people who have another spot in it and keep both. */
  | { readonly kind: 'group-counts' | 'group-several'; readonly count: number }
  /** What the race says of its line from now on, and when that counts. */
  | { readonly kind: 'line-auto' | 'line-always' | 'line-never'; readonly at: string }
  /** It was ended before its gun, and what the race says of lines now counts for a later opening. */
  | { readonly kind: 'line-gone'; readonly at: string }
  /** The line that is there. `count`: people who have a pass. */
  | { readonly kind: 'line-moves'; readonly at: string; readonly until: string; readonly count: number }
  | { readonly kind: 'line-opens' | 'line-ends' | 'line-goes-on'; readonly at: string; readonly count: number }
  | {
      readonly kind: 'right-lost';
      readonly right: 'cancel' | 'refund' | 'transfer' | 'transfer-fee' | 'defer';
      readonly count: number;
    };

/** What a director should know before they publish. */
export type Warning =
  | { readonly kind: 'tell-runners'; readonly count: number; readonly fields: readonly string[] }
  | { readonly kind: 'opens-soon'; readonly minutes: number }
  | { readonly kind: 'day-passed' }
  /** Of a race that is published for the first time: of its dates, these are over. */
  | { readonly kind: 'dates-passed'; readonly fields: readonly string[] }
  /** The event has a price that begins before the opening and is followed by another one before it. */
  | { readonly kind: 'price-unasked'; readonly event: NamedEvent };

/** Why the draft cannot be published. */
export type Refusal =
  | {
      readonly kind: 'below-registered' | 'event-in-use' | 'kind-fixed';
      readonly event: NamedEvent;
      readonly count: number;
    }
  | { readonly kind: 'event-of-another-race'; readonly event: NamedEvent }
  | { readonly kind: 'currency-fixed' | 'time-zone-fixed'; readonly count: number }
  | { readonly kind: 'opening-passed' | 'sale-began' | 'closing-passed' | 'form-stays' | 'race-cancelled' }
  /** People wait for a gun. `at`: when it is. */
  | { readonly kind: 'line-forms'; readonly at: string; readonly count: number }
  | { readonly kind: 'gun-near'; readonly at: string; readonly minutes: number }
  | { readonly kind: 'label-reused'; readonly version: string }
  /** Files that were never uploaded, were removed, or are not as the draft says. */
  | { readonly kind: 'files-missing'; readonly count: number }
  | { readonly kind: 'form-not-possible'; readonly faults: readonly FormFault[] };

export interface Plan {
  readonly changes: readonly Change[];
  readonly consequences: readonly Consequence[];
  readonly warnings: readonly Warning[];
  readonly refusals: readonly Refusal[];
  readonly mails: readonly { readonly template: 'offer'; readonly count: number }[];
  readonly facts: {
    readonly at: string;
    readonly registered: number;
    readonly held: number;
    readonly offered: number;
    readonly waiting: number;
    readonly sellable: number;
  };
}

/** One line of a plan. */
export interface Part {
  readonly consequence?: Consequence;
  readonly warning?: Warning;
  readonly refusal?: Refusal;
}
