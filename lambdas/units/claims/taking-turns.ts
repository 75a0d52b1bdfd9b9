import type { DirectClaims, Lack } from './ports';

/**
 * How many callers of this process ask for units of one pool at the same time. With four, forty processes asked four times as often.
 * With one, callers who could have the last units would wait for each other.
 */
const askingAtOnce = 2;

interface Waiting {
  readonly quantity: number;
  readonly hasSome: boolean;
  readonly go: (told?: Lack) => void;
}

/**
 * Lets a few callers of this process ask for units of a pool at the same time. When one of them gets nothing, all waiting callers who
 * want as many and have nothing are told the same at once (`wasTold`), and need not ask.
 */
export const takingTurns = () => {
  const pools = new Map<string, { asking: number; waiting: readonly Waiting[] }>();
  return async (
    pool: string,
    { quantity, hasSome }: Omit<Waiting, 'go'>,
    ask: () => Promise<DirectClaims | 'busy'>,
  ): Promise<DirectClaims | (DirectClaims & { readonly wasTold: true }) | 'busy'> => {
    const queue = pools.get(pool) ?? { asking: 0, waiting: [] };
    pools.set(pool, queue);
    const told =
      queue.asking < askingAtOnce
        ? void queue.asking++
        : await new Promise<Lack | undefined>((go) => {
            queue.waiting = [...queue.waiting, { quantity, hasSome, go }];
          });
    if (told) return { claims: [], lacks: told, wasTold: true };
    let lack: Lack | undefined;
    try {
      const answer = await ask();
      if (answer !== 'busy' && !hasSome && answer.claims.length === 0) lack = answer.lacks;
      return answer;
    } finally {
      const isTold = (one: Waiting) => lack !== undefined && one.quantity === quantity && !one.hasSome;
      const [next, ...others] = queue.waiting.filter((one) => !isTold(one));
      for (const one of queue.waiting.filter(isTold)) one.go(lack);
      queue.waiting = others;
      // The next caller takes the turn of this one.
      if (next) next.go();
      else if (--queue.asking === 0) pools.delete(pool);
    }
  };
};
