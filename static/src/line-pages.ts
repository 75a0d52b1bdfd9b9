import { LineBox } from './line/line-box';

/** The script of the line. The browser loads it where a race has one. */
export const linePages = { LineBox };
