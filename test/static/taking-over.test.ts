import { nothingTyped } from '../../static/src/flow/draft';
import type { Failure } from '../../static/src/http/failure';
import {
  openTakingOver,
  reduceTakingOver,
  type TakingOver,
  type TakingOverEvent,
} from '../../static/src/takeover/taking-over';
import { ada, attempt, problem } from './flow/flow-support';

const { runner } = attempt;
const bea = { firstName: 'Bea', email: 'bea@example.com' };
const following = (taking: TakingOver, ...events: readonly TakingOverEvent[]) =>
  events.reduce(reduceTakingOver, taking);
const accept = { kind: 'waiver-answered', hash: 'w1', accepted: true } as const;
const send = { kind: 'sent', runner, waiverHash: 'w1' } as const;
const filled = following(openTakingOver({ typed: ada }, bea), accept);
const sending = following(filled, send);
const fail = (failure: Failure) => following(sending, { kind: 'failed', failure });

test('begins with the recipient of the offer, or with what was typed before', () => {
  expect(openTakingOver(undefined, bea).draft.typed).toEqual({ ...nothingTyped, ...bea });
  expect(openTakingOver({ typed: ada }, bea).draft.typed).toEqual(ada);
});

test('is sent once, and only with the very waiver that was accepted', () => {
  expect(sending.stage).toEqual({ kind: 'sending', runner, waiverHash: 'w1' });
  expect(following(sending, send)).toBe(sending);
  expect(following(filled, { ...send, waiverHash: 'w2' })).toBe(filled);
  const refused = following(filled, { ...accept, accepted: false });
  expect(following(refused, send)).toBe(refused);
});

test('forgets what was typed once the spot is taken over', () => {
  const accepted = following(sending, { kind: 'accepted', number: 7 });
  expect(accepted).toEqual({ draft: { typed: nothingTyped }, stage: { kind: 'accepted', number: 7, runner } });
});

test('a changed waiver is read and accepted again', () => {
  const changed = fail(problem('waiver-changed'));
  expect(changed).toEqual({ draft: { typed: ada }, stage: { kind: 'reading-again' } });
  expect(following(changed, { kind: 'read-again' }).stage).toEqual({ kind: 'filling', hasNewWaiver: true });
});

test.each(['transfer-gone', 'change-too-late', 'already-registered'] as const)('%s ends it', (name) => {
  expect(fail(problem(name)).stage).toEqual({ kind: 'ended', why: name });
});

test('a runner who is registered already may look at the answers again; one who is too late may not', () => {
  expect(following(fail(problem('already-registered')), { kind: 'went-back' })).toEqual(filled);
  const gone = fail(problem('transfer-gone'));
  expect(following(gone, { kind: 'went-back' })).toBe(gone);
});

test('what the office finds wrong leads back to its box, and what it cannot say stays a note', () => {
  const faults = [{ field: 'runner.lastName', code: 'control-characters' }];
  expect(fail(problem('invalid-request', { faults })).stage).toMatchObject({
    kind: 'filling',
    faults: { lastName: 'Last name must not contain control characters' },
  });
  const other = problem('invalid-request', { faults: [{ field: 'waiver.hash', code: 'odd' }] });
  expect(fail(other).stage).toEqual({ kind: 'filling', failure: other });
});

test('what did not work may be tried again, with everything kept', () => {
  const failed = fail({ kind: 'network' });
  expect(failed).toEqual({ draft: filled.draft, stage: { kind: 'filling', failure: { kind: 'network' } } });
  expect(following(failed, send)).toEqual(sending);
});
