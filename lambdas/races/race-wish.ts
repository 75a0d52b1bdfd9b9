import type { Race, RaceEvent, RaceSale, Waiver } from './race';

/** A race to be made: ids that are missing and the hash are added by us. */
export interface CreateRaceCommand extends Omit<Race, 'waiver' | 'events' | 'sale' | 'revision'> {
  readonly sale?: Partial<RaceSale> | undefined;
  readonly waiver: Omit<Waiver, 'hash'>;
  readonly events: readonly CreateEventCommand[];
}

export type CreateEventCommand = Omit<RaceEvent, 'id' | 'isHidden'> & { readonly id?: string | undefined };

/**
 * Paths of the fields where a race differs from the command, with dots: `events.0.capacity`. Fields that the command
 * leaves out do not count.
 */
export const differences = (command: CreateRaceCommand, race: Race): readonly string[] => compare('', command, race);

const compare = (at: string, command: unknown, is: unknown): readonly string[] => {
  if (command === undefined) return [];
  if (command instanceof Date && is instanceof Date) return command.getTime() === is.getTime() ? [] : [at];
  if (Array.isArray(command) && Array.isArray(is) && command.length !== is.length) return [at];
  if (!isObject(command) || !isObject(is)) return command === is ? [] : [at];
  return Object.entries(command).flatMap(([key, value]) => compare(at ? `${at}.${key}` : key, value, is[key]));
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
