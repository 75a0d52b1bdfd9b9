import type { Guard } from '../guard';

const moves = 'test/registration/moves.test.ts';
const rules = 'lambdas/registration/change/move/move-event.ts';
const store = 'lambdas/registration/change/move/postgres-carry-out-move.ts';

/** A runner whom a director moves to another event: two spots, and the money between them. */
export const guardsOfMoves: readonly Guard[] = [
  {
    guard: 'The former spot of somebody who is moved comes back.',
    invariant: 'L2',
    file: store,
    from: 'await sql.query(freeSpot, [fromId, seat.spot, seat.block]);',
    to: '',
    test: [moves, 'a runner is moved: one spot before and after'],
  },
  {
    guard: 'The former spot goes to those who wait, in the same transaction.',
    invariant: 'S11',
    file: store,
    from: 'await needs.giveToWaiting(sql, fromId)',
    to: '[]',
    test: [moves, 'the former spot is offered to the first who waits for it'],
  },
  {
    guard: 'Nobody is moved past those who wait unless a director says so.',
    invariant: 'S11',
    file: rules,
    from: `if (waiting > 0 && !command.passesWaiting) return { kind: 'waited-for', waiting };`,
    to: '',
    test: [moves, 'the former spot is offered to the first who waits for it'],
  },
  {
    guard: 'What is given back to somebody who is moved is taken off what they have paid.',
    invariant: 'S5',
    file: store,
    from: 'share: seat.amount - lost.refund,',
    to: 'share: seat.amount + move.refund,',
    test: [moves, 'a cheaper event gives the difference back once'],
  },
  {
    guard: 'A director says that a dearer event is to cost no more.',
    invariant: 'S5',
    file: rules,
    from: `if (command.difference !== 'charge') return { kind: 'dearer', by, currency: facts.currency };`,
    to: '',
    test: [moves, 'a dearer event charges nobody'],
  },
  {
    guard: 'Nobody is moved while their card is being charged.',
    invariant: 'S4',
    file: rules,
    from: `if (facts.payment === 'authorised') return { kind: 'settling' };`,
    to: '',
    test: [moves, 'is not moved'],
  },
  {
    guard: 'A cancellation knows in which event the spot is that it gives back.',
    invariant: 'L2',
    file: 'lambdas/registration/change/postgres-changes.ts',
    from: 'const [found = early] = await sql.query<RegistrationForChange>(findForChange, [registrationId]);',
    to: 'const found = early;',
    test: [moves, 'a runner who gives the spot back while a director moves them'],
  },
  {
    guard: 'A move is written down with its change.',
    invariant: 'S13',
    file: store,
    from: `await writeAudit(sql, [{ actor, action: 'moved', eventId, registrationId, detail }]);`,
    to: '',
    test: [moves, 'a runner is moved: one spot before and after'],
  },
];
