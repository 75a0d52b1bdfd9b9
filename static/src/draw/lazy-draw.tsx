import { pagesOf } from '../page/lazy-page';

const { page } = pagesOf(() => import('../draw-pages').then(({ drawPages }) => drawPages));

export const DrawPage = page((pages) => pages.DrawPage);
