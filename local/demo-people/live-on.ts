import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { soldHalf, soldLastYear, soldRace } from '../prepare/demo-sold';
import { earlyPeople, firstWaiting, latePeople, offerTaken, type Person, waitingPeople } from './people';
import { confirmPlace, joinList, mailedTicket, register, type Site } from './register';
import { spreadOverTheSale } from './spread';

interface Needs {
  readonly site: Site;
  /** As the owner of the database. */
  readonly sql: Pick<ClientBase, 'query'>;
  /** Gives an order to the function `direct`. */
  readonly direct: (order: object) => Promise<unknown>;
  /** Where the webhooks of the demo go. */
  readonly webhookUrl: string;
  readonly isStopping: () => boolean;
}

/** So many people register at once. */
const atOnce = 4;
const lookMs = 200;
const endpointId = '0199c200-0000-7000-8000-000000000001';
const announcements = { service: '0199c200-0000-7000-8000-000000000002', news: '0199c200-0000-7000-8000-000000000003' };

class Stopped extends Error {}

/**
 * Fills the demo race that has been on sale for weeks, and last year's: people register by the API, and directors give orders. It goes
 * on where a start ended half-way, and does nothing once all is there.
 */
export const liveOn = async ({ site, sql, direct, webhookUrl, isStopping }: Needs): Promise<void> => {
  const find = async <Row>(query: string, values: readonly unknown[]): Promise<readonly Row[]> => {
    if (isStopping()) throw new Stopped();
    return (await sql.query(query, [...values])).rows as readonly Row[];
  };
  const until = async (query: string, values: readonly unknown[]): Promise<void> => {
    while ((await find(query, values)).length === 0) await setTimeout(lookMs);
  };
  const order = async (command: object): Promise<void> => {
    if (isStopping()) throw new Stopped();
    const answer = await direct(command);
    if (typeof answer === 'object' && answer !== null && !('refused' in answer)) return;
    throw new Error(`${JSON.stringify(command)} failed: ${JSON.stringify(answer)}`);
  };
  const forEach = async (people: readonly Person[], work: (person: Person) => Promise<unknown>): Promise<void> => {
    const left = [...people];
    const one = async (): Promise<void> => {
      for (let person = left.shift(); person && !isStopping(); person = left.shift()) await work(person);
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  };
  const comeIn = async (people: readonly Person[], ticket?: string): Promise<void> => {
    const ids = people.map(({ registrationId }) => registrationId);
    const there = new Set((await find<{ id: string }>(findThere, [ids])).map(({ id }) => id));
    await forEach(
      people.filter(({ registrationId }) => !there.has(registrationId)),
      (person) => register(site, person, ticket),
    );
    await until(areSettled, [ids]);
  };

  try {
    if ((await find('SELECT FROM announcement WHERE id = $1', [announcements.news])).length > 0) return;
    await comeIn(earlyPeople);
    await spreadOverTheSale(sql);
    // Somebody may have looked at the lists while people came in.
    for (const raceId of [soldRace, soldLastYear]) await order({ rebuildParticipants: { raceId } });

    const onList = new Set((await find<{ id: string }>(findOnList, [soldHalf])).map(({ id }) => id));
    for (const person of waitingPeople)
      if (!onList.has(person.registrationId)) {
        await joinList(site, person);
        await until('SELECT FROM waiting WHERE id = $1', [person.registrationId]);
      }
    for (const person of waitingPeople.slice(0, -2))
      while (!isStopping() && !(await confirmPlace(site, person))) await setTimeout(lookMs);

    const types = [
      'registration.confirmed',
      'registration.cancelled',
      'registration.corrected',
      'registration.name_withheld',
      'payment.captured',
      'payment.refunded',
    ];
    await order({ saveWebhook: { raceId: soldRace, endpointId, url: webhookUrl, types } });
    await comeIn(latePeople);
    await cancelSome(order);
    if (firstWaiting) {
      await until(`SELECT FROM waiting WHERE id = $1 AND state IN ('offered', 'registered')`, [
        firstWaiting.registrationId,
      ]);
      const ticket = await mailedTicket(site, firstWaiting);
      await comeIn([{ ...firstWaiting, registrationId: offerTaken }], ticket);
    }
    await writeToPeople(order);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
};

const peopleOf = (raceId: string) => earlyPeople.filter((person) => person.raceId === raceId);
const half = peopleOf(soldRace).filter(({ eventId }) => eventId === soldHalf);
const others = peopleOf(soldRace).filter(({ eventId }) => eventId !== soldHalf);
const idAt = (people: readonly Person[], n: number) => people[n]?.registrationId;

/** A spot of the half marathon that comes back is offered to the waiting list. */
const cancelSome = async (order: (command: object) => Promise<void>): Promise<void> => {
  for (const n of [3, 17]) await order({ cancelRegistration: { registrationId: idAt(half, n) } });
  for (const [n, refundPercent] of [
    [5, 100],
    [22, 80],
    [40, 80],
    [61, 0],
  ] as const)
    await order({ cancelRegistration: { registrationId: idAt(others, n), refundPercent } });
};

const writeToPeople = async (order: (command: object) => Promise<void>): Promise<void> => {
  const corrected = idAt(half, 7);
  await order({ correctRunner: { registrationId: corrected, lastName: 'Lindqvist', reason: 'Married last month.' } });
  await order({ resendLink: { registrationId: corrected } });
  await order({
    sendAnnouncement: {
      raceId: soldRace,
      announcementId: announcements.service,
      subject: 'Your start is half an hour earlier',
      body: 'The half marathon starts at 9:30, so that everybody is back before it gets hot.\n\nSee you at the lake!',
      isService: true,
      eventId: soldHalf,
    },
  });
  await order({
    sendAnnouncement: {
      raceId: soldRace,
      announcementId: announcements.news,
      subject: 'Cake, and who bakes it',
      body: 'This year the bakers of Lindenau bring 40 cakes to the finish. Tell your friends: there are spots left for 10 km.',
    },
  });
};

const findThere = 'SELECT id FROM registration WHERE id = ANY ($1::uuid[])';
const findOnList = 'SELECT id FROM waiting WHERE event_id = $1';
/** All are decided, their cards are charged, and their mails have left. */
const areSettled = `
  SELECT WHERE cardinality($1::uuid[]) = (
    SELECT count(*) FROM registration g JOIN payment p ON p.registration_id = g.id JOIN mail m ON m.registration_id = g.id
    WHERE g.id = ANY ($1::uuid[]) AND g.outcome = 'confirmed' AND p.state <> 'authorised' AND m.template = 'confirmation'
      AND m.state <> 'claimed' AND m.event IS NOT NULL)`;
