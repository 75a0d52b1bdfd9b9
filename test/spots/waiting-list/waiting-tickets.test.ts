import type { PlaceKey, Ticket } from '../../../lambdas/domain/waiting';
import type { WaitingRecord } from '../../../lambdas/spots/waiting-list/ports';
import { leaveWaitingList, showWaiting } from '../../../lambdas/spots/waiting-list/waiting-list';

const hers = { placeId: 'p1', raceId: 'harbour', eventId: 'ten', personHash: 'ada', isMailed: false, givenAt: 0 };

const setUp = () => {
  const asked: PlaceKey[] = [];
  const needs = {
    readTicket: async (token: string) => (token === 'hers' ? hers : undefined),
    records: { find: async (place: PlaceKey) => void asked.push(place) },
    places: {
      leave: async (place: PlaceKey) => {
        asked.push(place);
        return 'left' as const;
      },
    },
    now: () => new Date(5000),
  };
  return { asked, show: showWaiting(needs), leave: leaveWaitingList(needs) };
};

test('somebody who brings the ticket of a place sees it, and gives it up', async () => {
  const { asked, show, leave } = setUp();
  expect(await show('p1', 'hers')).toEqual({ kind: 'processing' });
  expect(await leave('p1', 'hers')).toBe('left');
  // The ticket names the owner: the database compares it with the row.
  expect(asked).toEqual([hers, hers]);
});

test('somebody who has no such place gives none up', async () => {
  const leave = leaveWaitingList({ readTicket: async () => hers, places: { leave: async () => 'nothing' } });
  expect(await leave('p1', 'hers')).toBe('not-yours');
});

test('the ticket of one place opens no other, and what we did not sign opens none', async () => {
  const { asked, show, leave } = setUp();
  expect([await show('p2', 'hers'), await show('p1', 'forged')]).toEqual([
    { kind: 'not-yours' },
    { kind: 'not-yours' },
  ]);
  expect([await leave('p2', 'hers'), await leave('p1', 'forged')]).toEqual(['not-yours', 'not-yours']);
  expect(asked).toEqual([]);
});

describe('what a ticket is shown', () => {
  const runner = { firstName: 'Ada', lastName: 'Test', email: 'ada@example.com', birthDate: '1990-01-01' };
  const waits: WaitingRecord = { placeId: 'p1', state: 'waiting', isConfirmed: false, ahead: 3, runner, size: 1 };
  const shown = async (record: WaitingRecord | undefined, ticket: Ticket, at = 0) => {
    const show = showWaiting({
      readTicket: async () => ticket,
      records: { find: async () => record },
      now: () => new Date(at),
    });
    const answer = await show('p1', 'ticket');
    return answer.kind === 'found' ? answer.record.state : answer.kind;
  };
  const mailed = { ...hers, isMailed: true };

  test('until the place is confirmed, the place; from then on only who reads its mail is', async () => {
    expect(await shown(waits, hers)).toBe('waiting');
    expect(await shown({ ...waits, isConfirmed: true }, hers)).toBe('on-the-list');
    expect(await shown({ ...waits, isConfirmed: true, state: 'offered' }, hers)).toBe('on-the-list');
    expect(await shown({ ...waits, isConfirmed: true, state: 'offered' }, mailed)).toBe('offered');
  });

  test('somebody who joined twice is on the list already, whichever ticket they bring', async () => {
    expect(await shown({ ...waits, placeId: 'another' }, hers)).toBe('on-the-list');
    expect(await shown({ ...waits, placeId: 'another' }, mailed)).toBe('on-the-list');
  });

  test('that somebody is registered is told to who reads their mail; to others they wait as anybody does', async () => {
    expect(await shown({ ...waits, state: 'registered' }, hers)).toBe('waiting');
    expect(await shown({ ...waits, state: 'registered' }, mailed)).toBe('registered');
  });

  test('a wish that came to nothing is not processing for ever', async () => {
    expect([await shown(undefined, hers, 1000), await shown(undefined, hers, 3_599_999)]).toEqual([
      'processing',
      'processing',
    ]);
    expect(await shown(undefined, hers, 3_600_000)).toBe('nothing');
    expect(await shown(undefined, { ...mailed, givenAt: undefined }, 0)).toBe('nothing');
  });
});
