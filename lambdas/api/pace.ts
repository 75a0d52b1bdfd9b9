/** The longest pause between two looks, in seconds. */
const maxPauseSeconds = 60;

/** As long again as was waited so far, by doubling: 1, 2, 4, 8 … 60 seconds. All in seconds. */
export const pauseAfter = (waited: number): number =>
  Math.min(maxPauseSeconds, 2 ** Math.floor(Math.log2(Math.max(0, waited) + 1)));

/**
 * When to ask again for what is on its way to the writer. `waited`: how long ago it was handed in, as who asks says; the
 * second poll's when they say nothing. `lag`: how long others of this race waited before the writer came to them, a moment
 * ago; who waits behind them is spared half of what is left of it, because it may become shorter. All in seconds.
 *
 * The client is believed: `pollAfter` is advice, and who lies to get more of it could as well not follow it. What the server
 * knows itself is something else: a registration's id and its hold say when the attempt began, not when it was handed in;
 * and to remember the first poll would be a write for each, in the very cache that may be away.
 */
export const pollAfter = (waited = 1, lag = 0): number =>
  Math.max(pauseAfter(waited), Math.min(maxPauseSeconds, Math.ceil((lag - waited) / 2)));
