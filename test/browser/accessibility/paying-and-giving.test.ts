import { cardScreens } from '../support/card-screens';
import { givingScreens } from '../support/giving-screens';
import { groupScreens } from '../support/group-screens';
import { openBrowserTest } from '../support/open-browser-test';
import { checkScreens } from './check-screens';

checkScreens(openBrowserTest(), [
  ['for several', groupScreens],
  ['of cards and banks', cardScreens],
  ['of gifts, tickets and fundraisers', givingScreens],
]);
