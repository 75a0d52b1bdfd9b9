import { createRaceCommandOf, createRaceMessage } from '../../races/messages';
import { type Command, command, refused } from '../command';
import { changeCapacityMessage, changeSaleMessage, expectRunnersMessage } from '../messages';

/** What a director orders about a race and its sale: a part of the table in `commands.ts`. */
export const raceCommands = {
  createRace: command(createRaceMessage, async ({ createRace }, message) => {
    const race = createRaceCommandOf(message);
    const answer = await createRace(race);
    switch (answer.kind) {
      case 'created': {
        const { id, events } = answer.race;
        return { created: { raceId: id, events: events.map(({ id, name, capacity }) => ({ id, name, capacity })) } };
      }
      case 'different':
        return refused(
          'another-race',
          { raceId: race.id },
          answer.fields.map((field) => ({ field: `createRace.${field}`, code: 'different' })),
        );
      case 'event-taken':
        return refused('event-of-another-race', {}, [
          { field: 'createRace.events', code: 'of-another-race', other: answer.eventId },
        ]);
    }
  }),

  changeCapacity: command(changeCapacityMessage, async ({ changeCapacity }, message) => {
    const { raceId, eventId, capacity } = message.changeCapacity;
    const answer = await changeCapacity(raceId, eventId, capacity);
    switch (answer.kind) {
      case 'changed':
        return { changed: { eventId, capacity, spots: answer.spots } };
      case 'taken':
        return refused('more-registered', { registered: answer.taken }, [
          { field: 'changeCapacity.capacity', code: 'too-small', limit: answer.taken },
        ]);
      case 'no-such-event':
        return refused('no-such-event', {}, [
          { field: 'changeCapacity.eventId', code: 'not-of-this-race', other: raceId },
        ]);
      case 'cancelled':
        return refused('race-cancelled', {}, []);
    }
  }),

  changeSale: command(changeSaleMessage, async ({ changeSale }, message) => {
    const { dryRun, ...wished } = message.changeSale;
    const { raceId, sale } = wished;
    const answer = await changeSale({ ...wished, isDryRun: dryRun });
    switch (answer.kind) {
      case 'changed':
        return { sale: { raceId, sale, events: answer.events, dealing: answer.dealing, dryRun } };
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'changeSale.raceId', code: 'not-a-race' }]);
      case 'no-such-event':
        return refused('no-such-event', {}, [{ field: 'changeSale.eventId', code: 'not-of-this-race', other: raceId }]);
      case 'cancelled':
        return refused('race-cancelled', {}, []);
    }
  }),

  expectRunners: command(expectRunnersMessage, async ({ expectations }, message) => {
    const { raceId, runners } = message.expectRunners;
    if (await expectations.expect(raceId, runners)) return { expected: { raceId, runners } };
    return refused('no-such-race', {}, [{ field: 'expectRunners.raceId', code: 'not-a-race' }]);
  }),
} satisfies Readonly<Record<string, Command>>;
