import { LivePages } from './feed/live-pages';

/** The script of the live page. The browser loads it for that page alone. */
export const feedPages = { LivePages };
