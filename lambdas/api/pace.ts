/** The longest pause between two polls. */
const maxPauseSeconds = 60;

/** The pause after `waited` seconds, in seconds. It doubles: 1, 2, 4, 8 … 60. */
export const pauseAfter = (waited: number): number =>
  Math.min(maxPauseSeconds, 2 ** Math.floor(Math.log2(Math.max(0, waited) + 1)));

/**
 * When to poll again for something that is on its way to the writer, in seconds. `waited`: for how many seconds the
 * client has waited, by its own account; default 1, as at the second poll. `lag`: for how many seconds other
 * submissions of this race waited a moment ago. Clients that wait behind those are told half of the rest, because the
 * queue may become shorter.
 * The client is believed: `pollAfter` is advice, and a client that lies could as well ignore it. The server does not
 * know the time itself. The registration id and the hold tell when the attempt began, not when it was submitted. To
 * remember the first poll would be a write for each client, in a cache that may be down.
 */
export const pollAfter = (waited = 1, lag = 0): number =>
  Math.max(pauseAfter(waited), Math.min(maxPauseSeconds, Math.ceil((lag - waited) / 2)));
