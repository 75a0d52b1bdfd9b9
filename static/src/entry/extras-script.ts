import { pagesOf } from '../page/lazy-page';

/** The screens of the extras. Their script loads while people are typed about. */
export const { page: extrasPage, prepare: prepareExtras } = pagesOf(() =>
  import('../extras-pages').then(({ extrasPages }) => extrasPages),
);
