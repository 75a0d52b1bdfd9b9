import { pagesOf } from '../page/lazy-page';

const { page } = pagesOf(() => import('../feed-pages').then(({ feedPages }) => feedPages));

export const LivePage = page((pages) => pages.LivePages);
