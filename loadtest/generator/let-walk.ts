import type { Engine } from '../http/engine';
import { Agenda } from './agenda';
import { watchGeneratorLoad } from './generator-load';
import type { Planned } from './plan';
import { Recorder } from './recorder';
import type { GeneratorFigures, RawSecond } from './results';

export interface Watching {
  readonly onSecond?: (second: RawSecond) => void;
  /** Ends the run at once. It then rejects with `Stopped`. */
  readonly signal?: AbortSignal;
  /** Ends the run, too, but its results count: nobody waits any longer. */
  readonly over?: AbortSignal;
}

/** What all people of one generator share. */
export interface WalkContext {
  readonly agenda: Agenda;
  readonly recorder: Recorder;
  /** When the run began, in milliseconds of `performance.now()`. */
  readonly start: number;
}

interface Walk {
  /** Milliseconds since the epoch. */
  readonly startAt: number;
  readonly engine: Engine;
  /** In the order of their departures. */
  readonly planned: readonly Planned[];
  /** What one person does, from their planned moment on. Resolves with how many people it registered. */
  readonly walker: (context: WalkContext) => (n: number, departure: number) => Promise<number>;
}

/** Milliseconds between two checks of the generator's own lag, which it must know to judge its figures. */
const heartbeatMs = 20;
/** Milliseconds for requests that are under way when a run is over. */
const graceMs = 2_000;

/** Lets people set off, each at their planned moment, and measures what they meet. Rejects with `Stopped` when it is stopped. */
export const letWalk = async (
  { startAt, engine, planned, walker }: Walk,
  { onSecond, signal, over }: Watching,
): Promise<GeneratorFigures> => {
  const agenda = new Agenda();
  const stop = () => {
    agenda.stop();
    engine.close();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  let grace: NodeJS.Timeout | undefined;
  const endSoon = () => {
    grace = setTimeout(() => agenda.stop(), graceMs);
  };
  over?.addEventListener('abort', endSoon, { once: true });
  if (over?.aborted) endSoon();

  const start = performance.now() + startAt - Date.now();
  const generatorLoad = watchGeneratorLoad(agenda, engine);
  const recorder = new Recorder({ start, takeLag: () => agenda.takeWorst(), ...(onSecond && { onSecond }) });
  const walk = walker({ agenda, recorder, start });
  const underWay: Promise<void>[] = [];
  let isDone = false;

  const beat = async () => {
    for (
      let due = Math.max(start, performance.now()), beats = 0;
      !isDone;
      due = Math.max(due + heartbeatMs, performance.now())
    ) {
      await agenda.until(due);
      recorder.closeSeconds();
      if (beats++ % (1000 / heartbeatMs) === 0) generatorLoad.look();
    }
  };
  const setOff = async () => {
    for (const { n, departure } of planned) {
      const due = start + departure;
      if (due > performance.now()) await agenda.until(due);
      generatorLoad.departedLate(performance.now() - due);
      recorder.departed();
      underWay.push(walk(n, due).then((registered) => recorder.finished(registered)));
    }
  };
  const beating = beat();
  // It rejects when the run is stopped, and then the people below reject too.
  beating.catch(() => undefined);
  try {
    await setOff().catch((error: unknown) => {
      // Those who had not set off yet do not.
      if (!over?.aborted) throw error;
    });
    await Promise.all(underWay);
    isDone = true;
    if (signal?.aborted) await agenda.until(0);
    return { ...recorder.end(), generatorLoad: generatorLoad.end() };
  } finally {
    isDone = true;
    clearTimeout(grace);
    signal?.removeEventListener('abort', stop);
    over?.removeEventListener('abort', endSoon);
    stop();
  }
};
