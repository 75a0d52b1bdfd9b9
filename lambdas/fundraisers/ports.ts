import type { Fundraiser, FundraiserPage } from './fundraiser';

/** Fundraisers as everybody may see them: none that a director hid. */
export interface Fundraisers {
  /** All of a race, those who raised most first. */
  list(raceId: string): Promise<readonly Fundraiser[]>;
  /** `id`: as money lines name it. It is told to nobody. */
  find(raceId: string, slug: string): Promise<(FundraiserPage & { readonly id: string }) | undefined>;
}

/** What its owner writes. */
export interface FundraiserWish {
  readonly cause: string;
  readonly title: string;
  readonly story: string;
  readonly target?: number | undefined;
  /** Whether it takes donations. */
  readonly isOpen: boolean;
}

/** As its owner sees it. */
export interface OwnFundraiser extends FundraiserWish, Pick<Fundraiser, 'slug' | 'raised' | 'gifts'> {
  readonly raceId: string;
  /** A director hid it: it is shown to nobody else. */
  readonly isHidden: boolean;
}

export type Saved =
  | { readonly kind: 'saved'; readonly fundraiser: OwnFundraiser }
  /** `not-here`: nobody collects in this race. `no-such-cause`: or it is another than before. */
  | { readonly kind: 'not-found' | 'no-spot' | 'not-here' | 'no-such-cause' | 'too-often' };

export interface FundraiserRegister {
  /** Makes the fundraiser of a registration, or changes it; the address and the cause stay. Safe to send again. */
  save(registrationId: string, wish: FundraiserWish): Promise<Saved>;
  findOwn(registrationId: string): Promise<OwnFundraiser | undefined>;
  /** Undefined when there is no such fundraiser. In a dry run nothing is changed. */
  hide(
    raceId: string,
    slug: string,
    isHidden: boolean,
    isDryRun: boolean,
  ): Promise<{ readonly isChanged: boolean } | undefined>;
}

/** Caches forget this fundraiser. */
export interface FundraiserNews {
  changed(raceId: string, slug: string): Promise<void>;
}
