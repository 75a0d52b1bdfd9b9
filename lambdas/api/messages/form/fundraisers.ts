import * as v from 'valibot';
import { fundraiserSlug, instant, money, raceId, registrationId, typedLines, typedText } from '../../fields';

const cause = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'question-id'));
const target = v.pipe(v.number(), v.integer('whole-number'), v.minValue(1), v.maxValue(99_999_999));

const fundraiser = v.strictObject({
  slug: fundraiserSlug,
  title: v.string(),
  /** By its id in the form. */
  cause: v.string(),
  /** Who collects: first name and the last name's initial. */
  by: v.optional(v.string()),
  target: v.optional(money),
  /** What was donated here, is taken from cards and was not given back. */
  raised: money,
  gifts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  isOpen: v.boolean(),
});

/** `next`: the next page is that with `after` of this value. `total`: how many fit the search. */
export const fundraiserList = v.strictObject({
  raceId,
  currency: v.string(),
  total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  fundraisers: v.array(fundraiser),
  next: v.optional(fundraiserSlug),
});

export const fundraiserPage = v.strictObject({
  raceId,
  currency: v.string(),
  ...fundraiser.entries,
  /** Plain text in lines. */
  story: v.string(),
  /** The newest first, 20 at most: only of people who said that they may be named. */
  publicGifts: v.array(v.strictObject({ by: v.string(), amount: money, at: instant })),
});

/** What the owner of a fundraiser writes. The cause stays what it was first. */
export const fundraiserRequest = v.strictObject({
  cause,
  title: typedText(80),
  /** Plain text: markup is shown as it was typed. */
  story: typedLines(2000),
  target: v.optional(target),
  isOpen: v.boolean(),
});

/** A fundraiser as its owner sees it. `isHidden`: a director shows it to nobody else, and it takes no donations. */
export const ownFundraiser = v.strictObject({
  registrationId,
  raceId,
  slug: fundraiserSlug,
  cause: v.string(),
  title: v.string(),
  story: v.string(),
  target: v.optional(money),
  isOpen: v.boolean(),
  isHidden: v.boolean(),
  raised: money,
  gifts: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** Whether the donor is named on the page that they gave to. */
export const donorNameRequest = v.strictObject({ isNamed: v.boolean() });

/** What was given to a fundraiser, as its donor sees it. `isHidden`: a director shows the page to nobody. */
export const ownDonation = v.strictObject({
  registrationId,
  slug: fundraiserSlug,
  title: v.string(),
  isHidden: v.boolean(),
  isNamed: v.boolean(),
});

export type DonorNameRequest = v.InferOutput<typeof donorNameRequest>;
export type OwnDonationMessage = v.InferOutput<typeof ownDonation>;
export type FundraiserListMessage = v.InferOutput<typeof fundraiserList>;
export type FundraiserPageMessage = v.InferOutput<typeof fundraiserPage>;
export type FundraiserRequest = v.InferOutput<typeof fundraiserRequest>;
export type OwnFundraiserMessage = v.InferOutput<typeof ownFundraiser>;
