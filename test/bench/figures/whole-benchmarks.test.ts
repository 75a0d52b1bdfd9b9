import { measureCheckIn } from '../../../bench/figures/benchmarks/check-in';
import { measureConsole } from '../../../bench/figures/benchmarks/console';
import { measureConsoleCrowd } from '../../../bench/figures/benchmarks/console-crowd';
import { measureLastShirts } from '../../../bench/figures/benchmarks/last-shirts';
import { measureLiveResults } from '../../../bench/figures/benchmarks/live-results';
import { measureQuote } from '../../../bench/figures/benchmarks/quote';
import { measureSignedIn } from '../../../bench/figures/benchmarks/signed-in';
import { measureStatic } from '../../../bench/figures/benchmarks/static-site';
import type { Measured } from '../../../bench/figures/results';
import { benchRace } from '../../../bench/figures/system/bench-race';
import { withSystem } from '../../../bench/figures/system/own-system';

const stage = { size: 'short' as const, say: () => undefined, signal: new AbortController().signal };
const valueIn = ({ figures }: Measured, id: string) => figures.find(({ goal }) => goal === id)?.value;

test('three lines, each with a handful of people, are measured on a whole system from start to end', async () => {
  const [site, sessions, screens] = await withSystem([benchRace(4)], async (own) => [
    await measureStatic(own, { visitors: 5, within: 0.5, rounds: 3 }, stage),
    await measureSignedIn(own, { people: 3, requests: 12, calm: 0 }, stage),
    await measureConsole(own, { people: 300, looks: 3, isExported: false }, stage),
  ]);
  expect(valueIn(site, 'errors')).toBe(0);
  // The document is fetched each time, its files once: three visits of five browsers are more than fifteen hits.
  expect(Number(/^(\d+) hits/.exec(site.notes[0] ?? '')?.[1])).toBeGreaterThan(15);
  expect(valueIn(site, 'connections')).toBeGreaterThan(0);
  expect(valueIn(screens, 'rows')).toBeGreaterThanOrEqual(300);
  for (const id of ['copied', 'list', 'search', 'person', 'waiting', 'live'])
    expect([id, (valueIn(screens, id) ?? 0) > 0]).toEqual([id, true]);
  expect(valueIn(sessions, 'failed')).toBe(0);
  // The twelve, and for each person spots left, a hold and a draft; more when somebody was told to retry.
  const made = Number(/(\d+) requests/.exec(sessions.notes[0] ?? '')?.[1]);
  expect(made).toBeGreaterThanOrEqual(21);
  expect(made).toBeLessThan(30);
}, 400_000);

test('a handful of people have quotes, and of more people than shirts each shirt is promised to one', async () => {
  const quoted = await measureQuote({ from: 8, to: 8, halvings: 0, seconds: 2 }, stage);
  expect(quoted.notes).toEqual([]);
  expect(valueIn(quoted, 'cpu')).toBeGreaterThan(0);
  const shirts = await measureLastShirts({ people: 30, shirts: 10, within: 1 }, stage);
  expect(['promised', 'twice', 'without', 'other'].map((id) => valueIn(shirts, id))).toEqual([10, 0, 20, 0]);
  expect(Number.isFinite(valueIn(shirts, 'transactions'))).toBe(true);
}, 400_000);

test('two people who have live results open are told of each runner who comes in, and read them', async () => {
  const measured = await measureLiveResults({ entered: 40, finished: 20, rows: 3, pages: 2 }, stage);
  expect(measured.notes).toEqual([]);
  expect(['missed', 'errors'].map((id) => valueIn(measured, id))).toEqual([0, 0]);
  const [told = 0, read = 0] = ['told', 'read'].map((id) => valueIn(measured, id));
  expect(told).toBeGreaterThan(0);
  expect(read).toBeGreaterThanOrEqual(told);
}, 400_000);

test('everybody gets a bib, and two desks check in one runner each', async () => {
  const measured = await measureCheckIn({ runners: 40, desks: 2, seconds: 1 }, stage);
  expect(['bibs', 'notIn'].map((id) => valueIn(measured, id))).toEqual([0, 0]);
  for (const id of ['batch', 'scan', 'scanLate']) expect([id, (valueIn(measured, id) ?? 0) > 0]).toEqual([id, true]);
}, 400_000);

test('a few screens look, a few messages are posted, and a race is published while runners register', async () => {
  const size = { screens: 3, seconds: 4, messages: 20, runners: 12, within: 4 };
  const measured = await measureConsoleCrowd(size, stage);
  expect(measured.notes).toEqual([]);
  expect(['unwatched', 'unsent', 'failures'].map((id) => valueIn(measured, id))).toEqual([0, 0, 0]);
  for (const id of ['samples', 'screen', 'posted', 'webhookCpu', 'publications', 'publish', 'editedCpu'])
    expect([id, (valueIn(measured, id) ?? 0) > 0]).toEqual([id, true]);
}, 400_000);
