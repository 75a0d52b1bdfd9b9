import { WhichDistance } from './race/which-distance';
import { AlreadyRegistered } from './registration/already-registered';
import { NotRegistered } from './registration/not-registered';
import { OtherEvent } from './registration/other-event';
import { LinkPage, RegistrationPage } from './registration/registration-page';
import { TooFew } from './registration/too-few';
import { TransferPage } from './takeover/transfer-page';
import { JoinPage } from './waiting/join-page';
import { PlacePage } from './waiting/place-page';

/** What nearly nobody needs while spots are sold in seconds, pages and screens: loaded when it is shown, not before. */
export const lazyPages = {
  join: JoinPage,
  place: PlacePage,
  link: LinkPage,
  registration: RegistrationPage,
  transfer: TransferPage,
  alreadyRegistered: AlreadyRegistered,
  notRegistered: NotRegistered,
  otherEvent: OtherEvent,
  tooFew: TooFew,
  whichDistance: WhichDistance,
};
