import { LinkPage, RegistrationPage } from './registration/registration-page';
import { TransferPage } from './takeover/transfer-page';
import { JoinPage } from './waiting/join-page';
import { PlacePage } from './waiting/place-page';

/** The pages nobody needs while spots are sold in seconds: loaded when their address is opened, not before. */
export const laterPages = {
  join: JoinPage,
  place: PlacePage,
  link: LinkPage,
  registration: RegistrationPage,
  transfer: TransferPage,
};
