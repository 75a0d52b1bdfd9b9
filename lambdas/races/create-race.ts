import { defaultSale, type Race, type RaceNews, type RaceRegister } from './race';
import { type CreateRaceCommand, differences } from './race-wish';

interface Needs {
  readonly register: RaceRegister;
  readonly news: RaceNews;
  readonly newId: () => string;
  readonly hash: (text: string) => string;
}

/** `event-taken`: an event of another race has this id. Nothing is made then. */
export type CreateRaceAnswer =
  /** The race exists as requested, made now or before. */
  | { readonly kind: 'created'; readonly race: Race }
  /** Another race has this id; `fields` says where the two differ. */
  | { readonly kind: 'different'; readonly fields: readonly string[] }
  | { readonly kind: 'event-taken'; readonly eventId: string };

export type CreateRace = (command: CreateRaceCommand) => Promise<CreateRaceAnswer>;

/** Makes a race with all its spots. Repeating it with the same content gives the same answer. */
export const createRace =
  ({ register, news, newId, hash }: Needs): CreateRace =>
  async (command) => {
    const race = raceOf(command, newId, hash);
    const answer = await register.create(race);
    if (answer.kind === 'event-taken') return answer;

    // Also when the race was there before: the caller that made it may have failed before announcing it.
    await news.changed(race.id);
    if (answer.kind === 'created') return { kind: 'created', race };
    const fields = differences(command, answer.race);
    return fields.length === 0 ? { kind: 'created', race: answer.race } : { kind: 'different', fields };
  };

/** The race that is wished for, with what its director need not say. */
export const raceOf = (command: CreateRaceCommand, newId: () => string, hash: (text: string) => string): Race => ({
  ...command,
  sale: { ...defaultSale, ...command.sale },
  waiver: { ...command.waiver, hash: hash(command.waiver.text) },
  events: command.events.map((event) => ({ ...event, id: event.id ?? newId() })),
});
