import type { Page } from 'playwright-core';
import type { LineDocumentMessage } from '../../../lambdas/api/messages/line';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { FakeApi } from './fakes/fake-api';
import { moveFragment, someLine } from './fakes/fake-turns';
import { harbour } from './open-browser-test';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;
type Line = LineDocumentMessage;

const address = (api: FakeApi) => `${api.url}/races/${harbour.raceId}`;

/** The race with a line in this state, once these words are there. */
const inLine =
  (words: string | RegExp, change: (line: Line) => Partial<Line>): Screen =>
  async (page, api) => {
    const events = api.races.find(({ id }) => id === harbour.raceId)?.events.map(({ id }) => id) ?? [];
    const line = someLine(harbour.raceId, events, Date.now());
    api.turns.document = { ...line, commitment: '5e'.repeat(32), ...change(line) };
    await page.goto(address(api));
    await page.getByText(words).first().waitFor();
  };

/** The same, for somebody who came a minute before the gun and was given this wave, because many came over their connection. */
const behind = (wave: number, words: string | RegExp, change: (line: Line) => Partial<Line>): Screen => {
  const show = inLine(words, change);
  return async (page, api) => {
    const key = wave > 0 ? { key: 0.5 } : {};
    api.turns.pass = { passId: 'pass', hash: '6c'.repeat(32), wave, seats: 8, ...key };
    api.turns.arrivedAt = new Date(Date.now() - 120_000).toISOString();
    await show(page, api);
  };
};

const soon = () => new Date(Date.now() + 20_000).toISOString();
const curveOf = (line: Line, curve: Line['events'][number]['curve'], free = 812): Partial<Line> => ({
  events: line.events.map((event) => ({ ...event, curve, free })),
});
const surge: Partial<Line> = { kind: 'surge', commitment: undefined, waves: [[2, 6_000, 1]] };

/** Not the zone of the browser, which is that of Berlin. */
export const zoneOfRace = 'Asia/Tokyo';

/** Says of the race that it is run in that zone. Returns its events. */
export const inItsZone = ({ races }: { readonly races: RaceMessage[] }): readonly string[] => {
  const at = races.findIndex(({ id }) => id === harbour.raceId);
  const race = races[at];
  if (!race) throw new Error('the race is there');
  races[at] = { ...race, timeZone: zoneOfRace };
  return race.events.map(({ id }) => id);
};

/** Every screen of the line. */
export const lineScreens: Record<string, Screen> = {
  'line-lobby': inLine('You are in the draw', () => ({ state: 'lobby' })),
  'line-entering-again': async (page, api) => {
    api.turns.isCrowded = true;
    await inLine('You have no place yet', () => ({ state: 'lobby' }))(page, api);
  },
  'line-not-in-draw': behind(1, 'You are not in the draw', () => ({ state: 'lobby' })),
  'line-after-draw': behind(1, 'right behind it', () => ({})),
  'line-later': behind(302, 'you stand with those who come at', () => ({})),
  'line-closing': inLine('being closed', () => ({ state: 'closing' })),
  'line-drawing': inLine('A public number', () => ({
    state: 'drawing',
    list: { count: 20_000, late: 0, root: '6c'.repeat(32) },
    beacon: { chain: '52'.repeat(32), round: 37_030_619, at: soon() },
  })),
  'line-range': inLine('Your turn comes in', () => ({})),
  'line-not-known': inLine('is known in a moment', (line) => curveOf(line, [])),
  'line-uncertain': inLine('is uncertain', (line) => curveOf(line, [[600, 0.9, 1.1, 3]])),
  'line-unlikely': inLine('It is unlikely', (line) => curveOf(line, [[600, 0.9, 1.1, 1.2]], 0)),
  'line-paused': inLine('stands still', () => ({ paused: { reason: 'The payment stands still.' } })),
  'line-called': inLine('Choose your spot', (line) => ({
    events: line.events.map((event, n) => ({ ...event, calledTo: n === 0 ? 2.6 : 0.5 })),
  })),
  'line-surge': inLine('are before you', () => surge),
  'line-surge-paused': inLine('stands still', () => ({ ...surge, paused: { reason: 'The payment stands still.' } })),
  'line-stale': async (page, api) => {
    await inLine('Your turn comes in', () => ({}))(page, api);
    api.turns.isAway = true;
    await page.getByText('No news just now').waitFor();
  },
  'line-other-device': async (page, api) => {
    await inLine('are before you', () => ({}))(page, api);
    await page.getByRole('button', { name: 'Wait on another device, too' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
  },
  'line-take-over': async (page, api) => {
    await inLine('are before you', () => ({}))(page, api);
    await page.goto('about:blank');
    await page.goto(address(api) + moveFragment);
    await page.getByRole('heading', { name: 'Your place in the line, on this device' }).waitFor();
  },
};
