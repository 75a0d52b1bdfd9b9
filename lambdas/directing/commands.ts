import type * as v from 'valibot';
import type { FieldError } from '../api/read';
import type { Expectations } from '../capacity/ports';
import type { CreateRace } from '../races/create-race';
import { createRaceCommandOf, createRaceMessage } from '../races/messages';
import type { CancelForDirector } from '../registration/change/cancel-for-director';
import type { ChangeCapacity } from '../spots/capacity/change-capacity';
import { cancelRegistrationMessage, changeCapacityMessage, expectRunnersMessage } from './messages';

/** The use cases that the commands run. */
export interface CommandNeeds {
  readonly createRace: CreateRace;
  readonly changeCapacity: ChangeCapacity;
  readonly cancelRegistration: CancelForDirector;
  readonly expectations: Expectations;
}

/** Who may run a command. Today there is only `operator`: a principal that IAM lets invoke the function. */
export type Role = 'operator';

/** The answer to a command, as its caller reads it. */
export type CommandAnswer =
  | {
      readonly created: {
        readonly raceId: string;
        readonly events: readonly { readonly id: string; readonly name: string; readonly capacity: number }[];
      };
    }
  /** `spots`: the rows that exist now. There are more than `capacity` while held spots above it have not come back. */
  | { readonly changed: { readonly eventId: string; readonly capacity: number; readonly spots: number } }
  /** `refund` is in the currency's smallest unit. */
  | { readonly cancelled: { readonly registrationId: string; readonly refund: number; readonly currency: string } }
  | { readonly expected: { readonly raceId: string; readonly runners: number } }
  | { readonly refused: { readonly detail: string; readonly errors: readonly FieldError[] } };

export interface Command {
  readonly permits: readonly Role[];
  /** Of the whole message, `{ "<name>": { … } }`: the errors name fields as the caller wrote them. */
  readonly schema: v.GenericSchema<unknown, unknown>;
  /** Takes what `schema` has read. A command is safe to send again. */
  run(needs: CommandNeeds, message: unknown): Promise<CommandAnswer>;
}

export const refused = (detail: string, errors: readonly FieldError[]): CommandAnswer => ({
  refused: { detail, errors },
});

const operators: readonly Role[] = ['operator'];

/** Binds `run` to its schema's output, so that the table can hold commands of different shapes. */
const command = <S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  run: (needs: CommandNeeds, message: v.InferOutput<S>) => Promise<CommandAnswer>,
): Command => ({ permits: operators, schema, run: (needs, message) => run(needs, message as v.InferOutput<S>) });

/** Everything a director can order, by the name of the message's one field. The command line and the console use this table alike. */
export const commands = {
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
          `There is another race "${race.id}" already: see errors for where they differ. Nothing was changed; choose another id.`,
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
  }),

  changeCapacity: command(changeCapacityMessage, async ({ changeCapacity }, message) => {
    const { raceId, eventId, capacity } = message.changeCapacity;
    const answer = await changeCapacity(raceId, eventId, capacity);
    switch (answer.kind) {
      case 'changed':
        return { changed: { eventId, capacity, spots: answer.spots } };
      case 'taken':
        return refused(
          `Nothing was changed: ${answer.taken} runners are registered, and none of them can be turned away.`,
          [{ field: 'changeCapacity.capacity', message: `must be at least ${answer.taken}` }],
        );
      case 'no-such-event':
        return refused('Nothing was changed: there is no such event.', [
          { field: 'changeCapacity.eventId', message: `is no event of the race "${raceId}"` },
        ]);
    }
  }),

  expectRunners: command(expectRunnersMessage, async ({ expectations }, message) => {
    const { raceId, runners } = message.expectRunners;
    if (await expectations.expect(raceId, runners)) return { expected: { raceId, runners } };
    return refused('Nothing was changed: there is no such race.', [
      { field: 'expectRunners.raceId', message: 'is no race' },
    ]);
  }),

  cancelRegistration: command(cancelRegistrationMessage, async ({ cancelRegistration }, message) => {
    const { registrationId, refundPercent } = message.cancelRegistration;
    const answer = await cancelRegistration(registrationId, refundPercent);
    if (answer.kind === 'cancelled') {
      return { cancelled: { registrationId, refund: answer.refund, currency: answer.currency } };
    }
    return refused(`Nothing was cancelled: ${notCancelled[answer.kind]}`, [
      { field: 'cancelRegistration.registrationId', message: notCancelled[answer.kind] },
    ]);
  }),
} satisfies Readonly<Record<string, Command>>;

const notCancelled = {
  'not-found': 'there is no such registration.',
  settling: 'its card is being charged this moment. Try again in a minute.',
  'no-spot': 'it was never confirmed, or its spot was given back or passed on before.',
} as const;
