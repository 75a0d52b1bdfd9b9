import { AccessBox } from './race/access-box';

/** The eighth script: the box for a code on the page of a race. The browser loads it when a runner has one. */
export const codePages = { AccessBox };
