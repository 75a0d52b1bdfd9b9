import { nothingTyped } from '../../static/src/flow/draft';
import { reduce } from '../../static/src/flow/reduce';
import type { Flow } from '../../static/src/flow/stage';
import {
  draftWith,
  ended,
  failed,
  filling,
  following,
  half,
  holdOf,
  id,
  marathon,
  otherId,
  paying,
  polling,
  problem,
  tokenising,
} from './flow/flow-support';

const startOver = { kind: 'started-over', eventId: marathon, freshIds: [otherId], keepTyped: true } as const;

describe('an offer to a place on the waiting list', () => {
  const place = { placeId: id, ticket: 'ticket' };
  const who = { firstName: 'Bea', lastName: 'Byron', email: 'bea@example.com', birthDate: '1988-01-02' };
  const taken = (placeId = id) =>
    ({
      kind: 'offer-taken',
      offer: { ...place, placeId, eventId: half, runner: who, size: 1 },
      freshIds: [otherId],
    }) as const;
  const bea = { firstName: 'Bea', lastName: 'Byron', email: 'bea@example.com', birthDay: '2', birthMonth: '1' };
  const held = following(filling, taken(), { kind: 'held', hold: { ...holdOf(otherId), eventId: half } });

  test('is held at once under a new id, only for the runner who waited', () => {
    const { draft, stage } = reduce(filling, taken());
    expect(stage.kind).toBe('holding');
    expect(draft).toEqual({
      registrationId: otherId,
      eventId: half,
      offer: place,
      typed: { ...nothingTyped, ...bea, birthYear: '1988' },
    });
  });

  test('keeps the identity that waited, whatever is typed or cleared', () => {
    const typed = following(
      held,
      { kind: 'typed', field: 'lastName', text: 'Other' },
      { kind: 'typed', field: 'gender', text: 'female' },
    );
    expect(typed.draft?.typed).toMatchObject({ ...bea, gender: 'female' });
    expect(reduce(typed, { kind: 'cleared' }).draft?.typed).toMatchObject({ ...bea, gender: '' });
  });

  test('taken up twice goes on where it is; after its hold ran out it is held again', () => {
    expect(reduce(held, taken())).toBe(held);
    const late = following(held, { kind: 'typed', field: 'gender', text: 'female' }, { kind: 'ran-out' });
    const again = reduce(late, { ...startOver, eventId: half, freshIds: ['third'], keepTyped: false });
    expect(again).toMatchObject({
      stage: { kind: 'holding' },
      draft: { registrationId: 'third', offer: place, typed: { ...bea, gender: 'female' } },
    });
    expect(reduce(late, { ...taken(), freshIds: ['third'] }).draft).toEqual(again.draft);
  });

  test('is not carried to another distance, nor past its own registration', () => {
    expect(reduce(held, { ...startOver, eventId: marathon }).draft?.offer).toBeUndefined();
    const refused = { ...held, draft: { ...draftWith(), eventId: half, offer: place, outcome: ended('refused') } };
    const over: Flow = { ...refused, stage: { kind: 'settled', polls: 0 } };
    expect(reduce(over, { ...startOver, eventId: half }).draft?.offer).toBeUndefined();
  });

  test.each([
    ['a card is with the processor', tokenising],
    ['a request to register is under way', paying],
    ['its answer is awaited', polling],
  ])('waits while %s', (_name, flow) => {
    expect(reduce(flow, taken())).toBe(flow);
  });

  test('an offer that ended, and a runner who is not the one who waited, are refused with their own reasons', () => {
    const asking = reduce(filling, taken());
    expect(reduce(asking, failed('hold', problem('offer-ended'))).stage).toMatchObject({ why: 'offer-ended' });
    const other = reduce(paying, failed('pay', problem('not-the-one-who-waited')));
    expect(other.stage).toMatchObject({ kind: 'turned-away', why: 'not-the-one-who-waited' });
    expect(other.draft?.attempt).toBeUndefined();
  });
});
