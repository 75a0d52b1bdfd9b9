import { Collect, CollectLink } from './giving/collect';
import { DonorName } from './giving/donor-name';
import { FundraiserPage } from './giving/fundraiser-page';
import { FundraisersPage } from './giving/fundraisers-page';
import { ShortEvents } from './giving/short-events';
import { ShortOutcome } from './giving/short-outcome';
import { ShortScreen } from './giving/short-screen';

/** The script of gifts, tickets and fundraisers. The browser loads it when a race has them. */
export const givingPages = {
  collect: Collect,
  collectLink: CollectLink,
  donorName: DonorName,
  fundraiser: FundraiserPage,
  fundraisers: FundraisersPage,
  shortEvents: ShortEvents,
  shortOutcome: ShortOutcome,
  shortScreen: ShortScreen,
};
