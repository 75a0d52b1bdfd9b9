import { type GivingBack, reduceGivingBack } from '../../static/src/changes/giving-back';
import {
  keptOf,
  type PassingOn,
  type PassingOnEvent,
  readRecipient,
  reducePassingOn,
  resumePassingOn,
} from '../../static/src/changes/passing-on';
import { mayStill, refundNow } from '../../static/src/changes/policy';
import type { Failure } from '../../static/src/http/failure';
import { readFailure } from '../../static/src/http/failure';
import { id, otherId, problem, start } from './flow/flow-support';

describe('what a race allows', () => {
  const until = new Date(start).toISOString();
  test('ends at its very instant, and is never allowed without one', () => {
    expect([mayStill(until, start - 1), mayStill(until, start), mayStill(undefined, start)]).toEqual([
      'yes',
      'over',
      'never',
    ]);
  });

  test.each([
    [9050, 80, 7240],
    [9999, 33, 3299],
    [9050, 0, 0],
    [9050, 100, 9050],
  ])('of %d cents %d percent are %d', (amount, refundPercent, refund) => {
    expect(refundNow({ amount }, { refundPercent })).toBe(refund);
  });

  test('in a race with a form it is what the server says of each line', () => {
    const lines = [{ refundable: 3600 }, { refundable: 1250 }, { refundable: 0 }];
    expect(refundNow({ amount: 6350, lines }, { refundPercent: 80 })).toBe(4850);
    expect(refundNow({ amount: 6350, lines: [{}, {}] }, { refundPercent: 80 })).toBe(5080);
  });
});

describe('giving a spot back', () => {
  const asked: GivingBack = { kind: 'asked', refund: 7240 };
  const sending = reduceGivingBack(asked, { kind: 'confirmed' });
  const fail = (failure: Failure) => reduceGivingBack(sending, { kind: 'failed', failure, now: start });

  test('sends the amount that was shown, once', () => {
    expect(sending).toEqual({ kind: 'sending', refund: 7240 });
    expect(reduceGivingBack(sending, { kind: 'confirmed' })).toBe(sending);
    expect(reduceGivingBack(sending, { kind: 'done' })).toEqual({ kind: 'done' });
  });

  test('another amount is asked about again, and only the confirmed one is sent', () => {
    const changed = fail(problem('refund-changed', { refund: 4525 }));
    expect(changed).toEqual({ kind: 'asked', refund: 4525, hasChanged: true });
    expect(reduceGivingBack(changed, { kind: 'confirmed' })).toEqual({ kind: 'sending', refund: 4525 });
  });

  test('a refund of nothing is an amount, too', () => {
    expect(fail(problem('refund-changed', { refund: 0 }))).toMatchObject({
      kind: 'asked',
      refund: 0,
      hasChanged: true,
    });
    const body = { type: '/problems/refund-changed', title: 't', status: 409, detail: 'd', refund: 0 };
    expect(readFailure(409, body, null)).toMatchObject({ name: 'refund-changed', refund: 0 });
  });

  test('while the card is being charged it waits, and repeats the same by itself', () => {
    const settling = fail(problem('still-settling', { retryAfter: 12 }));
    expect(settling).toEqual({ kind: 'settling', refund: 7240, tryAt: start + 12_000 });
    expect(reduceGivingBack(settling, { kind: 'time-came' })).toEqual(sending);
    expect(fail(problem('still-settling'))).toMatchObject({ tryAt: start + 30_000 });
  });

  test.each(['change-too-late', 'dispute-open', 'no-spot'] as const)('%s ends it', (name) => {
    expect(fail(problem(name))).toEqual({ kind: 'refused', why: name });
  });

  test.each([problem('busy'), problem('not-yours'), { kind: 'network' }, { kind: 'timeout' }] as const)(
    'what did not work may be tried again (%j)',
    (failure) => expect(fail(failure)).toEqual({ kind: 'asked', refund: 7240, failure }),
  );
});

describe('passing a spot on', () => {
  const bea = { firstName: 'Bea', email: 'bea@example.com' };
  const send = { kind: 'sent', recipient: bea, freshId: id } as const;
  const following = (stage: PassingOn, ...events: readonly PassingOnEvent[]) => events.reduce(reducePassingOn, stage);
  const typing = resumePassingOn(undefined);
  const sending = following(typing, send);
  const fail = (failure: Failure) => following(sending, { kind: 'failed', failure });

  test('is kept before it is sent, and offered once', () => {
    const transfer = { transferId: id, recipient: bea, isOffered: false };
    expect(sending).toEqual({ kind: 'sending', transfer });
    expect(keptOf(sending)).toEqual(transfer);
    expect(reducePassingOn(sending, { ...send, freshId: otherId })).toBe(sending);
    expect(keptOf(following(sending, { kind: 'offered' }))).toEqual({ ...transfer, isOffered: true });
  });

  test('a reload repeats what may not have arrived, and shows what has', () => {
    const kept = { transferId: id, recipient: bea, isOffered: false };
    expect(resumePassingOn(kept)).toEqual({ kind: 'sending', transfer: kept });
    expect(resumePassingOn({ ...kept, isOffered: true }).kind).toBe('offered');
  });

  test.each([{ kind: 'timeout' }, problem('busy'), problem('internal-error')] as const)(
    'after %j the same wish keeps its id, and another gets another',
    (failure) => {
      const failed = fail(failure);
      expect(keptOf(failed)).toMatchObject({ transferId: id });
      expect(keptOf(following(failed, { ...send, freshId: otherId }))).toMatchObject({ transferId: id });
      const other = { ...send, freshId: otherId, recipient: { ...bea, email: 'bee@example.com' } };
      expect(keptOf(following(failed, other))).toMatchObject({ transferId: otherId });
    },
  );

  test('an offer made elsewhere is taken back first', () => {
    const elsewhere = fail(problem('no-spot'));
    expect(elsewhere).toEqual({ kind: 'offered-elsewhere', typed: bea });
    expect(following(elsewhere, { kind: 'withdrawn' })).toEqual({ kind: 'typing', typed: bea });
  });

  test('an offer that the server knows is gone on with, whichever browser made it', () => {
    const offered = { transferId: otherId, recipient: { firstName: 'Cleo', email: 'c…@example.com' } };
    const elsewhere = resumePassingOn(undefined, offered);
    expect(elsewhere).toMatchObject({ kind: 'offered-elsewhere', to: offered.recipient });
    expect(following(elsewhere, { kind: 'withdrawn' })).toEqual(typing);
    const kept = { transferId: id, recipient: bea, isOffered: true };
    expect(resumePassingOn(kept, offered)).toEqual(elsewhere);
    expect(resumePassingOn(kept, { ...offered, transferId: id })).toEqual({ kind: 'offered', transfer: kept });
  });

  test('what was taken back leaves nothing to repeat', () => {
    const back = following(sending, { kind: 'offered' }, { kind: 'withdrawn' });
    expect([back.kind, keptOf(back)]).toEqual(['taken-back', undefined]);
    expect(following(back, { kind: 'started-over' })).toEqual(typing);
  });

  test('offered too often, it may be tried later, as another offer', () => {
    const failure = problem('too-many-transfers', { retryAfter: 43_200 });
    expect(fail(failure)).toEqual({ kind: 'typing', typed: bea, failure });
    expect(keptOf(fail(failure))).toBeUndefined();
  });

  test('too late is said as it is', () => {
    expect(fail(problem('change-too-late'))).toEqual({ kind: 'refused', why: 'change-too-late' });
    expect(keptOf(fail(problem('change-too-late')))).toBeUndefined();
  });

  test('the other one is read with the server’s own schema', () => {
    expect(readRecipient({ firstName: ' Bea ', email: 'bea@example.com ' })).toEqual({ kind: 'ok', value: bea });
    expect(readRecipient({ firstName: '', email: 'bea' })).toMatchObject({
      errors: { firstName: expect.anything(), email: expect.anything() },
    });
  });
});
