import { at } from '../http/api';
import type { Version } from './read-version';

interface Place {
  readonly list?: string | undefined;
  readonly page?: number | undefined;
}

interface Where extends Place {
  readonly set?: string | undefined;
  readonly version?: number | undefined;
}

const queryOf = ({ set, version, list, page = 1 }: Where): string => {
  const query = new URLSearchParams({
    ...(set !== undefined && { set }),
    ...(version !== undefined && { version: String(version) }),
    ...(list !== undefined && { list }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query && `?${query}`;
};

/** The address of a page of a list. Without `set`, `list` or `page`, it is the first one. */
export const resultsHref = (raceId: string, where: Omit<Where, 'version'> = {}): string =>
  at`/races/${raceId}/results` + queryOf(where);

/** In the address of a ranking, in the place of a bib. */
export const versionsPage = 'versions';
export const searchPage = 'search';

/** The address of what was published of a ranking. */
export const versionsHref = (raceId: string, set: string): string =>
  at`/races/${raceId}/results/${set}/${versionsPage}`;

/** The address of a page of a list in the version that is shown. */
export const listHref = (raceId: string, { set: { id, number }, isOld }: Version, place: Place): string =>
  isOld
    ? versionsHref(raceId, id) + queryOf({ ...place, version: number })
    : resultsHref(raceId, { ...place, set: id });

/** The address of a runner's page. */
export const runnerHref = (raceId: string, set: string, bib: number): string =>
  at`/races/${raceId}/results/${set}/${String(bib)}`;

/** The address of a search that no list is sorted by. */
export const searchHref = (raceId: string, set: string, words: string, group = ''): string =>
  at`/races/${raceId}/results/${set}/${searchPage}?q=${words}` + (group && at`&group=${group}`);
