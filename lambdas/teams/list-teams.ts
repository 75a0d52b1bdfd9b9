import { foldTeamName } from '../domain/team';
import type { ListedTeam, TeamLists } from './ports';

/** Enough for a screen; those who look for a team search. */
export const pageSize = 20;

interface RaceShown {
  readonly events: readonly { readonly id: string }[];
}

interface Needs {
  /** Races as everybody may see them, without hidden events. */
  readonly races: { find(raceId: string): Promise<RaceShown | undefined> };
  readonly lists: TeamLists;
}

export interface TeamSearch {
  readonly raceId: string;
  readonly eventId: string;
  /** A part of the name. Empty: all. */
  readonly words: string;
  /** The last team of the page before. */
  readonly after?: string | undefined;
}

export interface TeamPage {
  readonly teams: readonly ListedTeam[];
  /** Name it as `after` to get those that follow. */
  readonly next?: string | undefined;
}

/** `name`: what it is made of, within this process. A page of the same name is the same page, so it is kept as text. */
export interface FoundPage {
  readonly name: string;
  readonly read: () => TeamPage;
}

/** Teams of an event, page by page. Undefined when there is no such event. */
export type ListTeams = (search: TeamSearch) => Promise<FoundPage | undefined>;

export const listTeams =
  ({ races, lists }: Needs): ListTeams =>
  async ({ raceId, eventId, words, after }) => {
    const race = await races.find(raceId);
    if (!race?.events.some(({ id }) => id === eventId)) return undefined;
    const all = await lists.ofEvent(eventId);
    const { number, placeOf } = indexOf(all);
    const wanted = foldTeamName(words);
    const from = after === undefined ? 0 : (placeOf.get(after) ?? -1) + 1;
    const read = (): TeamPage => {
      // One more than a page has shows that another one follows.
      const found = wanted === '' ? all.slice(from, from + pageSize + 1) : searched(all, wanted, from);
      const teams = found.slice(0, pageSize);
      return { teams, ...(found.length > pageSize && { next: teams.at(-1)?.id }) };
    };
    return { name: `${number}/${from}/${wanted}`, read };
  };

/** `number`: no other list that this process has loaded has the same. `text`: all folded names; `starts`: where each begins in it. */
interface ListIndex {
  readonly number: number;
  readonly placeOf: ReadonlyMap<string, number>;
  readonly text: string;
  readonly starts: readonly number[];
}

const indexes = new WeakMap<readonly ListedTeam[], ListIndex>();
let listsSoFar = 0;

/**
 * Made once for each list that is loaded: to fold thousands of names takes longer than everything else of a request. They are
 * one text, because one search in it takes a fraction of a search in each. A folded name has no line end.
 */
const indexOf = (all: readonly ListedTeam[]): ListIndex => {
  const known = indexes.get(all);
  if (known) return known;
  const starts: number[] = [];
  let text = '';
  for (const { name } of all) {
    starts.push(text.length);
    text += `${foldTeamName(name)}\n`;
  }
  const index = { number: listsSoFar++, placeOf: new Map(all.map(({ id }, n) => [id, n])), text, starts };
  indexes.set(all, index);
  return index;
};

/** The teams from `from` on whose names have these words, up to one more than a page has. */
const searched = (all: readonly ListedTeam[], wanted: string, from: number): readonly ListedTeam[] => {
  const { text, starts } = indexOf(all);
  const found: ListedTeam[] = [];
  for (let n = from; n < all.length && found.length <= pageSize; n++) {
    const at = text.indexOf(wanted, starts[n]);
    if (at < 0) break;
    while ((starts[n + 1] ?? Number.POSITIVE_INFINITY) <= at) n++;
    const team = all[n];
    if (team) found.push(team);
  }
  return found;
};

/** One team of an event that everybody may see. Undefined when there is no such team. */
export type ShowTeam = (id: string) => ReturnType<TeamLists['find']>;

export const showTeam =
  ({ races, lists }: Needs): ShowTeam =>
  async (id) => {
    const found = await lists.find(id);
    const race = found && (await races.find(found.raceId));
    return race?.events.some(({ id: eventId }) => eventId === found?.eventId) ? found : undefined;
  };
