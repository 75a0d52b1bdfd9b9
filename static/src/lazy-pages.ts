import { LinkPage, RegistrationPage } from './changes/registration-page';
import { DrawPage } from './draw/lazy-draw';
import { LivePage } from './feed/lazy-feed';
import { NewsPage } from './news/news-page';
import { WhichDistance } from './race/which-distance';
import { OtherEvent } from './registration/asking/other-event';
import { RarelyRefused } from './registration/asking/rarely-refused';
import { NotRegistered } from './registration/outcome/not-registered';
import { AlreadyRegistered } from './registration/paying/already-registered';
import { TransferPage } from './takeover/transfer-page';
import { OwnTeam, TeamsPage } from './team/lazy-team';
import { JoinPage } from './waiting-list/join/join-page';
import { PlacePage } from './waiting-list/place/place-page';

/** The second script: pages and screens that few runners see while spots sell out. The browser loads it when one is shown. */
export const lazyPages = {
  join: JoinPage,
  place: PlacePage,
  link: LinkPage,
  registration: RegistrationPage,
  transfer: TransferPage,
  news: NewsPage,
  alreadyRegistered: AlreadyRegistered,
  notRegistered: NotRegistered,
  otherEvent: OtherEvent,
  rarelyRefused: RarelyRefused,
  whichDistance: WhichDistance,
  teams: TeamsPage,
  ownTeam: OwnTeam,
  live: LivePage,
  draw: DrawPage,
};
