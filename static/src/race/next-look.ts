const everySeconds = 5;
const farFromOpeningSeconds = 30;
const nearOpening = 3 * 60_000;

/** Seconds to the next look: with jitter, so that a crowd that arrived together spreads out; calmer long before the opening. */
export const nextLook = (opensAt: number, now: number, random: number): number =>
  (opensAt - now > nearOpening ? farFromOpeningSeconds : everySeconds) + random;
