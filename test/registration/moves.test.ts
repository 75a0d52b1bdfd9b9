import { uuid7 } from '../../lambdas/platform/uuid';
import { readForm } from '../forms/a-form';
import { idOf } from '../support/races/changed-race';
import { openMoves } from '../support/races/moved-race';
import { submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

const { made, moving, move, addEvent, aMove, seatOf, refundsOf, mailsOf, audited, expectBooksInOrder } = openMoves();

test('a runner is moved: one spot before and after, the same registration, a mail, and readers ask the database', async () => {
  const { race, there, registrationId, eventId } = await aMove();
  const { move, changed, ended } = moving();
  const order = { registrationId, eventId, difference: 'refund', passesWaiting: false } as const;
  expect(await move(order)).toMatchObject({
    kind: 'moved',
    from: { eventId: race.eventId, name: 'Ten' },
    to: { eventId, name: 'Five' },
    ...{ number: 1, paid: 4500, price: 4500, refund: 0, isChanged: true },
  });
  expect(await seatOf(registrationId)).toMatchObject({
    event_id: eventId,
    live: true,
    spot: 1,
    number: 1,
    ended: null,
  });
  expect([await made.sellable(race), await made.sellable(there)]).toEqual([[1], [2]]);
  expect([changed, ended, await mailsOf(registrationId)]).toEqual([[registrationId], [registrationId], [1]]);
  expect(await audited(registrationId)).toMatchObject([
    { actor: 'director', detail: { fromName: 'Ten', toName: 'Five' } },
  ]);
  expect(await refundsOf(registrationId)).toEqual([]);
  await expectBooksInOrder(race, there);

  expect(await move(order)).toMatchObject({ kind: 'moved', isChanged: false, number: 1 });
  expect([await mailsOf(registrationId), (await audited(registrationId)).length]).toEqual([[1], 1]);
  await move({ ...order, eventId: race.eventId });
  expect(await mailsOf(registrationId)).toEqual([1, 2]);
  await expectBooksInOrder(race, there);
});

test('their own message, delivered again, brings nobody back into the former event', async () => {
  const { race, there, first, registrationId, eventId } = await aMove();
  await move({ registrationId, eventId });
  expect((await made.record(race, first)).decisions).toMatchObject([{ outcome: 'confirmed', isRepeat: true }]);
  expect(await seatOf(registrationId)).toMatchObject({ event_id: eventId, live: true });
  expect(await made.sellable(race)).toEqual([1]);
  await expectBooksInOrder(race, there);
});

test('a cheaper event gives the difference back once, or nothing if the director says so', async () => {
  const { race, there, registrationId, second, eventId } = await aMove({ price: 3000 });
  expect(await move({ registrationId, eventId })).toMatchObject({ kind: 'moved', refund: 1500 });
  expect(await refundsOf(registrationId)).toEqual([1500]);
  expect(await seatOf(registrationId)).toMatchObject({ share: 3000 });
  const kept = await move({ registrationId: idOf(second), eventId, difference: 'leave' });
  expect(kept).toMatchObject({ kind: 'moved', refund: 0, price: 3000, paid: 4500 });
  expect(await refundsOf(idOf(second))).toEqual([]);
  await expectBooksInOrder(race, there);
  // What was given back is not given back once more.
  const cheapest = await addEvent(race, { price: 2000 });
  expect(await move({ registrationId, eventId: cheapest.eventId })).toMatchObject({ paid: 3000, refund: 1000 });
  await expectBooksInOrder(race, there, cheapest);
});

test('a dearer event charges nobody: a director says that the difference is left, or nobody is moved', async () => {
  const { race, there, registrationId, eventId } = await aMove({ price: 6000 });
  expect(await move({ registrationId, eventId })).toEqual({ kind: 'dearer', by: 1500, currency: 'EUR' });
  expect(await seatOf(registrationId)).toMatchObject({ event_id: race.eventId });
  expect(await move({ registrationId, eventId, difference: 'leave' })).toMatchObject({ kind: 'moved', refund: 0 });
  await expectBooksInOrder(race, there);
});

test('the former spot is offered to the first who waits for it, and the new one passes nobody over unsaid', async () => {
  const { race, there, registrationId, eventId } = await aMove();
  const place = await made.joinAs(race, 'grace');
  await made.query('UPDATE spot SET block = $1 WHERE event_id = $1', [eventId]);
  const placeThere = await made.joinAs(there, 'ida');
  // As after a capacity that was raised: what is offered to those who wait has not been offered yet.
  await made.query('UPDATE spot SET block = NULL WHERE event_id = $1', [eventId]);
  expect(await move({ registrationId, eventId })).toEqual({ kind: 'waited-for', waiting: 1 });
  expect(await move({ registrationId, eventId, passesWaiting: true })).toMatchObject({ kind: 'moved', offers: 1 });
  expect([await made.placeOf(place), await made.placeOf(placeThere)]).toEqual(['offered', 'waiting']);
});

test('where no spot is left, or what is left is held by others, nobody is moved and nothing is given up', async () => {
  const { race, there, registrationId, second, eventId } = await aMove({ spots: 1 });
  const block = uuid7();
  await made.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
     VALUES ($1, $2, '{1}', now() + interval '1 minute', now() + interval '1 hour')`,
    [block, eventId],
  );
  await made.query('UPDATE spot SET block = $1 WHERE event_id = $2', [block, eventId]);
  expect(await move({ registrationId, eventId })).toEqual({ kind: 'held' });
  await registrationsOn(made.postgres).record(eventId, [submissionFor(there, { id: block, numbers: [1] }, 0)]);
  expect(await move({ registrationId, eventId })).toEqual({ kind: 'full' });
  expect(await move({ registrationId: idOf(second), eventId })).toEqual({ kind: 'full' });
  expect(await seatOf(registrationId)).toMatchObject({ event_id: race.eventId, spot: 1 });
  expect(await made.sellable(race)).toEqual([]);
});

test('whoever is in the other event already keeps both spots', async () => {
  const { race, there, first, registrationId, eventId } = await aMove();
  const block = uuid7();
  await made.query('UPDATE spot SET block = $1 WHERE event_id = $2 AND number = 1', [block, eventId]);
  await made.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at) VALUES ($1, $2, '{1}', now(), now() + interval '1 hour')`,
    [block, eventId],
  );
  const again = { ...submissionFor(there, { id: block, numbers: [1] }, 0), runner: first.runner };
  await registrationsOn(made.postgres).record(eventId, [again]);
  expect(await move({ registrationId, eventId })).toEqual({ kind: 'same-person' });
  expect(await seatOf(registrationId)).toMatchObject({ event_id: race.eventId, spot: 1 });
  expect(await made.sellable(there)).toEqual([2]);
});

test.each([
  ['whose card is being charged', `UPDATE payment SET state = 'authorised' WHERE registration_id = $1`, 'settling'],
  ['who is checked in', 'check-in', 'checked-in'],
  ['who is in a team', 'team', 'in-team'],
  ['of a race that was cancelled', `UPDATE race SET cancelled_at = now() WHERE id = $2`, 'event-cancelled'],
  ['to an event that is cancelled', `UPDATE event SET sale = 'cancelled' WHERE id = $3`, 'event-cancelled'],
  ['to where people only give', `UPDATE event SET kind = 'gift', distance = 0 WHERE id = $3`, 'no-event'],
  ['to an event without a price', `DELETE FROM price WHERE event_id = $3`, 'no-price'],
] as const)('a runner %s is not moved', async (_, change, kind) => {
  const { race, registrationId, eventId } = await aMove({ price: 3000 });
  const { raceId } = race;
  if (change === 'check-in') await made.atDesk(registrationId);
  else if (change === 'team') {
    const [teamId, poolId] = [uuid7(), uuid7()];
    await made.query(`INSERT INTO pool (id, race_id, kind, ref, stock) VALUES ($1, $2, 'team', $3, 5)`, [
      poolId,
      raceId,
      teamId,
    ]);
    await made.query(
      `INSERT INTO team (id, race_id, event_id, kind, name, name_folded, join_code, pool_id, captain)
       VALUES ($1, $2, $3, 'club', 'Owls', 'owls', 'CODE', $4, $5)`,
      [teamId, raceId, race.eventId, poolId, registrationId],
    );
    await made.query('UPDATE registration SET team_id = $1 WHERE id = $2', [teamId, registrationId]);
  } else {
    const named = { $1: registrationId, $2: raceId, $3: eventId };
    const [name = '$1'] = change.match(/\$\d/) ?? [];
    await made.query(change.replace(name, '$1'), [named[name as keyof typeof named]]);
  }
  expect(await move({ registrationId, eventId })).toEqual({ kind });
  expect(await seatOf(registrationId)).toMatchObject({ event_id: race.eventId, spot: 1 });
});

test('an event of another race, and a registration that has ended or is not there, are refused', async () => {
  const { registrationId, second, eventId } = await aMove();
  const other = await made.paidRace(1);
  expect(await move({ registrationId, eventId: other.race.eventId })).toEqual({ kind: 'no-event' });
  expect(await move({ registrationId, eventId: uuid7() })).toEqual({ kind: 'no-event' });
  expect(await move({ registrationId: uuid7(), eventId })).toEqual({ kind: 'not-found' });
  await made.changes.cancel(idOf(second), 'director', { percent: 100 });
  expect(await move({ registrationId: idOf(second), eventId })).toEqual({ kind: 'no-spot' });
});

test('the rules of the new event are kept, its questions are named, and what it does not have goes back on sale', async () => {
  const { race, there, registrationId, eventId } = await aMove({ price: 4500 });
  const en = (text: string) => ({ en: text });
  const form = (rules: object[]) =>
    JSON.stringify(
      readForm({
        language: 'en',
        questions: [{ id: 'club', type: 'text', of: 'person', label: en('Club'), required: true, events: [eventId] }],
        items: [
          {
            id: 'cap',
            label: en('Cap'),
            events: [race.eventId],
            variants: [{ id: 'cap-m', label: en('M'), price: 1000, limited: true }],
          },
          { id: 'mug', label: en('Mug'), variants: [{ id: 'mug-1', label: en('Mug'), price: 500 }] },
        ],
        rules,
      }),
    );
  await made.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash, published_at)
     VALUES ($1, 1, $2, '{}', 'h1', now()), ($1, 2, $3, '{}', 'h2', now())`,
    [race.raceId, form([{ events: [eventId], minAge: 70 }]), form([{ events: [eventId], oneOfGroup: there.eventId }])],
  );
  await made.query('UPDATE race SET form_revision = 1 WHERE id = $1', [race.raceId]);
  const pool = uuid7();
  await made.query(`INSERT INTO pool (id, race_id, kind, ref, stock) VALUES ($1, $2, 'item', 'cap-m', 1)`, [
    pool,
    race.raceId,
  ]);
  await made.query('INSERT INTO unit (pool_id, number, block) VALUES ($1, 1, $1)', [pool]);
  await made.query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, state, pool_id, unit, block)
     VALUES ($1, 0, 'entry', '', 3000, 3000, 'given', NULL, NULL, NULL), ($1, 1, 'item', 'cap-m', 1000, 1000, 'given', $2, 1, $2),
       ($1, 2, 'item', 'mug-1', 500, 500, 'given', NULL, NULL, NULL)`,
    [registrationId, pool],
  );
  await made.query('UPDATE registration SET form_revision = 1 WHERE id = $1', [registrationId]);
  await made.query(`INSERT INTO bib (race_id, number, registration_id) VALUES ($1, 7, $2)`, [
    race.raceId,
    registrationId,
  ]);

  const order = { registrationId, eventId };
  await made.query('UPDATE price SET amount = 3000 WHERE event_id = $1', [eventId]);
  expect(await move(order)).toEqual({
    kind: 'not-eligible',
    faults: [{ field: 'registrationId', code: 'too-young', limit: 70 }],
  });
  await made.query('UPDATE race SET form_revision = 2 WHERE id = $1', [race.raceId]);
  expect(await move(order)).toMatchObject({
    kind: 'moved',
    ...{ paid: 3000, price: 3000, refund: 1000, returned: [1], unanswered: ['Club'], bib: 7 },
  });
  expect(await refundsOf(registrationId)).toEqual([1000]);
  expect(
    await made.query(
      'SELECT position, state, unit, refund FROM registration_line WHERE registration_id = $1 ORDER BY position',
      [registrationId],
    ),
  ).toMatchObject([
    { position: 0, state: 'given' },
    { position: 1, state: 'returned', unit: null, refund: 1000 },
    { position: 2, state: 'given', refund: null },
  ]);
  expect(await made.query('SELECT block FROM unit WHERE pool_id = $1', [pool])).toEqual([{ block: null }]);
  expect(await made.query('SELECT limit_group, share FROM registration WHERE id = $1', [registrationId])).toEqual([
    { limit_group: there.eventId, share: 3500 },
  ]);
  await expectBooksInOrder(race, there);
});

test('a runner who gives the spot back while a director moves them has one spot less, and no spot is lost', async () => {
  for (let n = 0; n < 8; n++) {
    const { race, there, registrationId, eventId } = await aMove();
    const [moved] = await Promise.all([
      move({ registrationId, eventId }),
      made.changes.cancel(registrationId, 'director', { percent: 100 }),
    ]);
    expect(['moved', 'no-spot']).toContain(moved.kind);
    expect(await seatOf(registrationId)).toMatchObject({ live: false, spot: null, ended: 'cancelled' });
    expect([await made.sellable(race), await made.sellable(there)]).toEqual([[1], [1, 2]]);
    await expectBooksInOrder(race, there);
  }
});
