import { pagesOf } from '../page/lazy-page';

const { page } = pagesOf(() => import('../team-pages').then(({ teamPages }) => teamPages));

export const TeamsPage = page((pages) => pages.TeamsPage);
export const OwnTeam = page((pages) => pages.OwnTeam);
