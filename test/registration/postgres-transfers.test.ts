import { uuid7 } from '../../lambdas/platform/uuid';
import { maxTransferOffersPerDay } from '../../lambdas/registration/change/transfer/postgres-transfers';
import { recordLate } from '../../lambdas/registration/record/postgres-registrations';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { idOf, openChanges } from '../support/races/changed-race';
import { submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';
import { until } from '../support/until';

const made = openChanges();

describe('a runner passes their spot on', () => {
  const bea = submissionFor({ raceId: '', eventId: '' }, { id: '', numbers: [0] }, 0, { person: 'bea' }).runner;
  const offer = (id: string, transferId = uuid7()) =>
    made.changes.offerTransfer(id, { transferId, recipient: { firstName: 'Bea', email: 'bea@example.com' } });

  test('the other gets the same number, they have none any more, and both have a mail', async () => {
    const { race, first } = await made.paidRace(1);
    const transferId = uuid7();
    await made.postgres.query('INSERT INTO bib (race_id, number, registration_id) VALUES ($1, 417, $2)', [
      race.raceId,
      idOf(first),
    ]);
    expect(await offer(idOf(first), transferId)).toMatchObject({ kind: 'offered', transferId });
    const accepted = await made.changes.acceptTransfer(transferId, bea, 'w1');
    expect(accepted).toMatchObject({ kind: 'accepted', fromId: idOf(first), number: 1 });
    expect(await made.rowOf(idOf(first))).toMatchObject({
      outcome: 'confirmed',
      live: false,
      ended: 'transferred',
      spot: null,
    });
    expect(await made.rowOf(transferId)).toMatchObject({
      outcome: 'confirmed',
      live: true,
      spot: 1,
      number: 1,
      via: 'transfer',
    });
    expect(await made.bodiesIn(accepted.kind === 'accepted' ? accepted.outbox : [])).toMatchObject([
      { registrationId: transferId, template: 'confirmation' },
      { registrationId: idOf(first), template: 'transferred' },
    ]);
    expect(await made.deedsOn(race)).toEqual(['runner transfer-offered', 'runner transferred']);
    expect(await made.sellable(race)).toEqual([]);
    expect(await made.postgres.query('SELECT registration_id FROM bib WHERE race_id = $1', [race.raceId])).toEqual([
      { registration_id: transferId },
    ]);
  });

  test('the other opens it by their link only; the session that registered before, as long as it has it', async () => {
    const isOf = (id: string) => made.changes.isOfSession(id, 's');
    const { first } = await made.paidRace(1);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    expect(await isOf(transferId)).toBe(false);
    await made.changes.acceptTransfer(transferId, bea, 'w1');
    expect(await isOf(transferId)).toBe(false);
    expect(await isOf(idOf(first))).toBe(true);
    expect(await made.changes.isOfSession(idOf(first), 'another')).toBe(false);
  });

  test('accepted twice at once, it happens once; offered twice, the first stays', async () => {
    const { race, first } = await made.paidRace(1);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    expect(await offer(idOf(first), transferId)).toMatchObject({ kind: 'offered', transferId });
    expect(await offer(idOf(first))).toEqual({ kind: 'no-spot' });
    const both = await Promise.all([1, 2].map(() => made.changes.acceptTransfer(transferId, bea, 'w1')));
    expect(both).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
    expect(await made.deedsOn(race)).toEqual(['runner transfer-offered', 'runner transferred']);
  });

  test('whoever forwarded the mail of the offer is told that it is gone, and only the new runner what became of it', async () => {
    const { first } = await made.paidRace(1);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    await made.changes.acceptTransfer(transferId, bea, 'w1');
    const asking = (sent: Parameters<typeof made.changes.acceptTransfer>[1]) =>
      made.changes.acceptTransfer(transferId, sent, 'w1').then(({ kind }) => kind);
    const { lastName, email, birthDate } = bea;
    for (const other of [first.runner, { ...bea, email: first.runner.email }, { ...bea, birthDate: '1990-01-02' }]) {
      expect(await asking(other)).toBe('gone');
      expect(await asking({ identity: other })).toBe('gone');
    }
    expect(await asking({ identity: undefined })).toBe('gone');
    expect(await asking({ ...bea, gender: 'female' })).toBe('accepted');
    expect(
      await asking({ identity: { firstName: ` ${bea.firstName.toUpperCase()} `, lastName, email, birthDate } }),
    ).toBe('accepted');
  });

  test('two people who accept one offer at the same moment: one has it, and the other is told nothing of them', async () => {
    const { first, second } = await made.paidRace(2);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    const both = await Promise.all(
      [bea, { ...second.runner, firstName: 'Cleo' }].map((one) => made.changes.acceptTransfer(transferId, one, 'w1')),
    );
    expect(both.map(({ kind }) => kind).sort()).toEqual(['accepted', 'gone']);
  });

  test('two answers at the same moment wait for each other, and are told the same', async () => {
    const { race, first } = await made.paidRace(1);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    const both = await made.postgres.transaction(async (other) => {
      await other.query('SELECT 1 FROM spot WHERE event_id = $1 FOR UPDATE', [race.eventId]);
      const accepting = Promise.all([1, 2].map(() => made.changes.acceptTransfer(transferId, bea, 'w1')));
      await until(async () => (await made.lockWaiters()) === 2);
      return { accepting };
    });
    expect(await both.accepting).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
  });

  test('somebody who takes a spot over while they are about to be refused another is a duplicate', async () => {
    const { race, first } = await made.paidRace(2);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    const stale = submissionFor(race, { id: uuid7(), numbers: [2] }, 0, { person: 'bea' });
    let looks = 0;
    const slow = registrationsOn({
      query: made.query,
      transaction: (work, options) =>
        made.postgres.transaction(
          (sql) =>
            work({
              query: async (text, values) => {
                // The second look counts: a runner refused at the first is decided again with the event locked.
                if (text === recordLate && ++looks === 2) await made.changes.acceptTransfer(transferId, bea, 'w1');
                return sql.query(text, values);
              },
            }),
          options,
        ),
      close: () => made.postgres.close(),
    });
    expect((await slow.record(race.eventId, [stale])).decisions).toMatchObject([{ outcome: 'duplicate' }]);
    expect(looks).toBeGreaterThanOrEqual(2);
  });

  test('the new runner may cancel, and the money goes back to the one who paid', async () => {
    const { first } = await made.paidRace(1);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    await made.changes.acceptTransfer(transferId, bea, 'w1');
    const cancelled = await made.changes.cancel(transferId, 'runner');
    expect(await made.bodiesIn(cancelled.kind === 'cancelled' ? cancelled.outbox : [])).toContainEqual({
      registrationId: idOf(first),
      action: 'refund',
      authorisation: first.authorisation,
      amount: 3600,
      currency: 'EUR',
    });
    expect(await made.rowOf(idOf(first))).toMatchObject({ ended: 'transferred', wanted: 'refund', refund: 3600 });
  });

  test('not to somebody who is in already, not with another waiver, not once it was taken back', async () => {
    const { race, first, second } = await made.paidRace(2);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    expect(await made.changes.acceptTransfer(transferId, second.runner, 'w1')).toEqual({ kind: 'same-person' });
    expect(await made.changes.acceptTransfer(transferId, bea, 'w0')).toEqual({ kind: 'waiver-changed' });
    expect(await made.changes.acceptTransfer(uuid7(), bea, 'w1')).toEqual({ kind: 'not-found' });
    expect(await made.changes.withdrawTransfer(idOf(first))).toEqual({ kind: 'withdrawn' });
    expect(await made.changes.acceptTransfer(transferId, bea, 'w1')).toEqual({ kind: 'gone' });
    expect(await made.rowOf(idOf(first))).toMatchObject({ live: true, spot: 1 });
    expect(await made.deedsOn(race)).toEqual(['runner transfer-offered']);
  });

  test('taken back after it was accepted, they are told that it was passed on; twice taken back is taken back', async () => {
    const { first, second } = await made.paidRace(2);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    await made.changes.acceptTransfer(transferId, bea, 'w1');
    expect(await made.changes.withdrawTransfer(idOf(first))).toEqual({ kind: 'passed-on' });
    await offer(idOf(second));
    expect(await made.changes.withdrawTransfer(idOf(second))).toEqual({ kind: 'withdrawn' });
    expect(await made.changes.withdrawTransfer(idOf(second))).toEqual({ kind: 'withdrawn' });
  });

  test('somebody who takes it back at the moment it is accepted waits, and is told what happened', async () => {
    const { first } = await made.paidRace(1);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    const withdrawing = await made.postgres.transaction(async (other) => {
      await other.query(`UPDATE transfer SET state = 'accepted' WHERE id = $1`, [transferId]);
      const answer = made.changes.withdrawTransfer(idOf(first));
      await until(async () => (await made.lockWaiters()) === 1);
      return { answer };
    });
    expect(await withdrawing.answer).toEqual({ kind: 'passed-on' });
  });

  test('while it is offered their registration says to whom, in part, and until when; afterwards nothing', async () => {
    const { race, first } = await made.paidRace(1);
    const transferId = uuid7();
    const shown = async () => (await new PostgresRecords(made.postgres).find(idOf(first)))?.transfer;
    expect(await shown()).toBeUndefined();
    await offer(idOf(first), transferId);
    expect(await shown()).toEqual({
      transferId,
      recipient: { firstName: 'Bea', email: 'b…@example.com' },
      endsAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    await made.query(`UPDATE race SET transfer_until = now() WHERE id = $1`, [race.raceId]);
    expect(await shown()).toBeUndefined();
    await made.query(`UPDATE race SET transfer_until = now() + '1 hour'::interval WHERE id = $1`, [race.raceId]);
    await made.changes.withdrawTransfer(idOf(first));
    expect(await shown()).toBeUndefined();
  });

  test('somebody who is offered it is told from whom: first name and the initial of the last', async () => {
    const { first } = await made.paidRace(1);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    expect(await made.changes.findTransfer(transferId)).toMatchObject({ from: `${first.runner.firstName} T.` });
  });

  test('somebody who registers under the id of an offer does not end it: the other gets the spot under another id', async () => {
    const { race, first } = await made.paidRace(1);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    await made.record(race, submissionFor(race, { id: uuid7(), numbers: [1] }, 0, { id: transferId }));
    expect(await made.changes.findTransfer(transferId)).toMatchObject({ kind: 'found', state: 'offered' });
    const accepted = await made.changes.acceptTransfer(transferId, bea, 'w1');
    const toId = accepted.kind === 'accepted' ? accepted.toId : '';
    expect(accepted).toMatchObject({ kind: 'accepted', number: 1 });
    expect(toId).not.toBe(transferId);
    expect(await made.rowOf(transferId)).toMatchObject({ outcome: 'refused', live: false });
    expect(await made.rowOf(toId)).toMatchObject({ live: true, spot: 1, via: 'transfer' });
    expect(await made.changes.acceptTransfer(transferId, bea, 'w1')).toEqual({ ...accepted, outbox: [] });
    expect(await made.changes.findTransfer(transferId)).toMatchObject({ state: 'accepted', registrationId: toId });
  });

  test('a spot is offered five times within a day, though each was taken back, and once more when the first is a day ago', async () => {
    const { first, second } = await made.paidRace(2);
    const id = idOf(first);
    const transfers = Array.from({ length: maxTransferOffersPerDay }, uuid7);
    for (const [n, transferId] of transfers.entries()) {
      if (n > 0) await made.changes.withdrawTransfer(id);
      expect(await offer(id, transferId)).toMatchObject({ kind: 'offered' });
      await made.query(`UPDATE transfer SET offered_at = offered_at - interval '1 minute' WHERE registration_id = $1`, [
        id,
      ]);
    }
    // The answer to the last one was lost: it is the same offer.
    expect(await offer(id, transfers.at(-1))).toMatchObject({ kind: 'offered' });
    await made.changes.withdrawTransfer(id);
    const refused = await offer(id);
    expect(refused).toEqual({ kind: 'too-many-transfers', retryAfter: expect.any(Number) });
    const seconds = refused.kind === 'too-many-transfers' ? refused.retryAfter : 0;
    expect(Math.round(seconds / 60)).toBe(24 * 60 - maxTransferOffersPerDay);
    expect(await offer(idOf(second))).toMatchObject({ kind: 'offered' });

    const [oldest] = transfers;
    await made.query(`UPDATE transfer SET offered_at = offered_at - interval '1 day' WHERE id = $1`, [oldest]);
    expect(await offer(id)).toMatchObject({ kind: 'offered' });
    await made.changes.withdrawTransfer(id);
    expect(await offer(id)).toMatchObject({ kind: 'too-many-transfers' });
  });

  test('somebody who passes a spot on to themselves again and again offers it no more often for that', async () => {
    const { first } = await made.paidRace(1);
    let holder = idOf(first);
    for (let n = 0; n < maxTransferOffersPerDay; n++) {
      const transferId = uuid7();
      expect(await offer(holder, transferId)).toMatchObject({ kind: 'offered' });
      expect(await made.changes.acceptTransfer(transferId, first.runner, 'w1')).toMatchObject({ kind: 'accepted' });
      holder = transferId;
    }
    expect(await offer(holder)).toMatchObject({ kind: 'too-many-transfers' });
    await made.query(`UPDATE transfer SET offered_at = offered_at - interval '1 day' WHERE id = $1`, [holder]);
    expect(await offer(holder)).toMatchObject({ kind: 'offered' });
  });

  test('two who offer the fifth and the sixth at one moment do not both', async () => {
    const { first } = await made.paidRace(1);
    for (let n = 1; n < maxTransferOffersPerDay; n++) {
      await offer(idOf(first));
      await made.changes.withdrawTransfer(idOf(first));
    }
    const both = await made.postgres.transaction(async (other) => {
      await other.query('SELECT 1 FROM registration WHERE id = $1 FOR UPDATE', [idOf(first)]);
      const offering = Promise.all([offer(idOf(first)), offer(idOf(first))]);
      await until(async () => (await made.lockWaiters()) === 2);
      return { offering };
    });
    expect((await both.offering).map(({ kind }) => kind).toSorted()).toEqual(['offered', 'too-many-transfers']);
  });

  test('they may correct their own entry this way', async () => {
    const { first } = await made.paidRace(1);
    const transferId = uuid7();
    await offer(idOf(first), transferId);
    expect(await made.changes.acceptTransfer(transferId, first.runner, 'w1')).toMatchObject({ kind: 'accepted' });
  });

  test('somebody who cancels takes the offer back with it; cancelled and accepted at once, one of the two happens', async () => {
    for (let round = 0; round < 10; round++) {
      const { race, first } = await made.paidRace(1);
      const transferId = uuid7();
      await offer(idOf(first), transferId);
      const [cancelled, accepted] = await Promise.all([
        made.changes.cancel(idOf(first), 'runner'),
        made.changes.acceptTransfer(transferId, bea, 'w1'),
      ]);
      const kinds = [cancelled.kind, accepted.kind];
      expect([
        ['cancelled', 'gone'],
        ['no-spot', 'accepted'],
      ]).toContainEqual(kinds);
      expect(await made.sellable(race)).toEqual(cancelled.kind === 'cancelled' ? [1] : []);
    }
  });
});
