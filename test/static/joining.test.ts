import { readKept } from '../../static/src/flow/kept';
import {
  type Joining,
  joinDraft,
  newJoinDraft,
  reduceJoining,
  resumeJoining,
} from '../../static/src/waiting-list/join/joining';
import { forgetPlace } from '../../static/src/waiting-list/join/keep-join-draft';
import { ada, id, otherId, problem } from './flow/flow-support';

const runner = { firstName: 'Ada', lastName: 'Runner', email: 'ada@example.com', birthDate: '1990-05-17' };
const typing: Joining = resumeJoining(newJoinDraft(id, ada));
const send = { kind: 'sent', runner, freshId: otherId } as const;
const sending = reduceJoining(typing, send);

test('a wish leaves under the id that was made for it', () => {
  const wish = { placeId: id, typed: ada, size: 1, sent: runner, sentSize: 1 };
  expect(sending).toEqual({ draft: wish, stage: { kind: 'sending' } });
});

test('a second press changes nothing while the first is under way', () => {
  expect(reduceJoining(sending, send)).toBe(sending);
  expect(reduceJoining(sending, { kind: 'typed', field: 'firstName', text: 'Bea' })).toBe(sending);
});

test('after a failure the very same wish is repeated under its id', () => {
  const failed = reduceJoining(sending, { kind: 'failed', failure: { kind: 'network' } });
  expect(failed.stage).toEqual({ kind: 'typing', failure: { kind: 'network' } });
  expect(reduceJoining(failed, send)).toEqual(sending);
});

test('another runner is another wish, because the first may have arrived', () => {
  const failed = reduceJoining(sending, { kind: 'failed', failure: { kind: 'timeout' } });
  const other = reduceJoining(failed, { ...send, runner: { ...runner, firstName: 'Bea' } });
  expect(other.draft.placeId).toBe(otherId);
});

test('another number of runners is another wish, too; back at the first number it is the first wish', () => {
  const failed = reduceJoining(sending, { kind: 'failed', failure: { kind: 'timeout' } });
  const three = reduceJoining(failed, { kind: 'sized', size: 3 });
  expect(reduceJoining(three, send).draft).toMatchObject({ placeId: otherId, size: 3, sent: runner });
  expect(reduceJoining(reduceJoining(three, { kind: 'sized', size: 1 }), send).draft.placeId).toBe(id);
  expect(reduceJoining(sending, { kind: 'sized', size: 3 })).toBe(sending);
});

test('a wish kept before there were groups is for one', () => {
  expect(readKept(joinDraft, JSON.stringify({ placeId: id, typed: ada }))).toEqual(newJoinDraft(id, ada));
});

test('what the office could not read has not arrived, and keeps its id', () => {
  const failed = reduceJoining(sending, { kind: 'failed', failure: problem('invalid-request') });
  expect(failed.draft.sent).toBeUndefined();
  expect(reduceJoining(failed, { ...send, runner: { ...runner, firstName: 'Bea' } }).draft.placeId).toBe(id);
});

test.each([
  ['nothing sent', newJoinDraft(id, ada), 'typing'],
  ['an unanswered wish', { ...newJoinDraft(id, ada), sent: runner }, 'sending'],
  ['a place', { ...newJoinDraft(id, ada), sent: runner, hasTicket: true }, 'joined'],
])('after a reload %s goes on where it was', (_name, wish, kind) => {
  expect(resumeJoining(wish).stage.kind).toBe(kind);
});

test('somebody else is put on the list under a new id, with an empty form', () => {
  const joined = reduceJoining(sending, { kind: 'joined' });
  expect(joined.draft).toMatchObject({ placeId: id, hasTicket: true });
  expect(reduceJoining(joined, { kind: 'started-over', freshId: otherId })).toEqual(
    resumeJoining(newJoinDraft(otherId)),
  );
  expect(reduceJoining(typing, { kind: 'started-over', freshId: otherId })).toBe(typing);
});

describe('who joins again', () => {
  const shelf = new Map<string, string>();
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  beforeAll(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: {
        getItem: (key: string) => shelf.get(key) ?? null,
        setItem: (key: string, text: string) => void shelf.set(key, text),
      },
    });
  });
  afterAll(() => {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  });

  test('need not type again, and gets a new id; another place is left alone', () => {
    const kept = JSON.stringify({ placeId: id, typed: ada, sent: runner, hasTicket: true });
    shelf.set('startline:wish:event', kept);
    forgetPlace('event', otherId, () => 'fresh');
    expect(shelf.get('startline:wish:event')).toBe(kept);
    forgetPlace('event', id, () => 'fresh');
    expect(JSON.parse(shelf.get('startline:wish:event') ?? '')).toEqual({
      placeId: 'fresh',
      typed: ada,
      size: 1,
    });
  });
});

test('a wish for three asks under the same ids each time, until it is another wish', () => {
  const three = reduceJoining(typing, { kind: 'sized', size: 3 });
  const sent = reduceJoining(three, { ...send, freshCompanions: ['c1', 'c2'] });
  expect(sent.draft.companions).toEqual(['c1', 'c2']);
  const failed = reduceJoining(sent, { kind: 'failed', failure: { kind: 'timeout' } });
  expect(reduceJoining(failed, { ...send, freshCompanions: ['c3', 'c4'] }).draft).toEqual(sent.draft);
  const other = reduceJoining(failed, {
    ...send,
    runner: { ...runner, firstName: 'Bea' },
    freshCompanions: ['c3', 'c4'],
  });
  expect(other.draft).toMatchObject({ placeId: otherId, companions: ['c3', 'c4'] });
});
