import { uuid7 } from '../../lambdas/platform/uuid';
import { openConsole } from '../staff/console-world';
import { paidGroup } from '../support/races/paid-group';

const console = openConsole();

test('a director sees what a move would do, moves a runner, and the list has them in the other event', async () => {
  const { race, lead } = await paidGroup(console.postgres, 2);
  const { raceId, eventId: fromId } = race;
  const eventId = uuid7();
  await console.postgres.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 2, 'Five', 5000, 1, 2)`,
    [eventId, raceId],
  );
  await console.postgres.query('INSERT INTO spot (event_id, number) VALUES ($1, 1)', [eventId]);
  await console.postgres.query(
    `INSERT INTO price (event_id, starts_at, label, amount) VALUES ($1, '2020-01-01', 'Regular', 6000)`,
    [eventId],
  );
  const { secret, staffId } = await console.signedIn([{ role: 'director', raceId }]);
  const ask = (difference: string, dry = false) =>
    console.call('POST', `/races/${raceId}/commands/moveEvent`, {
      secret,
      query: { dry: String(dry) },
      json: { registrationId: lead, eventId, difference },
      headers: { 'idempotency-key': uuid7() },
    });
  const listed = async () => {
    await console.postgres.query(`UPDATE projection SET caught_up_at = '-infinity' WHERE race_id = $1`, [raceId]);
    const { body } = await console.call('POST', `/races/${raceId}/participants`, { secret, json: {} });
    return body.participants.map((one: { registrationId: string; eventId: string; number: number }) => [
      one.registrationId === lead,
      one.eventId,
      one.number,
    ]);
  };
  expect(await listed()).toEqual(expect.arrayContaining([[true, fromId, 1]]));

  const dearer = await ask('refund', true);
  expect([dearer.status, dearer.body]).toMatchObject([
    422,
    {
      reason: 'not-moved',
      detail: expect.stringContaining('costs 15.00 EUR more'),
      errors: [{ field: 'moveEvent.difference' }],
    },
  ]);
  const would = { from: { name: 'Ten' }, to: { name: 'Five' }, number: 1, refund: 0, isChanged: true };
  expect((await ask('leave', true)).body).toMatchObject({ movedEvent: would });
  expect(await listed()).toEqual(expect.arrayContaining([[true, fromId, 1]]));
  expect((await ask('leave')).body).toMatchObject({ movedEvent: would });
  expect(await listed()).toEqual(expect.arrayContaining([[true, eventId, 1]]));
  expect(
    await console.postgres.query(
      `SELECT actor, staff_id, event_id FROM audit WHERE registration_id = $1 AND action = 'moved'`,
      [lead],
    ),
  ).toEqual([{ actor: 'director', staff_id: staffId, event_id: eventId }]);
});
