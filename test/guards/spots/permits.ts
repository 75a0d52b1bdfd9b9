import type { Guard } from '../guard';

const permits = 'test/spots/waiting-list/permits.test.ts';

/** What entitles to join a waiting list, and how many one network gets. */
export const guardsOfPermits: readonly Guard[] = [
  {
    guard: 'A permit is for one place.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/permits.ts',
    from: 'permit.placeId === place.placeId &&',
    to: '',
    test: [permits, 'of an invented event, of another race or under another id'],
  },
  {
    guard: 'A permit is for one race.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/permits.ts',
    from: 'permit.raceId === place.raceId &&',
    to: '',
    test: [permits, 'of an invented event, of another race or under another id'],
  },
  {
    guard: 'A permit is for one event: nobody joins the list of an invented one.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/permits.ts',
    from: 'permit.eventId === place.eventId &&',
    to: '',
    test: [permits, 'of an invented event, of another race or under another id'],
  },
  {
    guard: 'A permit is good in the browser it was given to.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/permits.ts',
    from: 'permit.sessionHash === sessionHash &&',
    to: '',
    test: [permits, 'from another browser, or from none, is refused'],
  },
  {
    guard: 'A permit ends.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/permits.ts',
    from: 'now.getTime() < permit.until',
    to: 'permit.until > 0',
    test: [permits, 'comes too late at the very end of its permit'],
  },
  {
    guard: 'A session gets a limited number of permits.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/give-permit.ts',
    from: 'if ((await counts.count(session)) > limits.mostPerSession) return false;',
    to: 'await counts.count(session);',
    test: [permits, 'a session gets up to its limit and no more'],
  },
  {
    guard: 'An address gets so many permits for an event and no more, in however many sessions.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/give-permit.ts',
    from: 'if (ofAddress > limits.mostPerAddressAndEvent) return false;',
    to: '',
    test: [permits, 'an address gets a limited number of permits for an event over all its sessions'],
  },
  {
    guard: 'A network of many addresses is not the head of a list either.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/give-permit.ts',
    from: 'if (ofNetwork > limits.mostPerNetworkAndEvent) return false;',
    to: '',
    test: [permits, 'nor has a /48, which has many addresses'],
  },
  {
    guard: 'An id that was counted for one event counts for another one as well.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/give-permit.ts',
    from: `const place = \`\${eventId}:`,
    to: `const place = \``,
    test: [permits, 'the ids that were counted for one event'],
  },
  {
    guard: 'Somebody who asks again and again while all spots are held uses up one permit.',
    invariant: 'S12',
    file: 'lambdas/spots/waiting-list/give-permit.ts',
    from: 'if (await counts.isKnown(place)) return true;',
    to: '',
    test: [permits, 'who asks every ten seconds while all spots are held is counted once'],
  },
];
