import { read } from '../api/read';
import { type Command, type CommandAnswer, type CommandNeeds, refused } from './command';
import { commands } from './commands';

/** Runs one command: a message with one field, the command's name. It answers a refusal, and throws only when a store does. */
export const directWorker =
  (needs: CommandNeeds) =>
  async (event: unknown): Promise<CommandAnswer> => {
    const command = commandOf(event);
    if (!command) {
      const errors = fieldsOf(event).map((field) => ({ field, code: 'not-a-command' }) as const);
      return refused('no-command', { commands: Object.keys(commands) }, errors);
    }
    const message = read(command.schema, event);
    if ('errors' in message) {
      return refused('not-as-expected', {}, message.errors);
    }
    if (isBroken(message.output)) return refused('not-as-expected', {}, [{ field: '', code: 'broken-characters' }]);
    return command.run(needs, message.output);
  };

/** Whether it has NUL or half of a surrogate pair. The database refuses such text in JSON, and would alter it elsewhere. */
const isBroken = (value: unknown): boolean =>
  typeof value === 'string'
    ? /[\0\p{Surrogate}]/u.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(isBroken);

const fieldsOf = (event: unknown): readonly string[] =>
  typeof event === 'object' && event !== null ? Object.keys(event) : [];

/** A second field beside the command's name is refused by the command's schema. */
const commandOf = (event: unknown): Command | undefined => {
  const found = Object.entries<Command>(commands).find(([name]) => fieldsOf(event).includes(name));
  return found?.[1];
};
