import { watched } from '../flow/watched';
import { createServerClock } from './server-clock';

/** The one clock of the page. Once the server's time is known, a change of the device clock does not move it. */
export const serverClock = createServerClock(
  () => performance.now(),
  () => Date.now(),
);

/** The server's time, updated at each full second. Countdowns use it. */
export const now = watched(serverClock.now());

const tick = () => {
  now.put(serverClock.now());
  setTimeout(tick, 1000 - (now.peek() % 1000) + 1);
};

/** Called with the server's time (ISO 8601) of every answer that contains it. */
export const learnTime = (serverNow: string) => {
  serverClock.learn(serverNow);
  now.put(serverClock.now());
};

export const startTicking = tick;
