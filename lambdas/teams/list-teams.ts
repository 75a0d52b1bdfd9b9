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

/** Teams of an event, page by page. Undefined when there is no such event. */
export type ListTeams = (search: TeamSearch) => Promise<TeamPage | undefined>;

export const listTeams =
  ({ races, lists }: Needs): ListTeams =>
  async ({ raceId, eventId, words, after }) => {
    const race = await races.find(raceId);
    if (!race?.events.some(({ id }) => id === eventId)) return undefined;
    const wanted = foldTeamName(words);
    const all = await lists.ofEvent(eventId);
    const names = wanted === '' ? undefined : foldedNames(all);
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const teams: ListedTeam[] = [];
    // One more than a page has shows that another one follows.
    for (let n = from; n < all.length && teams.length <= pageSize; n++) {
      const team = all[n];
      if (team && (names?.[n]?.includes(wanted) ?? true)) teams.push(team);
    }
    const page = teams.slice(0, pageSize);
    return { teams: page, ...(teams.length > pageSize && { next: page.at(-1)?.id }) };
  };

const folded = new WeakMap<readonly ListedTeam[], readonly string[]>();

/** Made once for each list that is loaded: to fold thousands of names takes longer than everything else of a request. */
const foldedNames = (all: readonly ListedTeam[]): readonly string[] => {
  const names = folded.get(all) ?? all.map(({ name }) => foldTeamName(name));
  folded.set(all, names);
  return names;
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
