import { AccessBox } from './race/access-box';
import { Besides } from './race/besides';

/**
 * The eighth script: what few races have on their page, and the box for a code. The browser loads it where a race has a form,
 * and when a runner has a code.
 */
export const besidesPages = { accessBox: AccessBox, besides: Besides };
