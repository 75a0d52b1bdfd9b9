/**
 * The cookies of a line. Scripts do not read them: the one of a pass opens a turn.
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
 */
export const passCookieName = (raceId: string): string => `__Host-line-${raceId}`;
export const arrivalCookieName = (raceId: string): string => `__Host-arrival-${raceId}`;
