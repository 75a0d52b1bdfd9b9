import { at } from '../http/api';

interface Where {
  readonly set?: string | undefined;
  readonly list?: string | undefined;
  readonly page?: number | undefined;
}

/** The address of a page of a list. Without `set`, `list` or `page`, it is the first one. */
export const resultsHref = (raceId: string, { set, list, page = 1 }: Where = {}): string => {
  const query = new URLSearchParams({
    ...(set !== undefined && { set }),
    ...(list !== undefined && { list }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return at`/races/${raceId}/results` + (query && `?${query}`);
};

/** In the address of a ranking, in the place of a bib. */
export const versionsPage = 'versions';

/** The address of what was published of a ranking. */
export const versionsHref = (raceId: string, set: string): string =>
  at`/races/${raceId}/results/${set}/${versionsPage}`;

/** The address of a runner's page. */
export const runnerHref = (raceId: string, set: string, bib: number): string =>
  at`/races/${raceId}/results/${set}/${String(bib)}`;
