import { type FieldError, read } from '../api/read';
import type { CreateRace } from './create-race';
import { createRaceMessage, raceWishOf } from './messages';

/** What the one who called is told. */
export type DirectAnswer =
  | {
      readonly created: {
        readonly raceId: string;
        readonly events: readonly { readonly id: string; readonly name: string; readonly capacity: number }[];
      };
    }
  | { readonly refused: { readonly detail: string; readonly errors: readonly FieldError[] } };

/** Takes `{ "createRace": { … } }`. Safe to send again: the same race is made once. */
export const directWorker =
  (createRace: CreateRace) =>
  async (event: unknown): Promise<DirectAnswer> => {
    const message = read(createRaceMessage, event);
    if ('errors' in message)
      return refused('Nothing was made: the message is not as expected, see errors.', message.errors);

    const wish = raceWishOf(message.output);
    const answer = await createRace(wish);
    switch (answer.kind) {
      case 'created': {
        const { id, events } = answer.race;
        return { created: { raceId: id, events: events.map(({ id, name, capacity }) => ({ id, name, capacity })) } };
      }
      case 'different':
        return refused(
          `There is another race "${wish.id}" already: see errors for where they differ. Nothing was changed; choose another id.`,
          answer.fields.map((field) => ({
            field: `createRace.${field}`,
            message: 'is different in the race that exists',
          })),
        );
      case 'event-taken':
        return refused('Nothing was made: an event of another race has this id. Choose another, or leave it out.', [
          { field: 'createRace.events', message: `${answer.eventId} belongs to another race` },
        ]);
    }
  };

const refused = (detail: string, errors: readonly FieldError[]): DirectAnswer => ({ refused: { detail, errors } });
