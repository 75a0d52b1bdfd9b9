import type { FundraiserNews, FundraiserRegister, FundraiserWish, OwnFundraiser, Saved } from './ports';

/** A registration, and what the caller shows to prove that it is theirs. */
export interface OwnerRequest {
  readonly registrationId: string;
  readonly token: string;
  readonly sessionHash: string | undefined;
}

interface Needs {
  readonly isOwner: (request: OwnerRequest) => Promise<boolean>;
  readonly register: Pick<FundraiserRegister, 'save' | 'findOwn'>;
  readonly news: FundraiserNews;
  /** Called with failures after the commit. */
  readonly report: (error: unknown) => void;
}

export interface OwnFundraisers {
  show(request: OwnerRequest): Promise<OwnFundraiser | undefined | 'not-yours'>;
  save(request: OwnerRequest, wish: FundraiserWish): Promise<Saved | { readonly kind: 'not-yours' }>;
}

/** What somebody who is registered does with their own fundraiser. */
export const ownFundraisers = ({ isOwner, register, news, report }: Needs): OwnFundraisers => ({
  async show(request) {
    return (await isOwner(request)) ? register.findOwn(request.registrationId) : 'not-yours';
  },

  async save(request, wish) {
    if (!(await isOwner(request))) return { kind: 'not-yours' };
    const saved = await register.save(request.registrationId, wish);
    if (saved.kind === 'saved') await news.changed(saved.fundraiser.raceId, saved.fundraiser.slug).catch(report);
    return saved;
  },
});

export type HideFundraiser = FundraiserRegister['hide'];

/** Nobody finds it any more, and it takes no donations. What was given stays given. */
export const hideFundraiser =
  ({
    register,
    news,
  }: {
    readonly register: Pick<FundraiserRegister, 'hide'>;
    readonly news: FundraiserNews;
  }): HideFundraiser =>
  async (raceId, slug, isHidden, isDryRun) => {
    const answer = await register.hide(raceId, slug, isHidden, isDryRun);
    // Also when it was so before: the caller that did it may have failed before telling.
    if (answer && !isDryRun) await news.changed(raceId, slug);
    return answer;
  };
