import { read } from '../api/read';
import { type CommandAnswer, refused } from './command';
import type { CommandName } from './commands';
import { besideCommand } from './messages';
import { isCommand, type Permission, permissions } from './permitted-commands';
import type { Subjects } from './ports';

/** A command as the console orders it. */
export interface Order {
  readonly name: CommandName;
  /** The race in the address. */
  readonly raceId: string;
  /** The fields of the command, without its race. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Nothing is changed, and the answer says what would be. */
  readonly isDryRun: boolean;
}

/** Runs the command that a message names. */
export type RunCommand = (message: unknown) => Promise<CommandAnswer>;

interface Needs {
  readonly subjects: Subjects;
  /** Runs a command in somebody's name. */
  readonly run: RunCommand;
  /** Runs a command in a transaction that is rolled back. */
  readonly runUndone: RunCommand;
}

/**
 * Whether a dry run is made by running the command in a transaction that is taken back. Other commands say by themselves what
 * they would do.
 */
const isTakenBack = ({ triesItself, reads }: Permission): boolean => !triesItself && !reads;

/** A command as the function `direct` receives it, without what stands beside it. */
interface Direct {
  readonly message: unknown;
  /** Who orders it, as they say. */
  readonly by: string | undefined;
}

interface DirectNeeds {
  readonly run: (order: Direct) => Promise<CommandAnswer>;
  readonly runUndone: RunCommand;
}

/**
 * Runs what the function `direct` receives: a command, and beside it who orders it (`"by": "ops@club.example"`). With `"dry": true`
 * beside it, nothing is changed, and the answer says what would be.
 */
export const directed =
  ({ run, runUndone }: DirectNeeds): RunCommand =>
  async (event) => {
    if (typeof event !== 'object' || event === null || Array.isArray(event))
      return run({ message: event, by: undefined });
    const { by: given, ...order } = event as Readonly<Record<string, unknown>>;
    const said = read(besideCommand, { by: given });
    if ('errors' in said) return refused('not-as-expected', {}, said.errors);
    const { by } = said.output;
    const { dry, ...message } = order;
    const [[name = '', content] = []] = Object.entries(message);
    // The worker says what is wrong with it.
    if (dry !== true || !isCommand(name)) return run({ message: order, by });
    const permission = permissions[name];
    if (isTakenBack(permission)) return runUndone(message);
    const tried = permission.triesItself ? { ...message, [name]: { ...(content as object), dryRun: true } } : message;
    return run({ message: tried, by });
  };

/** The race that a message orders something about, where it names one, or a registration or dispute of one. */
export const raceOf =
  (subjects: Subjects) =>
  async (message: unknown): Promise<string | undefined> => {
    if (typeof message !== 'object' || message === null) return undefined;
    const [[name = '', content] = []] = Object.entries(message);
    if (!isCommand(name) || typeof content !== 'object' || content === null) return undefined;
    const named = content as Order['content'];
    switch (permissions[name].about) {
      case 'race':
        return textIn(named, 'raceId');
      case 'new-race':
        return textIn(named, 'id');
      case 'registration':
        return subjects.raceOfRegistration(textIn(named, 'registrationId') ?? '');
      case 'dispute':
        return subjects.raceOfDispute(textIn(named, 'dispute') ?? '');
      case 'all':
        return undefined;
    }
  };

/** `foreign`: what the command names belongs to another race, or does not exist. */
export const carryOut =
  ({ subjects, run, runUndone }: Needs) =>
  async ({ name, raceId, content, isDryRun }: Order): Promise<CommandAnswer | 'foreign'> => {
    const permission = permissions[name];
    if (!(await isOfRace(permission, content, raceId, subjects))) return 'foreign';
    const about = { race: { raceId }, 'new-race': { id: raceId } };
    const named = permission.about === 'race' || permission.about === 'new-race' ? about[permission.about] : {};
    const tried = permission.triesItself ? { dryRun: isDryRun } : {};
    const message = { [name]: { ...content, ...named, ...tried } };
    return isDryRun && isTakenBack(permission) ? runUndone(message) : run(message);
  };

const isOfRace = async (
  { about }: Permission,
  content: Order['content'],
  raceId: string,
  subjects: Subjects,
): Promise<boolean> => {
  switch (about) {
    case 'registration':
      return (await subjects.raceOfRegistration(textIn(content, 'registrationId') ?? '')) === raceId;
    case 'dispute':
      return (await subjects.raceOfDispute(textIn(content, 'dispute') ?? '')) === raceId;
    case 'race':
      return content.raceId === undefined || content.raceId === raceId;
    case 'new-race':
      return content.id === undefined || content.id === raceId;
    case 'all':
      return true;
  }
};

const textIn = (content: Order['content'], field: string): string | undefined => {
  const text = content[field];
  return typeof text === 'string' ? text : undefined;
};
