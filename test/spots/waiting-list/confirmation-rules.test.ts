import { personOf } from '../../../lambdas/domain/person/person';
import type { Join, Ticket } from '../../../lambdas/domain/waiting';
import { lockEvent } from '../../../lambdas/ledger/event-sql';
import { PostgresWaitingList } from '../../../lambdas/ledger/postgres-waiting-list';
import { PostgresWaitingPlaces } from '../../../lambdas/mail/letters/postgres-waiting-places';
import { countSpots } from '../../../lambdas/spots/availability/postgres-spot-counts';
import { reclaimSpots } from '../../../lambdas/spots/blocks/reclaim-spots';
import { placesToConfirm } from '../../../lambdas/spots/waiting-list/confirmation-rules';
import { PostgresConfirmations } from '../../../lambdas/spots/waiting-list/postgres-confirmations';
import { confirmPlace } from '../../../lambdas/spots/waiting-list/waiting-list';
import { openFamilies, wish } from '../../support/races/families';
import { placeKeyOf } from '../../support/races/place-key';
import { type MadeRace, submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';
import { asking, confirmAll } from '../../support/races/waiting-list';

const { postgres, query, ledger, places, fullRace, cancel, endOffer, list, sellable } = openFamilies();

/** Joins, as anybody may in anybody's name. */
const join = ({ eventId }: MadeRace, ...joins: readonly Join[]) =>
  new PostgresWaitingList(postgres(), asking).join(eventId, joins);
const confirm = ({ eventId }: MadeRace, joined: Join) => places().confirm(placeKeyOf(eventId, joined));
const confirmations = () => new PostgresConfirmations(postgres(), asking);
/** Runs the minute job. Returns how many spots came back. */
const minuteJob = async () => {
  const units = { due: async () => [], reclaim: async () => 0 };
  const gifts = { due: async () => [], topUp: async () => 0 };
  return (await reclaimSpots({ ledger: ledger(), units, gifts, confirmations: confirmations() })()).spots;
};
const crowd = (howMany: number, name = 'fake') => Array.from({ length: howMany }, (_, n) => wish(`${name}-${n}`, 1));

/** Who was mailed to confirm, and how often. */
const asked = async ({ eventId }: MadeRace) => {
  const rows = await query<{ who: string }>(
    `SELECT w.runner ->> 'firstName' || ' ' || (o.body ->> 'generation') AS who
     FROM outbox o JOIN waiting w ON w.id = (o.body ->> 'registrationId')::uuid
     WHERE w.event_id = $1 AND o.body ->> 'template' = 'place-confirmation' ORDER BY w.position, o.body ->> 'generation'`,
    [eventId],
  );
  return rows.map(({ who }) => who);
};
const pass = ({ eventId }: MadeRace, time: string) =>
  query('UPDATE waiting SET confirmation_asked_at = confirmation_asked_at - $2::interval WHERE event_id = $1', [
    eventId,
    time,
  ]);

describe('a place that nobody confirmed', () => {
  test('keeps nothing from the public, and is no work for the minute job', async () => {
    const { race, last } = await fullRace(2);
    await join(race, wish('fake', 1));
    await cancel(race, 1);
    expect(await ledger().due()).not.toContain(race.eventId);
    const [count] = await countSpots(postgres(), [race.eventId]);
    expect(count?.waitedFor).toBe(false);
    expect(await ledger().cut(race.eventId, last, 'spent')).toMatchObject({ kind: 'block', block: { numbers: [1] } });
  });

  test('lets nobody else join for what is on sale', async () => {
    const { race } = await fullRace(2);
    await join(race, wish('fake', 1));
    await cancel(race, 1);
    await join(race, wish('ada', 1));
    expect(await list(race)).toEqual(['fake waiting', 'ada not-needed']);
  });

  test('is passed over: an offer that ran out goes on public sale with the next minute job', async () => {
    const { race, last } = await fullRace(2);
    const ada = wish('ada', 1);
    await join(race, ada, wish('fake', 1));
    await confirm(race, ada);
    await cancel(race, 1);
    await minuteJob();
    expect(await list(race)).toEqual(['ada offered 1', 'fake waiting']);
    await endOffer(race, ada);
    expect(await list(race)).toEqual(['ada expired', 'fake waiting']);
    expect(await sellable(race)).toEqual([1]);
    expect(await ledger().cut(race.eventId, last, 'spent')).toMatchObject({ kind: 'block', block: { numbers: [1] } });
  });

  test('loses its turn, not its place', async () => {
    const { race } = await fullRace(3);
    const [first, second] = [wish('first', 1), wish('second', 1)];
    await join(race, first, second, wish('third', 1));
    await confirm(race, second);
    await cancel(race, 1);
    await minuteJob();
    expect(await list(race)).toEqual(['first waiting', 'second offered 1', 'third waiting']);
    await confirmAll(postgres(), race.eventId);
    await cancel(race, 2);
    await minuteJob();
    expect(await list(race)).toEqual(['first offered 2', 'second offered 1', 'third waiting']);
  });
});

test('somebody who confirms while a spot is free is offered it at once', async () => {
  const { race } = await fullRace(1);
  const ada = wish('ada', 1);
  await join(race, ada);
  await cancel(race, 1);
  expect([await confirm(race, ada), await confirm(race, ada)]).toEqual(['confirmed', 'confirmed']);
  expect(await list(race)).toEqual(['ada offered 1']);
});

test('a person who confirms or gives up a place again and again does not take the lock that every cut waits for', async () => {
  const { race } = await fullRace(1);
  const [ada, bea] = [wish('ada', 1), wish('bea', 1)];
  await join(race, ada, bea);
  await confirm(race, ada);
  const leaveAsBea = () => places().leave(placeKeyOf(race.eventId, bea));
  expect(await leaveAsBea()).toBe('left');
  const answers = await postgres().transaction(async (sql) => {
    await sql.query(lockEvent, [race.eventId]);
    return [await confirm(race, ada), await confirm(race, bea), await leaveAsBea()];
  });
  expect(answers).toEqual(['confirmed', 'over', 'left']);
});

test('somebody who left has nothing to confirm, and confirms again when they join again', async () => {
  const { race } = await fullRace(1);
  const ada = wish('ada', 1);
  await join(race, ada);
  await confirm(race, ada);
  await places().leave(placeKeyOf(race.eventId, ada));
  expect(await confirm(race, ada)).toBe('over');
  await join(race, wish('ada', 1));
  await cancel(race, 1);
  await minuteJob();
  expect(await list(race)).toEqual(['ada waiting']);
});

test('somebody who was authorised and found no spot left counts without a click', async () => {
  const { race } = await fullRace(2);
  const late = submissionFor(race, { id: race.eventId, numbers: [1] }, 0, { person: 'late' });
  await registrationsOn(postgres()).record(race.eventId, [late]);
  await cancel(race, 1);
  await minuteJob();
  expect(await list(race)).toEqual(['late offered 1']);
});

describe('who is asked', () => {
  test('a short list is asked at joining, each once', async () => {
    const { race } = await fullRace(1);
    const [ada, bob] = [wish('ada', 1), wish('bob', 2)];
    await join(race, ada, bob);
    await join(race, ada);
    await minuteJob();
    expect(await asked(race)).toEqual(['ada 1', 'bob 1']);
  });

  test('of a stuffed list only those near its head, and a day later the next: never more mails than that', async () => {
    const { race } = await fullRace(1);
    const most = placesToConfirm(1);
    await join(race, ...crowd(2 * most + 10));
    for (let n = 0; n < 3; n++) await minuteJob();
    expect((await asked(race)).map((who) => who.split(' ')[0])).toEqual(
      crowd(most).map(({ runner }) => runner.firstName),
    );
    await pass(race, '1 day');
    await minuteJob();
    expect(await asked(race)).toHaveLength(2 * most);
    expect((await asked(race)).every((who) => who.endsWith(' 1'))).toBe(true);
    // Those who join behind them are asked before any of them is asked a second time.
    await pass(race, '1 day');
    await join(race, wish('honest', 1));
    await minuteJob();
    expect(await asked(race)).toContain('honest 1');
  });

  test('nobody is asked more than three times, or within a day', async () => {
    const { race } = await fullRace(1);
    await join(race, wish('silent', 1));
    for (let day = 0; day < 5; day++) {
      await minuteJob();
      await pass(race, '1 day');
    }
    expect(await asked(race)).toEqual(['silent 1', 'silent 2', 'silent 3']);
  });

  test('when those in front have their offers, others are asked', async () => {
    const { race } = await fullRace(2);
    const most = placesToConfirm(2);
    await join(race, ...crowd(most, 'real'), wish('next', 1));
    await confirmAll(postgres(), race.eventId);
    await query(`UPDATE waiting SET confirmed_at = NULL WHERE event_id = $1 AND runner ->> 'firstName' = 'next'`, [
      race.eventId,
    ]);
    await minuteJob();
    expect(await asked(race)).not.toContain('next 1');
    await cancel(race, 1);
    await minuteJob();
    expect(await asked(race)).toContain('next 1');
  });

  test('a large event has more of them', () => {
    expect([placesToConfirm(500), placesToConfirm(2500), placesToConfirm(50_000)]).toEqual([50, 50, 1000]);
  });
});

describe('who joins a second time', () => {
  test('is mailed the link, at most every ten minutes', async () => {
    const { race } = await fullRace(1);
    await join(race, wish('ada', 1));
    await join(race, wish('ada', 1), wish('ada', 1));
    expect(await asked(race)).toEqual(['ada 1']);
    await pass(race, '11 minutes');
    await join(race, wish('ada', 1));
    expect(await asked(race)).toEqual(['ada 1', 'ada 2']);
  });

  test('is mailed the link also when the place is confirmed', async () => {
    const { race } = await fullRace(1);
    const ada = wish('ada', 1);
    await join(race, ada);
    await confirm(race, ada);
    await pass(race, '11 minutes');
    await join(race, wish('ada', 1));
    expect(await asked(race)).toEqual(['ada 1', 'ada 2']);
  });

  test('again and again in a stranger’s name causes few mails', async () => {
    const { race } = await fullRace(1);
    for (let n = 0; n < 10; n++) {
      await join(race, wish('stranger', 1));
      await pass(race, '11 minutes');
    }
    expect(await asked(race)).toHaveLength(5);
  });

  test('is mailed, though registered: and only there it is said', async () => {
    const { race, submissions } = await fullRace(1);
    const runner = submissions[0]?.runner;
    if (!runner) throw new Error('nobody is registered');
    const { firstName, lastName, email, birthDate } = runner;
    const identity = { firstName, lastName, email, birthDate };
    const again: Join = { ...wish('x', 1), runner: identity, person: personOf(identity) };
    await join(race, again);
    expect(await list(race)).toEqual([`${firstName} registered`]);
    expect(await asked(race)).toEqual([`${firstName} 1`]);
    expect(await new PostgresWaitingPlaces(postgres()).findAny(again.placeId)).toMatchObject({
      isOnTheList: false,
      email,
    });
  });
});

test('only a ticket from a mail confirms, and only its own place', async () => {
  const ticket: Ticket = { placeId: 'p1', raceId: 'harbour', eventId: 'ten', personHash: 'ada', isMailed: true };
  const tickets: Record<string, Ticket> = { mailed: ticket, joined: { ...ticket, isMailed: false, givenAt: 0 } };
  const confirmed: string[] = [];
  const open = confirmPlace({
    readTicket: async (token) => tickets[token],
    places: {
      confirm: async ({ placeId }) => {
        confirmed.push(placeId);
        return 'confirmed';
      },
    },
  });
  expect(await open('p1', 'joined')).toBe('not-yours');
  expect(await open('p2', 'mailed')).toBe('not-yours');
  expect(await open('p1', 'forged')).toBe('not-yours');
  expect(confirmed).toEqual([]);
  expect(await open('p1', 'mailed')).toBe('confirmed');
});

test('a place that was confirmed is given up with the link in its mail only', async () => {
  const { race } = await fullRace(1);
  const ada = wish('ada', 1);
  await join(race, ada);
  const byMallory = placeKeyOf(race.eventId, ada, false);
  await confirm(race, ada);
  expect(await places().leave(byMallory)).toBe('closed');
  expect(await list(race)).toEqual(['ada waiting']);
  expect(await places().leave(placeKeyOf(race.eventId, ada))).toBe('left');
});

describe('an offer', () => {
  const closeInAWeek = ({ raceId }: MadeRace) =>
    query(`UPDATE race SET closes_at = clock_timestamp() + interval '7 days' WHERE id = $1`, [raceId]);
  const lasts = async ({ eventId }: MadeRace) => {
    const [row] = await query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM deal_until - clock_timestamp()) / 60)::int AS minutes FROM block WHERE event_id = $1 AND owner IS NOT NULL`,
      [eventId],
    );
    return row?.minutes;
  };

  test('stays open as long as its race says', async () => {
    const { race } = await fullRace(1);
    await query('UPDATE race SET offer_seconds = 5400 WHERE id = $1', [race.raceId]);
    await closeInAWeek(race);
    const ada = wish('ada', 1);
    await join(race, ada);
    await confirm(race, ada);
    await cancel(race, 1);
    await minuteJob();
    expect(await lasts(race)).toBe(90);
  });

  test('is shorter when many wait, counting only who confirmed', async () => {
    const [{ race }, { race: stuffed }] = [await fullRace(1), await fullRace(1)];
    for (const one of [race, stuffed]) {
      await closeInAWeek(one);
      await join(one, ...crowd(250));
    }
    await confirmAll(postgres(), race.eventId);
    await query(
      `UPDATE waiting SET confirmed_at = clock_timestamp() WHERE event_id = $1 AND runner ->> 'firstName' = 'fake-0'`,
      [stuffed.eventId],
    );
    for (const one of [race, stuffed]) await cancel(one, 1);
    await minuteJob();
    expect([await lasts(race), await lasts(stuffed)]).toEqual([360, 1440]);
  });
});
