import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type GenericSchema, object, optional, parse, string, unknown } from 'valibot';

export interface Child {
  /** One question at a time. Throws what the child threw, or that it ended. */
  ask<T>(question: object, answer: GenericSchema<unknown, T>): Promise<T>;
  stop(): Promise<void>;
}

const Said = object({ answer: optional(unknown()), error: optional(string()) });

/** Starts a process that runs `file`, which calls `answerParent`. It ends with this process at the latest. */
export const startChild = (file: string): Child => {
  const child = fork(file, [], { execArgv: ['--import', 'tsx'] });
  const exited = once(child, 'exit');
  return {
    ask: async (question, answer) => {
      const said = new Promise<unknown>((resolve, reject) => {
        child.once('message', resolve);
        void exited.then(([code, signal]) => reject(new Error(`${file} ended (${signal ?? code}) before it answered`)));
      });
      child.send(question);
      const { error, answer: value } = parse(Said, await said);
      if (error !== undefined) throw new Error(`${file}: ${error}`);
      return parse(answer, value);
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
};
