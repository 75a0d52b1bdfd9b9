import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { figuresOf, type Measured } from '../results';
import { benchEventId, benchRace } from '../system/bench-race';
import { addBenchTeams, benchMembers } from '../system/bench-teams';
import { withSystem } from '../system/own-system';
import { readStandbyStatements } from '../system/work-counts';
import { number } from '../words';
import { heldByOneProcess, measureViews, p99LimitMs, sizes } from './pages';

const teams = { full: 6_000, short: 600, pair: 600 } as const;
/** A list is asked for again when it is so old. */
const freshSeconds = 30;

/** What the page asks for: the beginning of the list, a search, and a page in the middle. */
const viewsAfter = (after: string) => {
  const path = `/api/races/:race/teams?event=${benchEventId}`;
  return [
    { name: 'teams', path },
    { name: 'search', path: `${path}&q=herons%207` },
    { name: 'next teams', path: `${path}&after=${after}` },
  ];
};

const measureTeamList = (stage: Stage): Promise<Measured> => {
  const count = teams[stage.size];
  return withSystem(
    [benchRace(count * benchMembers + 1)],
    async (own) => {
      const middle = await addBenchTeams(own.system.urls.ownerDatabase, count);
      const started = performance.now();
      const measured = await measureViews(own, viewsAfter(middle), sizeOf(sizes, stage.size), stage);
      const loads = (await readStandbyStatements(own))
        .filter(({ text }) => /FROM team t JOIN pool p/.test(text) && text.includes('ORDER BY t.name_folded'))
        .reduce((sum, { calls }) => sum + calls, 0);
      const seconds = (performance.now() - started) / 1000;
      return {
        ...measured,
        figures: [
          ...measured.figures.filter(({ goal }) => goal !== 'core'),
          ...figuresOf({ loads: loads / Math.ceil(seconds / freshSeconds) }),
        ],
      };
    },
    { countsStatements: true },
  );
};

export const teamList: Benchmark = {
  id: 'team-list',
  title: 'The list of teams',
  baseline: 'none published.',
  how: `the first page of ${number(teams.full)} teams, a search in all their names and a page in the middle, through the deployed function, with warm caches and no CDN in front of it, in one process. The rate is raised until one request in a hundred takes longer than ${p99LimitMs} ms, twice in a row; ${sizes.full.seconds} s each (short: ${number(teams.short)} teams, ${sizes.short.seconds} s).`,
  goals: [
    {
      id: 'rate',
      name: `requests at p99 ≤ ${p99LimitMs} ms`,
      unit: '/s',
      normalised: { by: 'node', as: 'rate' },
      target: { least: 6_000 },
      fullOnly: true,
      heldBy: heldByOneProcess,
    },
    { id: 'p99', name: 'p99 at that rate', unit: 'ms', target: { most: p99LimitMs } },
    { id: 'cpu', name: 'CPU of the function for a request', unit: 'µs', normalised: { by: 'node', as: 'cost' } },
    { id: 'loads', name: `loads of the list in ${freshSeconds} s`, unit: '', target: { most: 1 } },
  ],
  measure: measureTeamList,
};
