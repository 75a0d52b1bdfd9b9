import type { RegistrationStatus } from '../../../lambdas/api/messages/registrations';
import { type Draft, nothingTyped } from '../../../static/src/flow/draft';
import { reduce } from '../../../static/src/flow/reduce';
import { type Flow, resume } from '../../../static/src/flow/stage';
import {
  ada,
  attempt,
  confirmed,
  draftWith,
  ended,
  failed,
  filling,
  following,
  half,
  holding,
  holdOf,
  id,
  marathon,
  otherId,
  paying,
  polling,
  problem,
  processing,
  start,
  tokenising,
} from './flow-support';

const asked = (eventId = marathon) => ({ kind: 'asked', eventId, freshIds: [otherId] }) as const;
const startOver = { kind: 'started-over', eventId: marathon, freshIds: [otherId], keepTyped: true } as const;
const expired: Flow = { ...filling, stage: { kind: 'expired', why: 'too-late' } };

describe('the registration id', () => {
  test('is made when a runner first asks for a place', () => {
    expect(following({ stage: { kind: 'start' } }, asked()).draft?.registrationId).toBe(otherId);
  });

  test('stays when the runner asks again for the same place', () => {
    const turnedAway = following(holding, failed('hold', problem('not-open-yet', { opensAt: 'soon' })));
    expect(following(turnedAway, asked()).draft?.registrationId).toBe(id);
  });

  test('is a new one for another distance, and what was typed comes along', () => {
    const flow = following({ draft: draftWith(), stage: { kind: 'start' } }, asked(half));
    expect(flow.draft).toMatchObject({ registrationId: otherId, eventId: half, typed: ada });
  });

  test.each([
    ['an expired hold', expired],
    ['a refusal', following(polling, { kind: 'told', status: ended('refused'), now: start, pollAt: start })],
    ['a confirmed registration', following(polling, { kind: 'told', status: confirmed(), now: start, pollAt: start })],
  ])('is a new one after %s', (_name, flow) => {
    const next = reduce(flow, startOver);
    expect(next.draft).toEqual({ registrationId: otherId, eventId: marathon, typed: expect.anything() });
    expect(next.stage.kind).toBe('holding');
  });

  test.each([
    ['a card is with the processor', tokenising],
    ['a request to register is under way', paying],
    ['its answer is awaited', polling],
    ['its repeat is awaited', following(paying, failed('pay', { kind: 'network' }))],
    ['it broke with an answer we do not know', following(paying, failed('pay', { kind: 'unreadable', status: 418 }))],
  ])('is never replaced while %s', (_name, flow) => {
    expect(reduce(flow, startOver)).toBe(flow);
    expect(reduce(flow, asked(half))).toBe(flow);
  });
});

describe('asking for a spot', () => {
  test.each([
    ['not-open-yet', { opensAt: '2027-03-01T10:00:05.000Z' }],
    ['sold-out', {}],
    ['waiting-list', {}],
    ['closed', {}],
    ['too-many-holds', { retryAfter: 60 }],
    ['not-found', {}],
  ] as const)('is told %s as what it is', (name, more) => {
    expect(reduce(holding, failed('hold', problem(name, more))).stage).toMatchObject({
      kind: 'turned-away',
      why: name,
    });
  });

  test.each([
    ['all-held', problem('all-held', { retryAfter: 3 })],
    ['sale-paused', problem('sale-paused', { retryAfter: 3 })],
    ['busy', problem('busy')],
    ['busy', { kind: 'timeout' }],
    ['busy', { kind: 'unreadable', status: 429 }],
    ['offline', { kind: 'network' }],
    ['server-error', { kind: 'unreadable', status: 500 }],
    ['server-error', problem('internal-error')],
  ] as const)('waits and asks again by itself (%s, %j)', (pause, failure) => {
    const stands = reduce(holding, failed('hold', failure));
    expect(stands.stage).toMatchObject({
      kind: 'standing-by',
      operation: 'hold',
      pause,
      until: start + 3000,
      tries: 1,
    });
    expect(reduce(stands, { kind: 'time-came' }).stage).toEqual({ kind: 'holding', tries: 1, after: pause });
  });

  test('stops when the runner says so, and goes on when the runner says so', () => {
    const stopped = following(holding, failed('hold', problem('all-held')), { kind: 'stopped' });
    expect(stopped.stage).toMatchObject({ kind: 'standing-by', stopped: true });
    expect(reduce(stopped, { kind: 'time-came' }).stage.kind).toBe('holding');
  });

  test('takes no hold that belongs to another registration', () => {
    expect(reduce(holding, { kind: 'held', hold: holdOf(otherId) })).toBe(holding);
  });
});

describe('paying', () => {
  test('a second click on pay changes nothing', () => {
    expect(reduce(tokenising, { kind: 'card-given' })).toBe(tokenising);
    expect(reduce(paying, { kind: 'card-given' })).toBe(paying);
  });

  test('a declined card leaves hold, id and answers, and no attempt', () => {
    const { draft, stage } = reduce(paying, failed('pay', problem('card-declined')));
    expect(stage).toEqual({ kind: 'filling', notice: { kind: 'declined', detail: 'about card-declined' } });
    expect(draft).toEqual(filling.draft);
  });

  test.each([
    ['unknown', problem('payment-unknown', { retryAfter: 2 })],
    ['offline', { kind: 'network' }],
    ['busy', { kind: 'timeout' }],
    ['busy', problem('busy')],
    ['server-error', problem('internal-error')],
    ['server-error', { kind: 'unreadable', status: 502 }],
  ] as const)('without a clear answer (%s) the very same request is repeated', (pause, failure) => {
    const stands = reduce(paying, failed('pay', failure));
    expect(stands.stage).toMatchObject({ kind: 'standing-by', operation: 'pay', pause });
    expect(stands.draft?.attempt).toBe(attempt);
    expect(reduce(stands, { kind: 'time-came' })).toMatchObject({
      stage: { kind: 'paying' },
      draft: { registrationId: id, attempt },
    });
  });

  test('a hold that ran out is over when no earlier try can have arrived', () => {
    const { draft, stage } = reduce(paying, failed('pay', problem('hold-expired')));
    expect(stage).toEqual({ kind: 'expired', why: 'too-late' });
    expect(draft).toEqual(filling.draft);
  });

  test('a payment of another amount under the same id needs new ids, and nothing has to be typed again', () => {
    const over = reduce(paying, failed('pay', problem('payment-differs')));
    expect(over.stage).toEqual({ kind: 'expired', why: 'payment-differs' });
    expect(over.draft).toEqual(filling.draft);
    const eventId = filling.draft?.eventId ?? '';
    const restarted = reduce(over, { kind: 'started-over', eventId, freshIds: [otherId], keepTyped: true });
    expect(restarted).toMatchObject({
      stage: { kind: 'holding' },
      draft: { registrationId: otherId, typed: filling.draft?.typed },
    });
  });

  test('a hold that ran out after an unanswered try is looked into before it is called over', () => {
    const unsure = following(
      paying,
      failed('pay', { kind: 'timeout' }),
      { kind: 'time-came' },
      failed('pay', problem('hold-expired')),
    );
    expect(unsure.stage).toMatchObject({ kind: 'waiting', checking: true });
    const told = following(
      unsure,
      { kind: 'time-came' },
      { kind: 'told', status: confirmed(), now: start, pollAt: start },
    );
    expect(told.stage.kind).toBe('settled');
  });

  test('looking into it ends when nothing turns up', () => {
    const unsure = following(
      paying,
      failed('pay', { kind: 'timeout' }),
      { kind: 'time-came' },
      failed('pay', problem('hold-expired')),
    );
    const soon = following(
      unsure,
      { kind: 'time-came' },
      { kind: 'told', status: processing, now: start + 2000, pollAt: start + 4000 },
    );
    expect(soon.stage).toMatchObject({ kind: 'waiting', checking: true, since: start });
    const late = following(
      soon,
      { kind: 'time-came' },
      { kind: 'told', status: processing, now: start + 9000, pollAt: start + 11_000 },
    );
    expect(late).toEqual({ draft: filling.draft, stage: { kind: 'expired', why: 'too-late' } });
  });

  test('a changed waiver asks for a hold with the new text, under the same id, and for the acceptance again', () => {
    const asking = reduce(paying, failed('pay', problem('waiver-changed')));
    expect(asking.stage.kind).toBe('holding');
    expect(asking.draft).toMatchObject({ registrationId: id, accepted: undefined });
    expect(asking.draft?.attempt).toBeUndefined();
    const held = reduce(asking, { kind: 'held', hold: holdOf(id, 'w2') });
    expect(held.stage).toEqual({ kind: 'filling', notice: { kind: 'waiver-changed' } });
    expect(held.draft?.accepted).toBeUndefined();
  });

  test('a page that knows no form goes back with spot and typing, and says what to do', () => {
    const back = reduce(paying, failed('pay', problem('page-outdated')));
    expect(back.stage).toMatchObject({ kind: 'filling', notice: { kind: 'invalid', errors: [] } });
    expect(back.draft).toMatchObject({ registrationId: id, hold: paying.draft?.hold, typed: paying.draft?.typed });
    expect(back.draft?.attempt).toBeUndefined();
  });

  test('the time running out does not interrupt a request on its way', () => {
    expect(reduce(filling, { kind: 'ran-out' }).stage.kind).toBe('expired');
    expect(reduce(paying, { kind: 'ran-out' })).toBe(paying);
    expect(reduce(tokenising, { kind: 'ran-out' })).toBe(tokenising);
  });
});

describe('waiting', () => {
  test('forgets what was typed once it is decided', () => {
    const settled = reduce(polling, { kind: 'told', status: confirmed(), now: start, pollAt: start });
    expect(settled.draft?.typed).toEqual(nothingTyped);
  });

  test('keeps what was typed if the bank refuses late', () => {
    const told = (status: RegistrationStatus) => ({ kind: 'told', status, now: start, pollAt: start }) as const;
    const reserved = reduce(polling, told(confirmed('authorised')));
    expect(reduce(reserved, told(ended('payment-failed'))).draft?.typed).toEqual(ada);
    expect(reduce(reserved, told(confirmed('captured'))).draft?.typed).toEqual(nothingTyped);
  });

  test('ignores news about another registration', () => {
    const other = { ...confirmed(), registrationId: otherId };
    expect(reduce(polling, { kind: 'told', status: other, now: start, pollAt: start })).toBe(polling);
  });

  test('goes on when the news cannot be had', () => {
    expect(reduce(polling, failed('poll', { kind: 'network' })).stage).toMatchObject({
      kind: 'waiting',
      pause: 'offline',
      pollAt: start + 3000,
    });
    expect(reduce(polling, failed('poll', problem('busy'))).stage).toMatchObject({ kind: 'waiting', pause: 'busy' });
  });

  test('an older answer does not undo a decision', () => {
    const settled = reduce(polling, { kind: 'told', status: confirmed('authorised'), now: start, pollAt: start });
    expect(settled.stage).toMatchObject({ kind: 'settled', pollAt: start });
    expect(reduce(settled, { kind: 'told', status: processing, now: start, pollAt: start })).toBe(settled);
  });
});

describe('after a reload', () => {
  test.each([
    ['nothing', undefined, 'start'],
    ['a wish', draftWith(), 'start'],
    ['a hold', draftWith({ hold: holdOf(id) }), 'filling'],
    ['an unanswered request', draftWith({ hold: holdOf(id), attempt }), 'paying'],
    ['an accepted request', draftWith({ hold: holdOf(id), attempt, submitted: true }), 'waiting'],
    ['a decision', draftWith({ hold: holdOf(id), attempt, submitted: true, outcome: confirmed() }), 'settled'],
  ])('%s goes on where it was', (_name, draft, kind) => {
    expect(resume(draft, start).stage.kind).toBe(kind);
  });

  test('a spot is looked at again, for it may have been given back by the link of the mail; a refusal stays one', () => {
    const stageAfter = (outcome: Draft['outcome']) =>
      resume(draftWith({ hold: holdOf(id), attempt, submitted: true, outcome }), start).stage;
    expect(stageAfter(confirmed())).toEqual({ kind: 'settled', polls: 0, pollAt: start });
    expect(stageAfter(ended('refused'))).toEqual({ kind: 'settled', polls: 0 });
  });

  test('a hold that ran out meanwhile is over; a request on its way is not', () => {
    const late = start + 11 * 60_000;
    expect(resume(draftWith({ hold: holdOf(id) }), late).stage.kind).toBe('expired');
    expect(resume(draftWith({ hold: holdOf(id), attempt }), late).stage.kind).toBe('paying');
  });
});

describe('a second tab', () => {
  test('follows when the first one pays', () => {
    const draft = draftWith({ hold: holdOf(id), accepted: 'w1', attempt, submitted: true });
    expect(reduce(filling, { kind: 'adopted', draft, now: start }).stage.kind).toBe('waiting');
  });

  test('keeps its screen while the first one only types', () => {
    const typed = { ...ada, firstName: 'Adele' };
    const next = reduce(filling, {
      kind: 'adopted',
      draft: { ...draftWith({ hold: holdOf(id), accepted: 'w1' }), typed },
      now: start,
    });
    expect(next.stage).toBe(filling.stage);
    expect(next.draft?.typed.firstName).toBe('Adele');
  });

  test('does not pull a card back from the processor', () => {
    const draft = draftWith({ hold: holdOf(id), accepted: 'w1', attempt });
    expect(reduce(tokenising, { kind: 'adopted', draft, now: start })).toBe(tokenising);
  });
});
