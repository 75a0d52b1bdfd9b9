import type { FundraiserNews } from './ports';
import type { OwnerRequest } from './save-fundraiser';

/** What somebody gave to a fundraiser, and whether they are named there. */
export interface GivenDonation {
  readonly raceId: string;
  readonly slug: string;
  readonly title: string;
  /** A director hid the page: nobody is shown it. */
  readonly isHidden: boolean;
  readonly isNamed: boolean;
}

/** `none`: nothing of this registration was given to a fundraiser by its runner. */
export type Named =
  | { readonly kind: 'named'; readonly donation: GivenDonation; readonly isChanged: boolean }
  | { readonly kind: 'none' | 'too-often' };

export interface DonorNames {
  find(registrationId: string): Promise<GivenDonation | undefined>;
  /** Safe to send again. Who takes their name off is never refused. */
  name(registrationId: string, isNamed: boolean, actor: 'runner' | 'director'): Promise<Named>;
}

interface Needs {
  readonly names: DonorNames;
  readonly news: FundraiserNews;
}

interface OwnNeeds extends Needs {
  readonly isOwner: (request: OwnerRequest) => Promise<boolean>;
  /** Called with failures after the commit. Caches forget by themselves within a minute. */
  readonly report: (error: unknown) => void;
}

export interface OwnDonation {
  show(request: OwnerRequest): Promise<GivenDonation | undefined | 'not-yours'>;
  name(request: OwnerRequest, isNamed: boolean): Promise<Named | { readonly kind: 'not-yours' }>;
}

/** The caches are told also when it was so before: the caller that changed it may have failed before telling. */
const telling =
  ({ names, news }: Needs, report?: OwnNeeds['report']) =>
  async (...what: Parameters<DonorNames['name']>): Promise<Named> => {
    const named = await names.name(...what);
    if (named.kind === 'named') {
      const told = news.changed(named.donation.raceId, named.donation.slug);
      await (report ? told.catch(report) : told);
    }
    return named;
  };

/** What a donor says of their name, after they gave. */
export const ownDonation = ({ isOwner, report, ...needs }: OwnNeeds): OwnDonation => ({
  show: async (request) => ((await isOwner(request)) ? needs.names.find(request.registrationId) : 'not-yours'),
  name: async (request, isNamed) =>
    (await isOwner(request))
      ? telling(needs, report)(request.registrationId, isNamed, 'runner')
      : { kind: 'not-yours' },
});

export type HideDonor = (registrationId: string) => Promise<Named>;

/** A director takes a name off, and is told when the caches could not be. Nobody but the donor says that it may be shown. */
export const hideDonor =
  (needs: Needs): HideDonor =>
  (registrationId) =>
    telling(needs)(registrationId, false, 'director');
