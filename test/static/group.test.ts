import {
  draftFrom,
  type Ids,
  newDraft,
  nothingTyped,
  serverDraftOf,
  sizeOf,
  type Typed,
} from '../../static/src/flow/draft';
import { readPeople } from '../../static/src/flow/people';
import { reduce } from '../../static/src/flow/reduce';
import { faultsIn } from '../../static/src/flow/runner';
import { type Flow, resume } from '../../static/src/flow/stage';
import { furthestStep, kindOf, stepOf, stepsOf } from '../../static/src/flow/steps';
import { peopleIn } from '../../static/src/race/register-href';
import {
  ada,
  confirmed,
  ended,
  failed,
  following,
  half,
  holdOf,
  id,
  marathon,
  otherId,
  problem,
  start,
} from './flow/flow-support';

const today = '2027-03-01';
const bea: Typed = { ...ada, firstName: 'Bea', birthYear: '2012' };
const cid: Typed = { ...ada, firstName: 'Cid', email: 'cid@example.com' };
const ids: Ids = [id, 'id-of-bea', 'id-of-cid'];
const freshIds: Ids = ['fresh-1', 'fresh-2', 'fresh-3'];
const hold = { ...holdOf(id), companions: ids.slice(1) };
const three = newDraft(ids, marathon, [ada, bea, cid]);
const filling: Flow = { draft: { ...three, hold, accepted: 'w1' }, stage: { kind: 'filling' } };
const typedNow = ({ draft }: Flow) => [draft?.typed, ...(draft?.companions ?? []).map(({ typed }) => typed)];
const idsNow = ({ draft }: Flow) => [
  draft?.registrationId,
  ...(draft?.companions ?? []).map((one) => one.registrationId),
];

describe('the ids of several', () => {
  const asked = { kind: 'asked', eventId: marathon, freshIds } as const;

  test('are made with the wish, and stay while it is asked for again', () => {
    const asking = reduce({ stage: { kind: 'start' } }, asked);
    expect(idsNow(asking)).toEqual(freshIds);
    const away = reduce(asking, failed('hold', problem('too-few-spots', { free: 2 })));
    expect(idsNow(reduce(away, { ...asked, freshIds: ids }))).toEqual(freshIds);
  });

  test('are new ones for another number, and what was typed comes along for as many', () => {
    const away: Flow = { draft: three, stage: { kind: 'turned-away', why: 'too-few-spots', detail: '', free: 2 } };
    const two = reduce(away, { ...asked, freshIds: ['fresh-1', 'fresh-2'] });
    expect([idsNow(two), typedNow(two)]).toEqual([
      ['fresh-1', 'fresh-2'],
      [ada, bea],
    ]);
    const more = reduce(away, { ...asked, freshIds: [...freshIds, 'fresh-4'] });
    expect(typedNow(more)).toEqual([ada, bea, cid, nothingTyped]);
  });

  test('are new ones when a hold ran out, and everything typed is kept', () => {
    const over = reduce(filling, { kind: 'ran-out' });
    const again = reduce(over, { kind: 'started-over', eventId: marathon, freshIds, keepTyped: true });
    expect([idsNow(again), typedNow(again)]).toEqual([[...freshIds], [ada, bea, cid]]);
  });

  test('are those of the hold, in its order, or it is no hold of theirs', () => {
    const holding: Flow = { draft: three, stage: { kind: 'holding', tries: 0 } };
    expect(reduce(holding, { kind: 'held', hold }).stage.kind).toBe('filling');
    for (const companions of [undefined, ['id-of-bea'], ['id-of-cid', 'id-of-bea']]) {
      const { companions: _own, ...rest } = hold;
      expect(reduce(holding, { kind: 'held', hold: { ...rest, ...(companions && { companions }) } })).toBe(holding);
    }
  });

  test('are never replaced while a request may be under way', () => {
    const paying: Flow = { ...filling, stage: { kind: 'paying', tries: 0 } };
    expect(reduce(paying, { ...asked, freshIds: ['fresh-1'] })).toBe(paying);
  });
});

describe('what is typed about several', () => {
  test('belongs to the one whose form it is', () => {
    const flow = following(
      filling,
      { kind: 'typed', who: 2, field: 'lastName', text: 'Other' },
      { kind: 'typed', field: 'gender', text: 'male' },
      { kind: 'cleared', who: 1 },
    );
    expect(typedNow(flow)).toEqual([{ ...ada, gender: 'male' }, nothingTyped, { ...cid, lastName: 'Other' }]);
  });

  test('is kept when one of them turns out to be registered, and forgotten once all of them are in', () => {
    const polling: Flow = { ...filling, stage: { kind: 'polling', since: start, checking: false } };
    const dispatch = (status: Parameters<typeof confirmed>[0] | 'duplicate') =>
      ({
        kind: 'told',
        status: status === 'duplicate' ? ended(status) : confirmed(status),
        now: start,
        pollAt: start,
      }) as const;
    expect(typedNow(reduce(polling, dispatch('duplicate')))).toEqual([ada, bea, cid]);
    const over = reduce(polling, dispatch('captured'));
    expect(typedNow(over)).toEqual([nothingTyped, nothingTyped, nothingTyped]);
    expect(over.draft && sizeOf(over.draft)).toBe(3);
  });

  test('is read as each one’s own, and nobody may be there twice', () => {
    const twice = newDraft(ids, marathon, [ada, { ...bea, email: 'bea@' }, { ...ada, firstName: ' ADA ' }]);
    expect(readPeople(twice, today)).toMatchObject([
      { kind: 'runner' },
      { kind: 'errors', errors: { email: 'Enter an e-mail address such as ada@example.com' } },
      { kind: 'errors', errors: { firstName: 'This is the same person as runner 1, and everybody runs once' } },
    ]);
    expect(readPeople(three, today).map(({ kind }) => kind)).toEqual(['runner', 'runner', 'runner']);
  });

  test('asks the person who types about the others, not about themselves', () => {
    const [own, other] = readPeople(newDraft([id, otherId], marathon), today);
    expect(own).toMatchObject({ errors: { firstName: 'Enter your first name' } });
    expect(other).toMatchObject({ errors: { firstName: 'Enter the first name' } });
  });

  test('shows the errors of the server at the right person', () => {
    const findings = [{ field: 'companions.1.lastName', code: 'empty' }];
    expect([0, 1, 2].map((who) => Object.keys(faultsIn(findings, who)))).toEqual([[], [], ['lastName']]);
    const twice = [{ field: 'companions.0', code: 'same-person' }];
    expect([0, 1, 2].map((who) => Object.keys(faultsIn(twice, who)))).toEqual([[], ['firstName'], []]);
  });

  test('goes to the server, and comes back with the group that the hold is for', () => {
    const held = { registrationId: id, raceId: 'harbour', eventId: marathon, hold: 'h', expiresAt: hold.expiresAt };
    const session = (draft?: ReturnType<typeof serverDraftOf>) => ({
      holds: [{ ...held, companions: ids.slice(1) }],
      ...(draft && { draft }),
      now: hold.now,
    });
    expect(draftFrom(session(serverDraftOf(three)), 'harbour')).toEqual(three);
    expect(draftFrom(session(serverDraftOf(newDraft([id], marathon, [ada]))), 'harbour')).toEqual(
      newDraft(ids, marathon, [ada]),
    );
    expect(draftFrom(session(), 'harbour')).toEqual(newDraft(ids, marathon));
    expect(draftFrom({ ...session(serverDraftOf(three)), holds: [held] }, 'harbour')).toEqual(
      newDraft([id], marathon, [ada]),
    );
  });
});

describe('the forms of several', () => {
  test('open one after the other, and the waiver after the last', () => {
    const furthest = (typed: readonly Typed[]) => furthestStep(newDraft(ids, marathon, typed), today);
    expect([[], [ada], [ada, bea], [ada, bea, cid], [ada, ada, cid]].map(furthest)).toEqual([
      'runner',
      'runner-2',
      'runner-3',
      'waiver',
      'runner-2',
    ]);
    const three = newDraft(ids, marathon);
    expect(stepsOf(three)).toEqual(['runner', 'runner-2', 'runner-3', 'waiver', 'pay']);
    expect([kindOf(three, 'runner-3'), kindOf(three, 'waiver')]).toEqual([
      { kind: 'who', at: 2 },
      { kind: 'waiver', at: 0 },
    ]);
  });

  test('an address opens no step before its turn, and no person outside the group', () => {
    const one = newDraft(ids, marathon, [ada]);
    const all = { ...newDraft(ids, marathon, [ada, bea, cid]), hold: holdOf(id), accepted: 'w1' };
    expect(stepOf(one, 'runner-3', today)).toBe('runner-2');
    expect(stepOf(all, 'runner-2', today)).toBe('runner-2');
    expect(stepOf(all, 'runner-4', today)).toBe('pay');
    expect(stepOf(newDraft([id], marathon, [ada]), 'runner-2', today)).toBe('runner');
  });

  test.each([
    ['3', 3],
    ['8', 8],
    [undefined, 1],
    ['1', 1],
    ['9', 1],
    ['0', 1],
    ['-2', 1],
    ['2.5', 1],
    ['two', 1],
  ])('an address that says %j is for %d', (text, people) => {
    expect(peopleIn(text)).toBe(people);
  });
});

test('too few spots, and an offer for another number, are refused with their own reasons', () => {
  const holding: Flow = { draft: three, stage: { kind: 'holding', tries: 0 } };
  expect(reduce(holding, failed('hold', problem('too-few-spots', { free: 2 }))).stage).toMatchObject({
    kind: 'turned-away',
    why: 'too-few-spots',
    free: 2,
  });
  expect(reduce(holding, failed('hold', problem('wrong-size'))).stage).toMatchObject({ why: 'wrong-size' });
});

describe('an offer for several', () => {
  const { firstName, lastName, email } = bea;
  const runner = { firstName, lastName, email, birthDate: '2012-05-17' };
  const offer = { placeId: 'place', ticket: 'ticket', eventId: half, runner, size: 2 };
  const taken = { kind: 'offer-taken', offer, freshIds: ['fresh-1', 'fresh-2'] } as const;

  test('is held for all at once; the identity that waited is fixed, the others can be typed', () => {
    const asking = reduce({ stage: { kind: 'start' } }, taken);
    expect(idsNow(asking)).toEqual(taken.freshIds);
    const typed = following(
      asking,
      { kind: 'typed', field: 'firstName', text: 'Other' },
      { kind: 'typed', who: 1, field: 'firstName', text: 'Cid' },
    );
    expect(typedNow(typed).map((one) => one?.firstName)).toEqual(['Bea', 'Cid']);
    const away = reduce(typed, failed('hold', problem('offer-ended')));
    expect(idsNow(reduce(away, { ...taken, freshIds: ['late-1', 'late-2'] }))).toEqual(taken.freshIds);
  });
});

test('a draft kept before there were groups goes on, for one', () => {
  expect(resume({ ...newDraft([id], marathon, [ada]), hold: holdOf(id) }, start).stage.kind).toBe('filling');
});
