import { formScreens } from '../support/form-screens';
import { openBrowserTest } from '../support/open-browser-test';
import { signScreens } from '../support/sign-screens';
import { teamScreens } from '../support/team-screens';
import { checkScreens } from './check-screens';

checkScreens(openBrowserTest(), [
  ['of a race with a form', formScreens],
  ['of signing', signScreens],
  ['of teams', teamScreens],
]);
