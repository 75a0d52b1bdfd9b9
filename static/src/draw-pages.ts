import { DrawPage } from './draw/draw-page';

/** The script of the page that checks a draw. The browser loads it for that page alone. */
export const drawPages = { DrawPage };
