import { type ScenarioKind, scenarioKinds } from '../report/test-report';
import type { Scenario } from './scenario';

const opening: Scenario = {
  kind: 'opening',
  what: 'registration opens, and everybody wants a spot',
  does: 'register',
  habits: { loadsPage: true, abandons: 0, joinsWaitingList: 0.1 },
};

const racePage: Scenario = {
  kind: 'race-page',
  what: 'people look at a race and watch the spots go',
  does: 'look',
  views: [
    { name: 'page', path: '/races/:race', isPage: true },
    { name: 'race page', path: '/api/races/:race' },
    { name: 'spots left', path: '/api/races/:race/availability', isRead: true },
    { name: 'race list', path: '/api/races', isRead: true },
    { name: 'spots left', path: '/api/races/:race/availability' },
  ],
};

const signedIn: Scenario = {
  kind: 'signed-in',
  what: 'people who hold a spot come back to what they have under way: never out of a cache that is shared',
  does: 'look',
  signsIn: true,
  rounds: 10,
  views: [{ name: 'session', path: '/api/session', isRead: true }],
};

const staticSite: Scenario = {
  kind: 'static',
  what: 'the page and its files, each visitor with an empty cache; and once more with a full one',
  does: 'look',
  views: [
    { name: 'page', path: '/', isPage: true, isRead: true },
    { name: 'page again', path: '/', isPage: true },
  ],
};

const hello: Scenario = {
  kind: 'hello',
  what: 'the smallest answer there is, without a function behind it: what the way there costs',
  does: 'look',
  views: [{ name: 'hello', path: '/config.json' }],
};

const stream: Scenario = {
  kind: 'stream',
  what: 'the figures that change each second, through a function: to be compared with hello',
  does: 'look',
  views: [{ name: 'stream', path: '/api/races/:race/availability' }],
};

const results: Scenario = {
  kind: 'results',
  what: 'people leaf through the results of a race, and look for a name letter by letter',
  does: 'read-results',
  rounds: 1,
  pages: 6,
  letters: 5,
};

const live: Scenario = {
  kind: 'live',
  what: 'people follow a race while it is run',
  does: 'look',
  open: 'open: those who follow need more than looks. npm run load -- --live has them',
  views: [
    { name: 'live', path: '/api/races/:race/live', isRead: true },
    { name: 'live', path: '/api/races/:race/live' },
  ],
};

export const scenarios: Readonly<Record<ScenarioKind, Scenario>> = {
  opening,
  'race-page': racePage,
  'signed-in': signedIn,
  static: staticSite,
  hello,
  stream,
  results,
  live,
};

/** Throws with the known names when there is no scenario of this name. */
export const scenarioNamed = (name: string): Scenario => {
  const kind = scenarioKinds.find((one) => one === name);
  if (kind) return scenarios[kind];
  throw new Error(`There is no scenario "${name}". There are: ${scenarioKinds.join(', ')}.`);
};
