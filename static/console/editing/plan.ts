interface NamedEvent {
  readonly id: string;
  readonly name: string;
}

/** What publishing would do, as the server says it: the type `Plan` of lambdas/editing/plan.ts, which a test compares with this. */
export interface Plan {
  readonly changes: readonly { readonly path: string; readonly from?: unknown; readonly to?: unknown }[];
  readonly consequences: readonly Consequence[];
  readonly warnings: readonly Warning[];
  readonly refusals: readonly Refusal[];
}

interface Said {
  readonly count: number;
  readonly event: NamedEvent;
  readonly until: string;
  readonly version: string;
  readonly right: 'cancel' | 'refund' | 'transfer' | 'transfer-fee' | 'defer';
  readonly fields: readonly string[];
  readonly minutes: number;
  readonly at: string;
  readonly faults: readonly {
    readonly at: readonly (string | number)[];
    readonly code: string;
    readonly other?: string;
  }[];
}

type Of<K extends string, F extends keyof Said = never> = { readonly kind: K } & Pick<Said, F>;

export type Consequence =
  | Of<'race-appears' | 'form-asks-again' | 'form-missed' | 'group-counts' | 'group-several', 'count'>
  | Of<'race-listed' | 'race-unlisted' | 'notice-shown' | 'notice-gone' | 'opens-now' | 'sale-reopens'>
  | Of<
      'event-added' | 'event-removed' | 'spots-added' | 'spots-removed' | 'spots-removed-later' | 'offers-made',
      'event' | 'count'
    >
  | Of<'offers-end-earlier' | 'holds-keep-text', 'count' | 'until'>
  | Of<'holds-keep-price', 'event' | 'count' | 'until'>
  | Of<'accepted-before', 'version' | 'count'>
  | Of<'line-auto' | 'line-always' | 'line-never' | 'line-gone', 'at'>
  | Of<'line-opens' | 'line-ends' | 'line-goes-on', 'at' | 'count'>
  | Of<'line-moves', 'at' | 'until' | 'count'>
  | Of<'right-lost', 'right' | 'count'>;

export type Warning =
  | Of<'tell-runners', 'count' | 'fields'>
  | Of<'opens-soon', 'minutes'>
  | Of<'day-passed'>
  | Of<'dates-passed', 'fields'>
  | Of<'price-unasked', 'event'>;

export type Refusal =
  | Of<'below-registered' | 'event-in-use' | 'kind-fixed', 'event' | 'count'>
  | Of<'event-of-another-race', 'event'>
  | Of<'currency-fixed' | 'time-zone-fixed' | 'files-missing', 'count'>
  | Of<'opening-passed' | 'sale-began' | 'closing-passed' | 'form-stays' | 'race-cancelled'>
  | Of<'line-forms', 'at' | 'count'>
  | Of<'gun-near', 'at' | 'minutes'>
  | Of<'label-reused', 'version'>
  | Of<'form-not-possible', 'faults'>;
