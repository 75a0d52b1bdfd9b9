import { watched } from '../../../src/flow/watched';
import type { ServerClock } from '../../../src/time/server-clock';

let [at, since] = [0, 0];
let ticking: ReturnType<typeof setTimeout> | undefined;

/** In place of the server's clock: it shows the instant that was chosen, and goes on from there. */
export const serverClock: ServerClock = {
  now: () => at + performance.now() - since,
  known: () => true,
  learn: () => {},
};

export const now = watched(0);

/** The local answers have this clock, too. */
export const learnTime = (): void => {};

export const startTicking = (): void => {
  now.put(serverClock.now());
  ticking = setTimeout(startTicking, 1000 - (now.peek() % 1000) + 1);
};

/** Moves the clock to an instant, in milliseconds since the epoch. */
export const setClock = (instant: number): void => {
  clearTimeout(ticking);
  [at, since] = [instant, performance.now()];
  startTicking();
};

export const stopClock = (): void => clearTimeout(ticking);
