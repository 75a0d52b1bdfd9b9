import { createHmac } from 'node:crypto';
import type { LineDocumentMessage, PassMessage } from '../../../lambdas/api/messages/line';
import { drawnKey } from '../../../lambdas/line/rules/signed-turns';
import { pauseFor, type Wait, waitOf } from '../../../lambdas/line/rules/wait';
import { passesBelow, turnAt } from '../../../lambdas/line/rules/waves';
import { behindOf, inEvents, isNews, nextLook, stageOf } from '../../../static/src/line/stage';
import { turnOf } from '../../../static/src/line/turn';
import { someLine } from '../../browser/support/fakes/fake-turns';

const at = Date.parse('2027-03-01T10:01:00.000Z');
const line = someLine('harbour', ['ten', 'marathon'], at);
const pass: PassMessage = { passId: 'pass', hash: '6c'.repeat(32), wave: 0, seats: 8 };
const seed = 'ab'.repeat(32);
const few = { isHidden: false, passes: 7_500 };

test('a browser computes the same turn as the server', async () => {
  const hash = Buffer.from(pass.hash, 'hex');
  expect(await turnOf(pass, seed)).toBe(drawnKey(Buffer.from(seed, 'hex'), hash));
  expect(await turnOf(pass, undefined)).toBeUndefined();
  expect(await turnOf({ ...pass, wave: 3, key: 0.25 }, seed)).toBe(3.25);
  // The first 48 bits are read as a whole number.
  const digest = createHmac('sha256', Buffer.from(seed, 'hex')).update(hash).digest();
  expect(await turnOf(pass, seed)).toBe(digest.readUIntBE(0, 6) / 2 ** 48);
});

test('a turn that is called in one event waits in the other', () => {
  const [ten, marathon] = line.events;
  if (!ten || !marathon) throw new Error('there are two');
  const stage = stageOf({ ...line, events: [ten, { ...marathon, calledTo: 2.6 }] }, { pass, turn: 2.5 });
  expect(stage).toMatchObject({ kind: 'called', called: ['marathon'] });
  expect(stageOf(line, { pass, turn: 2.5 })).toMatchObject({ kind: 'waiting', events: [{ ahead: 10_000 }, {}] });
});

test('an event that the page does not show calls nobody to it', () => {
  const [ten, marathon] = line.events;
  if (!ten || !marathon) throw new Error('there are two');
  const called = { ...line, events: [ten, { ...marathon, calledTo: 2.6 }] };
  expect(stageOf(inEvents(called, ['ten']), { pass, turn: 2.5 })).toMatchObject({
    kind: 'waiting',
    events: [{ eventId: 'ten' }],
  });
  expect(inEvents(called, ['marathon', 'ten'])).toEqual(called);
});

test('people without a pass are being put into the line, and whoever has one is in the draw', () => {
  expect(stageOf({ ...line, state: 'lobby' }, undefined).kind).toBe('entering');
  expect(stageOf({ ...line, state: 'lobby' }, { pass, turn: undefined }).kind).toBe('lobby');
  expect(stageOf(line, { pass, turn: undefined }).kind).toBe('entering');
});

test('nobody is told of a line while there is room for everybody who is there', () => {
  const place = { pass, turn: undefined };
  const { atGun: _, ...lobby } = { ...line, state: 'lobby' as const };
  const withSpots = (free: number) => ({ ...lobby, events: line.events.map((event) => ({ ...event, free })) });
  // 20,000 passes, of which each may bring somebody, for two events.
  expect(stageOf(withSpots(14_000), place).kind).toBe('lobby');
  expect(stageOf(withSpots(14_500), place).kind).toBe('open');
  expect(stageOf({ ...withSpots(14_500), atGun: 'draw' }, place).kind).toBe('lobby');
  expect(stageOf({ ...withSpots(10), atGun: 'open' }, place).kind).toBe('open');
});

const curve = [
  [60, 0.2, 0.3, 0.4],
  [600, 0.5, 0.8, 0.9],
] as const;
test.each([
  ['that is called', 0.05, { kind: 'called' }],
  ['between two instants', 0.4, { kind: 'range', from: 35, to: 477, likely: 168 }],
  ['that the slowest curve does not reach', 0.6, { kind: 'uncertain', from: 197, likely: 384 }],
  ['that the fastest curve does not reach', 0.95, { kind: 'unlikely' }],
])('the wait of a turn %s', (_, turn, wait) => {
  const told = waitOf(turn, 0.1, curve);
  const rounded = Object.fromEntries(
    Object.entries(told).map(([name, value]) => [name, typeof value === 'number' ? Math.round(value) : value]),
  );
  expect(rounded).toEqual(wait);
});

test('browsers look often when their turn is near, seldom when it is unlikely, and close to the gun at the gun', () => {
  const poll = { divide: 2, min: 3, max: 60 };
  const waiting = (turn: number) => stageOf({ ...line, poll }, { pass, turn });
  const seconds = (turn: number) => nextLook({ ...line, poll }, waiting(turn), false, 0);
  expect(seconds(0.51)).toBe(3);
  expect(seconds(2.5)).toBeCloseTo(48);
  expect(seconds(9)).toBe(96);
  const pause = (wait: Wait) => pauseFor(wait, poll, few, 0);
  // Nobody is called before `from`, so nobody looks before it. It is three quarters of the soonest call, less 10 s.
  expect(pause({ kind: 'uncertain', from: 40 })).toBe(40);
  expect(pause({ kind: 'range', from: 40, to: 90 })).toBe(40);
  expect(pause({ kind: 'range', from: 12.5, to: 90 })).toBeCloseTo(15);
  // It may be now.
  expect(pause({ kind: 'range', from: 0, to: 600 })).toBe(3);
  expect(pause({ kind: 'uncertain', from: 0 })).toBe(3);
  expect(pause({ kind: 'called' })).toBe(48);
  expect(pauseFor({ kind: 'uncertain' }, poll, few, 0)).toBe(48);
  expect(pauseFor({ kind: 'uncertain', from: 40 }, poll, { ...few, isHidden: true }, 0)).toBe(48);
  const lobby = { ...line, poll, state: 'lobby' as const, gun: new Date(at + 20_000).toISOString() };
  expect(nextLook(lobby, { kind: 'lobby' }, false, 0)).toBe(20);
  expect(nextLook({ ...line, poll, state: 'open' }, { kind: 'open' }, false, 0)).toBe(60);
});

test('a crowd that may be called at once looks no more often than can be answered', () => {
  const poll = { divide: 2, min: 3, max: 60 };
  const pause = (wait: Wait, passes: number) => pauseFor(wait, poll, { isHidden: false, passes }, 0);
  const wait = { kind: 'range', from: 0, to: 900, likely: 120 } as const;
  expect(pause(wait, 7_500)).toBe(3);
  expect(pause(wait, 7_501)).toBe(30);
  // Whoever is believed to be called soon looks often, and so does whoever is called only if all goes well.
  expect(pause({ ...wait, likely: 8 }, 50_000)).toBe(3);
  expect(pause({ kind: 'uncertain', from: 0 }, 50_000)).toBe(3);
});

test('people who looked together look apart from each other the next time', () => {
  const poll = { divide: 2, min: 3, max: 60 };
  const pauses = (wait: Wait) => [0, 1].map((spread) => Math.round(pauseFor(wait, poll, few, spread)));
  expect(pauses({ kind: 'range', from: 300, to: 900 })).toEqual([48, 84]);
  expect(pauses({ kind: 'unlikely' })).toEqual([96, 168]);
  expect(pauses({ kind: 'range', from: 50, to: 90 })).toEqual([50, 60]);
  // Whoever is far enough behind for the longest pause cannot be called within it.
  const [from, soonest] = [60, (60 + 10) / 0.75];
  expect(Math.max(...pauses({ kind: 'range', from, to: 200 }))).toBeLessThan(soonest);
});

const [gun, before] = [Date.parse(line.gun), new Date(Date.parse(line.gun) - 60_000).toISOString()];
const afterGun = (ms: number) => new Date(gun + ms).toISOString();
test.each([
  ['in the draw', 0, before, undefined],
  ['behind the draw', 1, before, { kind: 'after-draw' }],
  ['with those who come two minutes after the gun', 122, before, { kind: 'later', at: gun + 120_000 }],
  ['where they came', 7, afterGun(5_999), undefined],
  ['a minute behind where they came', 67, afterGun(5_999), { kind: 'later', at: gun + 65_000 }],
] as const)('a page knows why somebody is %s', (_, wave, arrivedAt, behind) => {
  expect(behindOf(line, { wave }, arrivedAt)).toEqual(behind);
});

test('until the list is closed, only a connection keeps somebody out of the draw, and in a surge nobody is drawn', () => {
  expect(behindOf({ ...line, state: 'lobby' }, { wave: 1 }, before)).toEqual({ kind: 'not-in-draw' });
  expect(behindOf({ ...line, kind: 'surge' }, { wave: 2 }, before)).toBeUndefined();
  expect(behindOf({ ...line, kind: 'surge' }, { wave: 62 }, before)).toEqual({ kind: 'later', at: gun + 60_000 });
});

test('while a line stands still, people in front look every few seconds, and a crowd behind them once a minute', () => {
  const poll = { divide: 2, min: 3, max: 60 };
  const [ten] = line.events;
  if (!ten) throw new Error('there is one');
  const held = { ...line, poll, paused: { reason: 'A storm.' } };
  const look = (document: LineDocumentMessage, ahead: number, isHidden = false) => {
    const turn = turnAt(document.waves, passesBelow(document.waves, ten.calledTo) + ahead);
    return nextLook(document, stageOf(document, { pass, turn }), isHidden, 0);
  };
  // Whatever was forecast before it stood still.
  for (const document of [held, { ...held, events: line.events.map((event) => ({ ...event, curve: [] })) }]) {
    expect(look(document, 0)).toBe(3);
    expect(look(document, 2_000)).toBeCloseTo(10, 0);
    expect(look(document, 13_000)).toBe(48);
    expect(look(document, 0, true)).toBe(48);
  }
  // An event that is paused has no forecast, and the line of the others goes on.
  const { paused: _, ...going } = held;
  expect(look({ ...going, events: [{ ...ten, curve: [] }] }, 100)).toBe(3);
});

describe('in the draw', () => {
  const ago = (seconds: number) => new Date(at - seconds * 1000).toISOString();
  const poll = { divide: 2, min: 3, max: 60 };
  const drawn = { ...line, poll, now: new Date(at).toISOString(), gun: ago(2), passes: 2_000 };
  const closing = { ...drawn, state: 'closing' as const, enrolUntil: ago(-10) };
  const drawing = {
    ...drawn,
    state: 'drawing' as const,
    enrolUntil: ago(5),
    beacon: { chain: 'c', round: 7, at: ago(-6) },
  };
  const look = (document: LineDocumentMessage, spread: number) =>
    nextLook(document, stageOf(document, { pass, turn: undefined }), false, spread);

  test('browsers look when the list is closed, and when the seed is there', () => {
    expect(look(closing, 0)).toBe(10);
    expect(look(drawing, 0)).toBe(8);
  });

  test('a crowd that takes longer to look than the draw takes looks only when the seed is there', () => {
    const large = { passes: 50_000 };
    expect(look({ ...closing, ...large }, 0)).toBe(10 + 12);
    expect(look({ ...closing, ...large }, 1)).toBe(10 + 12 + 20);
    expect(look({ ...drawing, ...large }, 0)).toBe(8);
    // The list is late.
    expect(look({ ...closing, ...large, enrolUntil: ago(15) }, 0)).toBe(3);
  });

  test('browsers look every few seconds for what is late', () => {
    expect(look({ ...closing, enrolUntil: ago(1) }, 0)).toBe(3);
    expect(look({ ...drawing, beacon: { ...drawing.beacon, at: ago(9) } }, 0)).toBe(3);
    expect(look({ ...closing, state: 'drawing' }, 0)).toBe(3);
  });

  test.each([
    [2_000, 3],
    [25_000, 10],
    [500_000, 20],
  ])('a crowd of %i looks within %i seconds', (passes, seconds) => {
    expect(look({ ...drawing, passes }, 1)).toBe(8 + seconds);
    expect(look({ ...closing, state: 'lobby', atGun: 'draw', gun: ago(-8), passes }, 1)).toBe(8 + seconds);
  });
});

test('a wait is read out when it has halved, and each five minutes', () => {
  const wait = { kind: 'range', from: 100, to: 200 } as const;
  expect(isNews(wait, undefined, at)).toBe(true);
  expect(isNews(wait, { to: 250, at }, at + 1000)).toBe(false);
  expect(isNews(wait, { to: 500, at }, at + 1000)).toBe(true);
  expect(isNews(wait, { to: 250, at }, at + 300_000)).toBe(true);
});
