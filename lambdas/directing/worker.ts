import { read } from '../api/read';
import { type Command, type CommandAnswer, type CommandNeeds, commands, refused } from './commands';

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
    return command.run(needs, message.output);
  };

const fieldsOf = (event: unknown): readonly string[] =>
  typeof event === 'object' && event !== null ? Object.keys(event) : [];

/** A second field beside the command's name is refused by the command's schema. */
const commandOf = (event: unknown): Command | undefined => {
  const found = Object.entries<Command>(commands).find(([name]) => fieldsOf(event).includes(name));
  return found?.[1];
};
