interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Options {
  /** How many calls may be under way. */
  readonly atOnce: number;
  /** How much one call asks for at most. */
  readonly most: number;
}

/**
 * Lets callers of this process share a call: those who come in one turn of the event loop, and those who come while `atOnce` calls are
 * under way. Who comes alone waits for nobody. `call` answers in the order of what it is asked. When it throws, all who share it get
 * the error.
 */
export const groupCalls = <Asked, Answer>(
  call: (all: readonly Asked[]) => Promise<readonly Answer[]>,
  { atOnce, most }: Options,
): ((asked: Asked) => Promise<Answer>) => {
  const waiting: Waiting<Asked, Answer>[] = [];
  let underWay = 0;
  let isPlanned = false;

  const callOnce = async () => {
    const callers = waiting.splice(0, most);
    try {
      const answers = await call(callers.map(({ asked }) => asked));
      if (answers.length !== callers.length)
        throw new Error(`a call for ${callers.length} callers has ${answers.length} answers`);
      for (const [n, { resolve }] of callers.entries()) resolve(answers[n] as Answer);
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  };
  const goOn = async () => {
    underWay++;
    while (waiting.length > 0) await callOnce();
    underWay--;
  };

  const begin = () => {
    isPlanned = false;
    while (underWay < atOnce && waiting.length > 0) void goOn();
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (isPlanned || underWay >= atOnce) return;
      isPlanned = true;
      setImmediate(begin);
    });
};
