import type { PlaceKey, Ticket } from '../../../lambdas/domain/waiting';
import type { WaitingRecord } from '../../../lambdas/spots/waiting-list/ports';
import { leaveWaitingList, showWaiting } from '../../../lambdas/spots/waiting-list/waiting-list';

const own = { placeId: 'p1', raceId: 'harbour', eventId: 'ten', personHash: 'ada', isMailed: false, givenAt: 0 };

const setUp = () => {
  const asked: PlaceKey[] = [];
  const needs = {
    readTicket: async (token: string) => (token === 'own' ? own : undefined),
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
  expect(await show('p1', 'own')).toEqual({ kind: 'processing' });
  expect(await leave('p1', 'own')).toBe('left');
  // The ticket names the owner: the database compares it with the row.
  expect(asked).toEqual([own, own]);
});

test('somebody who has no such place gives none up', async () => {
  const leave = leaveWaitingList({ readTicket: async () => own, places: { leave: async () => 'nothing' } });
  expect(await leave('p1', 'own')).toBe('not-yours');
});

test('the ticket of one place opens no other, and what we did not sign opens none', async () => {
  const { asked, show, leave } = setUp();
  expect([await show('p2', 'own'), await show('p1', 'forged')]).toEqual([{ kind: 'not-yours' }, { kind: 'not-yours' }]);
  expect([await leave('p2', 'own'), await leave('p1', 'forged')]).toEqual(['not-yours', 'not-yours']);
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
  const mailed = { ...own, isMailed: true };

  test('until the place is confirmed, the place; from then on only who reads its mail is', async () => {
    expect(await shown(waits, own)).toBe('waiting');
    expect(await shown({ ...waits, isConfirmed: true }, own)).toBe('on-the-list');
    expect(await shown({ ...waits, isConfirmed: true, state: 'offered' }, own)).toBe('on-the-list');
    expect(await shown({ ...waits, isConfirmed: true, state: 'offered' }, mailed)).toBe('offered');
  });

  test('somebody who joined twice is on the list already, whichever ticket they bring', async () => {
    expect(await shown({ ...waits, placeId: 'another' }, own)).toBe('on-the-list');
    expect(await shown({ ...waits, placeId: 'another' }, mailed)).toBe('on-the-list');
  });

  test('that somebody is registered is told to who reads their mail; to others they wait as anybody does', async () => {
    expect(await shown({ ...waits, state: 'registered' }, own)).toBe('waiting');
    expect(await shown({ ...waits, state: 'registered' }, mailed)).toBe('registered');
  });

  test('a wish that came to nothing is not processing for ever', async () => {
    expect([await shown(undefined, own, 1000), await shown(undefined, own, 3_599_999)]).toEqual([
      'processing',
      'processing',
    ]);
    expect(await shown(undefined, own, 3_600_000)).toBe('nothing');
    expect(await shown(undefined, { ...mailed, givenAt: undefined }, 0)).toBe('nothing');
  });
});
