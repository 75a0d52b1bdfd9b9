import { type FieldError, read } from '../api/read';
import type { Expectations } from '../capacity/ports';
import type { CreateRace } from '../races/create-race';
import { createRaceCommandOf, createRaceMessage } from '../races/messages';
import type { CancelForDirector } from '../registration/change/cancel-for-director';
import type { ChangeCapacity } from '../spots/capacity/change-capacity';
import { cancelRegistrationMessage, changeCapacityMessage, expectRunnersMessage } from './messages';

interface Needs {
  readonly createRace: CreateRace;
  readonly changeCapacity: ChangeCapacity;
  readonly cancelRegistration: CancelForDirector;
  readonly expectations: Expectations;
}

/** The answer to the caller. */
export type DirectAnswer =
  | {
      readonly created: {
        readonly raceId: string;
        readonly events: readonly { readonly id: string; readonly name: string; readonly capacity: number }[];
      };
    }
  /** `spots`: how many there are; more than `capacity` while some are held that go when they come back. */
  | { readonly changed: { readonly eventId: string; readonly capacity: number; readonly spots: number } }
  | { readonly cancelled: { readonly registrationId: string; readonly refund: number; readonly currency: string } }
  | { readonly expected: { readonly raceId: string; readonly runners: number } }
  | { readonly refused: { readonly detail: string; readonly errors: readonly FieldError[] } };

/**
 * Takes `{ "createRace": … }`, `{ "changeCapacity": … }`, `{ "expectRunners": … }` or `{ "cancelRegistration": … }`.
 * Each is safe to send again.
 */
export const directWorker =
  (needs: Needs) =>
  async (event: unknown): Promise<DirectAnswer> => {
    if (hasField(event, 'changeCapacity')) return runChangeCapacity(needs, event);
    if (hasField(event, 'cancelRegistration')) return runCancelRegistration(needs, event);
    if (hasField(event, 'expectRunners')) return runExpectRunners(needs, event);
    return runCreateRace(needs, event);
  };

const hasField = (event: unknown, name: string) => typeof event === 'object' && event !== null && name in event;

const runCreateRace = async ({ createRace }: Needs, event: unknown): Promise<DirectAnswer> => {
  const message = read(createRaceMessage, event);
  if ('errors' in message) return unreadable(message.errors);
  const command = createRaceCommandOf(message.output);
  const answer = await createRace(command);
  switch (answer.kind) {
    case 'created': {
      const { id, events } = answer.race;
      return { created: { raceId: id, events: events.map(({ id, name, capacity }) => ({ id, name, capacity })) } };
    }
    case 'different':
      return refused(
        `There is another race "${command.id}" already: see errors for where they differ. Nothing was changed; choose another id.`,
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

const runChangeCapacity = async ({ changeCapacity }: Needs, event: unknown): Promise<DirectAnswer> => {
  const message = read(changeCapacityMessage, event);
  if ('errors' in message) return unreadable(message.errors);
  const { raceId, eventId, capacity } = message.output.changeCapacity;
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
};

const runExpectRunners = async ({ expectations }: Needs, event: unknown): Promise<DirectAnswer> => {
  const message = read(expectRunnersMessage, event);
  if ('errors' in message) return unreadable(message.errors);
  const { raceId, runners } = message.output.expectRunners;
  if (await expectations.expect(raceId, runners)) return { expected: { raceId, runners } };
  return refused('Nothing was changed: there is no such race.', [
    { field: 'expectRunners.raceId', message: 'is no race' },
  ]);
};

const runCancelRegistration = async ({ cancelRegistration }: Needs, event: unknown): Promise<DirectAnswer> => {
  const message = read(cancelRegistrationMessage, event);
  if ('errors' in message) return unreadable(message.errors);
  const { registrationId, refundPercent } = message.output.cancelRegistration;
  const answer = await cancelRegistration(registrationId, refundPercent);
  if (answer.kind === 'cancelled') {
    return { cancelled: { registrationId, refund: answer.refund, currency: answer.currency } };
  }
  return refused(`Nothing was cancelled: ${reasons[answer.kind]}`, [
    { field: 'cancelRegistration.registrationId', message: reasons[answer.kind] },
  ]);
};

const reasons = {
  'not-found': 'there is no such registration.',
  settling: 'its card is being charged this moment. Try again in a minute.',
  'no-spot': 'it was never confirmed, or its spot was given back or passed on before.',
} as const;

const unreadable = (errors: readonly FieldError[]) =>
  refused('Nothing was done: the message is not as expected, see errors.', errors);

const refused = (detail: string, errors: readonly FieldError[]): DirectAnswer => ({ refused: { detail, errors } });
