import { feedScreens } from '../support/feed-screens';
import { lazyScreens } from '../support/lazy-screens';
import { openBrowserTest } from '../support/open-browser-test';
import { resultScreens } from '../support/result-screens';
import { checkScreens } from './check-screens';

checkScreens(openBrowserTest(), [
  ['of what comes after', lazyScreens],
  ['of results', resultScreens],
  ['of a live feed', feedScreens],
]);
