import { lockEvent } from '../../lambdas/ledger/event-sql';
import { uuid7 } from '../../lambdas/platform/uuid';
import { idOf, openChanges } from '../support/races/changed-race';
import { ledgerOn } from '../support/races/ledger';
import { submissionFor } from '../support/races/race';

const made = openChanges();

describe('a runner cancels', () => {
  test('the spot is sold again, the money is ordered back, a mail says so, and the audit names them', async () => {
    const { race, first } = await made.paidRace(2);
    const cancelled = await made.changes.cancel(idOf(first), 'runner');
    expect(cancelled).toMatchObject({ kind: 'cancelled', refund: 3600, currency: 'EUR' });
    expect(await made.rowOf(idOf(first))).toMatchObject({
      outcome: 'confirmed',
      live: false,
      ended: 'cancelled',
      number: 1,
      wanted: 'refund',
      refund: 3600,
      state: 'captured',
    });
    expect(await made.sellable(race)).toEqual([1]);
    expect(await made.bodiesIn(cancelled.kind === 'cancelled' ? cancelled.outbox : [])).toEqual(
      expect.arrayContaining([
        { registrationId: idOf(first), template: 'cancellation', generation: 1 },
        {
          registrationId: idOf(first),
          action: 'refund',
          authorisation: first.authorisation,
          amount: 3600,
          currency: 'EUR',
        },
      ]),
    );
    expect(await made.deedsOn(race)).toEqual(['runner cancelled']);
  });

  test('asked again, they are told the same and nothing is done twice', async () => {
    const { race, first } = await made.paidRace(1);
    const answers = await Promise.all([1, 2, 3].map(() => made.changes.cancel(idOf(first), 'runner')));
    expect(answers.map(({ kind }) => kind)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(answers.map((answer) => answer.kind === 'cancelled' && answer.refund)).toEqual([3600, 3600, 3600]);
    expect(await made.deedsOn(race)).toEqual(['runner cancelled']);
    const orders = await made.query(
      `SELECT 1 FROM outbox WHERE body ->> 'action' = 'refund' AND body ->> 'registrationId' = $1`,
      [idOf(first)],
    );
    expect(orders).toHaveLength(1);
  });

  test('their message delivered again revives nobody, and they may register again', async () => {
    const { race, first } = await made.paidRace(1);
    await made.changes.cancel(idOf(first), 'runner');
    expect((await made.record(race, first)).decisions).toMatchObject([{ outcome: 'confirmed', isRepeat: true }]);
    expect(await made.sellable(race)).toEqual([1]);
    const again = { ...submissionFor(race, { id: uuid7(), numbers: [1] }, 0), runner: first.runner };
    expect((await made.record(race, again)).decisions).toMatchObject([{ outcome: 'confirmed', number: 1 }]);
  });

  test('after its block was taken back too: the spot is not lost', async () => {
    const { race, first } = await made.paidRace(4);
    await made.query('UPDATE block SET closes_at = clock_timestamp() WHERE event_id = $1', [race.eventId]);
    await ledgerOn(made.postgres).reclaim(race.eventId);
    expect(await made.sellable(race)).toEqual([]);
    await made.changes.cancel(idOf(first), 'runner');
    expect(await made.sellable(race)).toEqual([1]);
  });

  describe('whose payment is disputed', () => {
    const dispute = (id: string, change: { status?: string; refundable?: boolean } = {}) =>
      made.query(
        `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, refundable, fetched_at)
         VALUES ('dp_' || $1, $1::uuid, 4500, 'EUR', 'fraudulent', $2, $3, clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET status = excluded.status, refundable = excluded.refundable`,
        [id, change.status ?? 'needs_response', change.refundable ?? false],
      );

    test.each(['needs_response', 'under_review'])(
      'cannot give the spot back while it is %s; a director may end it without a refund',
      async (status) => {
        const { race, first } = await made.paidRace(2);
        await dispute(idOf(first), { status });
        expect(await made.changes.cancel(idOf(first), 'runner')).toEqual({ kind: 'dispute-open' });
        expect(await made.changes.cancel(idOf(first), 'director')).toEqual({ kind: 'dispute-open' });
        expect(await made.sellable(race)).toEqual([]);
        expect(await made.deedsOn(race)).toEqual([]);
        expect(await made.changes.cancel(idOf(first), 'director', { percent: 0 })).toMatchObject({
          kind: 'cancelled',
          refund: 0,
        });
        expect(await made.sellable(race)).toEqual([1]);
      },
    );

    test.each(['lost', 'prevented'])(
      'has nothing left to get back when it is %s; a director decides whether they keep the spot',
      async (status) => {
        const { race, first, second } = await made.paidRace(2);
        await dispute(idOf(first), { status, refundable: true });
        await dispute(idOf(second), { status });
        expect(await made.changes.cancel(idOf(first), 'runner')).toEqual({ kind: 'dispute-open' });
        expect(await made.sellable(race)).toEqual([]);
        expect(await made.changes.cancel(idOf(first), 'director')).toMatchObject({ kind: 'cancelled', refund: 0 });
        await made.query(`UPDATE dispute SET decided = 'keep' WHERE registration_id = $1`, [idOf(second)]);
        expect(await made.changes.cancel(idOf(second), 'runner')).toMatchObject({ kind: 'cancelled', refund: 0 });
        expect(await made.rowOf(idOf(second))).toMatchObject({ wanted: 'capture', state: 'captured', refund: null });
      },
    );

    test.each([
      { status: 'won' },
      { status: 'warning_closed' },
      { status: 'warning_needs_response', refundable: true },
    ])('gives it back as anybody does when it is %j', async (change) => {
      const { first } = await made.paidRace(2);
      await dispute(idOf(first), change);
      expect(await made.changes.cancel(idOf(first), 'runner')).toMatchObject({ kind: 'cancelled', refund: 3600 });
    });

    test('cannot pass it on, and nobody can take over what was offered before', async () => {
      const { first } = await made.paidRace(2);
      const [transferId, other] = [uuid7(), uuid7()];
      const recipient = { firstName: 'Bea', email: 'bea@example.com' };
      await made.changes.offerTransfer(idOf(first), { transferId, recipient });
      await dispute(idOf(first));
      expect(await made.changes.offerTransfer(idOf(first), { transferId: other, recipient })).toEqual({
        kind: 'dispute-open',
      });
      expect(await made.changes.findTransfer(transferId)).toMatchObject({ state: 'gone' });
      expect(await made.changes.acceptTransfer(transferId, first.runner, 'h')).toEqual({ kind: 'gone' });
    });
  });

  test('not once they are checked in, nor is the spot passed on; a director may end it', async () => {
    const { first, second } = await made.paidRace(2);
    const [transferId, other] = [uuid7(), uuid7()];
    const recipient = { firstName: 'Bea', email: 'bea@example.com' };
    await made.changes.offerTransfer(idOf(first), { transferId, recipient });
    await made.atDesk(idOf(first));
    expect(await made.changes.findTransfer(transferId)).toMatchObject({ state: 'gone' });
    expect(await made.changes.acceptTransfer(transferId, second.runner, 'w1')).toEqual({ kind: 'too-late' });
    expect(await made.changes.offerTransfer(idOf(first), { transferId: other, recipient })).toEqual({
      kind: 'too-late',
    });
    expect(await made.changes.cancel(idOf(first), 'runner')).toEqual({ kind: 'too-late' });
    // A scan that was taken back is no check-in.
    await made.atDesk(idOf(first), 'undo');
    expect(await made.changes.findTransfer(transferId)).toMatchObject({ state: 'offered' });
    await made.atDesk(idOf(first));
    expect(await made.changes.cancel(idOf(first), 'director')).toMatchObject({ kind: 'cancelled', refund: 3600 });
  });

  test('not once the race is cancelled, nor is the spot passed on: everybody gets what the organiser decided', async () => {
    const { race, first, second } = await made.paidRace(2);
    const [transferId, other] = [uuid7(), uuid7()];
    const recipient = { firstName: 'Bea', email: 'bea@example.com' };
    await made.changes.offerTransfer(idOf(first), { transferId, recipient });
    await made.query('UPDATE race SET cancelled_at = now() WHERE id = $1', [race.raceId]);
    expect(await made.changes.findTransfer(transferId)).toMatchObject({ state: 'gone' });
    const { runner } = submissionFor(race, { id: '', numbers: [0] }, 0, { person: 'bea' });
    expect(await made.changes.acceptTransfer(transferId, runner, 'w1')).toEqual({ kind: 'too-late' });
    expect(await made.changes.offerTransfer(idOf(second), { transferId: other, recipient })).toEqual({
      kind: 'too-late',
    });
    // The race would give back 80 %.
    expect(await made.changes.cancel(idOf(first), 'runner')).toEqual({ kind: 'too-late' });
    expect(await made.changes.cancel(idOf(first), 'director', { percent: 100 })).toMatchObject({ refund: 4500 });
  });

  test('somebody who waits gets the spot in the same transaction', async () => {
    const { race, first } = await made.paidRace(1);
    const ada = await made.joinAs(race, 'ada');
    const cancelled = await made.changes.cancel(idOf(first), 'runner');
    expect(await made.placeOf(ada)).toBe('offered');
    expect(await made.sellable(race)).toEqual([]);
    expect(await made.bodiesIn(cancelled.kind === 'cancelled' ? cancelled.outbox : [])).toContainEqual({
      registrationId: ada,
      template: 'offer',
      generation: 1,
    });
  });

  test.each([
    ['too-late', { until: '-1 second' }],
    ['settling', { state: 'authorised' }],
  ] as const)('is told %s when it is', async (kind, changed) => {
    const { race, first } = await made.paidRace(1, changed);
    expect(await made.changes.cancel(idOf(first), 'runner')).toEqual({ kind });
    expect(await made.sellable(race)).toEqual([]);
    expect(await made.deedsOn(race)).toEqual([]);
  });

  test('somebody who was shown another refund than they would get is asked again', async () => {
    const { race, first } = await made.paidRace(1);
    expect(await made.changes.cancel(idOf(first), 'runner', { expected: 4500 })).toEqual({
      kind: 'refund-changed',
      refund: 3600,
    });
    expect(await made.deedsOn(race)).toEqual([]);
    expect(await made.changes.cancel(idOf(first), 'runner', { expected: 3600 })).toMatchObject({ kind: 'cancelled' });
  });

  test('a runner who is refused again and again does not take the lock that every cut waits for', async () => {
    const { race, first, second } = await made.paidRace(2);
    await made.changes.cancel(idOf(second), 'runner');
    const answers = await made.postgres.transaction(async (sql) => {
      await sql.query(lockEvent, [race.eventId]);
      return [
        await made.changes.cancel(idOf(first), 'runner', { expected: 1 }),
        await made.changes.cancel(idOf(second), 'runner', { expected: 1 }),
      ];
    });
    expect(answers).toMatchObject([{ kind: 'refund-changed' }, { kind: 'cancelled', outbox: [] }]);
  });

  test('a cancellation that fails half-way leaves nothing behind: no line, no order, no mail', async () => {
    const { race, first } = await made.paidRace(1);
    const failing = made.changesWith(async () => Promise.reject(new Error('half-way')));
    await expect(failing.cancel(idOf(first), 'runner')).rejects.toThrow('half-way');
    expect(await made.rowOf(idOf(first))).toMatchObject({ live: true, spot: 1, wanted: 'capture' });
    expect(await made.deedsOn(race)).toEqual([]);
    const orders = `SELECT 1 FROM outbox WHERE body ->> 'registrationId' = $1 AND body ->> 'action' IS DISTINCT FROM 'capture'`;
    expect(await made.query(orders, [idOf(first)])).toEqual([]);
  });

  test('what is no registration with a spot cannot be cancelled', async () => {
    const { race } = await made.paidRace(1);
    expect(await made.changes.cancel(uuid7(), 'runner')).toEqual({ kind: 'not-found' });
    const late = submissionFor(race, { id: uuid7(), numbers: [1] }, 0);
    await made.record(race, late);
    expect(await made.changes.cancel(idOf(late), 'runner')).toEqual({ kind: 'no-spot' });
  });
});

test('the director cancels at any time, with as much back as they say', async () => {
  const { race, first, second } = await made.paidRace(2, { until: '-1 day' });
  expect(await made.changes.cancel(idOf(first), 'director', { percent: 100 })).toMatchObject({ refund: 4500 });
  const nothingBack = await made.changes.cancel(idOf(second), 'director', { percent: 0 });
  expect(nothingBack).toMatchObject({ refund: 0 });
  expect(await made.rowOf(idOf(second))).toMatchObject({ ended: 'cancelled', wanted: 'capture', refund: null });
  expect(await made.deedsOn(race)).toEqual(['director cancelled', 'director cancelled']);
});

test('what was audited cannot be changed or deleted by the functions', async () => {
  const { first } = await made.paidRace(1);
  await made.changes.cancel(idOf(first), 'runner');
  for (const statement of [`UPDATE audit SET actor = 'director'`, 'DELETE FROM audit']) {
    await expect(made.postgres.query(statement)).rejects.toThrow('permission denied');
  }
});
