import { callsPath, latePath, type ProofCalls, turnsPath } from '../../lambdas/line/draw/proof';

export interface Check {
  readonly what: string;
  /** What is wrong, as far as it can be said. Undefined: it holds. */
  readonly wrong: string | undefined;
}

interface Hold {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly eventId: string;
  readonly turn: number;
  /** Of the file of turns. */
  readonly line: number;
}

/** Turns as the line called them and as people used them. `drawn`: the turns of all passes of the draw. */
export const checkTurns = (drawn: ReadonlySet<number>, calls: ProofCalls, file: string): readonly Check[] => {
  const holds = file.split('\n').flatMap((text, n): readonly Hold[] => {
    const [at = '', eventId = '', turn = ''] = text.split(' ');
    return text === ''
      ? []
      : [{ at: Date.parse(at), eventId, turn: turn === '' ? Number.NaN : Number(turn), line: n + 1 }];
  });
  const byEvent = new Map<string, { at: number; calledTo: number }[]>();
  for (const [at, eventId, calledTo] of calls) {
    const steps = byEvent.get(eventId) ?? [];
    steps.push({ at: Date.parse(at), calledTo });
    byEvent.set(eventId, steps);
  }
  const back = [...byEvent].find(([, steps]) =>
    steps.some(({ at, calledTo }, n) => {
      const before = steps[n - 1];
      return before !== undefined && (before.at > at || before.calledTo > calledTo);
    }),
  );
  const unreadable = holds.find(({ at, turn }) => Number.isNaN(at) || Number.isNaN(turn));
  const unknown = holds.find(({ turn }) => turn < 1 && !drawn.has(turn));
  // A second, because the file of turns has whole seconds.
  const early = holds.find(({ at, eventId, turn }) => !(turn < calledBefore(byEvent.get(eventId) ?? [], at + 1_000)));
  return [
    {
      what: `Each of ${holds.length} turns is one of the draw, or of somebody who came after the gun.`,
      wrong: unreadable
        ? `${turnsPath}, line ${unreadable.line}: it is no instant, event and turn.`
        : unknown &&
          `${turnsPath}, line ${unknown.line}: no pass of the list, or of ${latePath}, has turn ${unknown.turn}.`,
    },
    {
      what: 'What was called never went back.',
      wrong: back && `${callsPath}: event ${back[0]} was called back.`,
    },
    {
      what: 'Nobody had a hold before their turn was called.',
      wrong:
        early &&
        `${turnsPath}, line ${early.line}: ${callsPath} has no call of event ${early.eventId} beyond turn ${early.turn} by then.`,
    },
  ];
};

/** Up to which turn an event was called before this instant. Of steps in ascending order. */
const calledBefore = (steps: readonly { at: number; calledTo: number }[], at: number): number => {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.at ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1]?.calledTo ?? 0;
};
