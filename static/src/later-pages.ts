import { WhichDistance } from './race/which-distance';
import { AlreadyRegistered } from './registration/already-registered';
import { NotRegistered } from './registration/not-registered';
import { OtherEvent } from './registration/other-event';
import { LinkPage, RegistrationPage } from './registration/registration-page';
import { TooFew } from './registration/too-few';
import { TransferPage } from './takeover/transfer-page';
import { JoinPage } from './waiting/join-page';
import { PlacePage } from './waiting/place-page';

/** The second script: pages and screens that few runners see while spots sell out. The browser loads it when one is shown. */
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
