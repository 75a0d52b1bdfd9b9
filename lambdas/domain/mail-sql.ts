/**
 * SQL: whether a mail was wanted and could not be sent. One that was not true any more was never written, so it has no recipient:
 * nobody misses it.
 */
export const couldNotBeSent = (mail: string): string =>
  `(${mail}.state = 'rejected' OR (${mail}.state = 'suppressed' AND ${mail}.recipient <> ''))`;
