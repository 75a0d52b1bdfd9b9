import * as v from 'valibot';
import { registrationId } from '../../../lambdas/api/fields';
import { runner } from '../../../lambdas/api/messages/registrations';
import { personOf } from '../../../lambdas/domain/person/person';
import { earlyPeople, latePeople, waitingPeople } from '../../../local/demo-people/people';
import { demoSoldRaces, halfSpots, soldHalf } from '../../../local/prepare/demo-sold';

const all = [...earlyPeople, ...latePeople, ...waitingPeople];

test('everybody of the demo could type what they typed, is one person, and wants an event of the demo', () => {
  const entry = v.object({ registrationId, runner });
  for (const person of all)
    expect([person.runner.email, v.safeParse(entry, person).issues]).toEqual([person.runner.email, undefined]);
  expect(new Set(all.map(({ registrationId }) => registrationId)).size).toBe(all.length);
  expect(new Set(all.map((person) => personOf(person.runner))).size).toBe(all.length);
  const events = demoSoldRaces(new Date()).flatMap(({ createRace: { id, events } }) =>
    events.map((event) => `${id} ${event.id}`),
  );
  expect(all.filter(({ raceId, eventId }) => !events.includes(`${raceId} ${eventId}`))).toEqual([]);
});

test('the half marathon is sold out before anybody has to wait for it, and the other events are not', () => {
  const wanting = (eventId: string) => [...earlyPeople, ...latePeople].filter((one) => one.eventId === eventId).length;
  expect(wanting(soldHalf)).toBe(halfSpots);
  expect(new Set(waitingPeople.map(({ eventId }) => eventId))).toEqual(new Set([soldHalf]));
  for (const { createRace } of demoSoldRaces(new Date()))
    for (const { id = '', capacity } of createRace.events)
      if (id !== soldHalf) expect(wanting(id)).toBeLessThan(capacity);
});
