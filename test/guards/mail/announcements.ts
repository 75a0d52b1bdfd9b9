import type { Guard } from '../guard';

const tests = 'test/announcements/announcements.test.ts';
const ofAudience = 'test/announcements/audience.test.ts';
const once = 'each address gets it once; who opted out or cannot be reached is counted and left out';
const stops = 'it stops between two steps, resumes where it stopped, and two workers share nothing';
const queue = 'lambdas/announcements/postgres-announcement-queue.ts';

/** An announcement reaches each address once, and nobody who wants none. */
export const guardsOfAnnouncements: readonly Guard[] = [
  {
    guard: 'No subject has the link that opens a registration.',
    invariant: 'S12',
    file: 'lambdas/announcements/messages.ts',
    from: `!subject.includes('{link}')`,
    to: 'true',
    test: ['test/announcements/messages.test.ts', 'no subject has the link that opens a registration'],
  },
  {
    guard: 'Who opted out, or cannot be reached, gets no announcement.',
    invariant: 'S15',
    file: queue,
    from: 'readers.filter(({ hash }) => !optedOut.has(hash) && !unreachable.has(hash));',
    to: 'readers.filter(({ hash }) => !(optedOut.has(hash) && unreachable.has(hash)));',
    test: [ofAudience, once],
  },
  {
    guard: 'An opt-out from the organiser holds in all races.',
    invariant: 'S15',
    file: 'lambdas/announcements/postgres-announcements.ts',
    from: '(race_id = $2 OR race_id IS NULL)',
    to: 'race_id = $2',
    test: [ofAudience, 'the organiser is opted out of for all races, and news come again on request'],
  },
  {
    guard: 'An address that has an announcement already does not get it again.',
    invariant: 'S7',
    file: queue,
    from: 'ON CONFLICT DO NOTHING RETURNING registration_id AS id',
    to: 'ON CONFLICT (announcement_id, email_hash) DO UPDATE SET registration_id = EXCLUDED.registration_id RETURNING registration_id AS id',
    test: [ofAudience, once],
  },
  {
    guard: 'Who was told their bib already is not told it again by another announcement.',
    invariant: 'S7',
    file: queue,
    from: 'ON CONFLICT (registration_id, given_at) DO NOTHING',
    to: 'ON CONFLICT (registration_id, given_at) DO UPDATE SET given_at = EXCLUDED.given_at',
    test: [
      ofAudience,
      'who has a bib that no mail named is told it once, also by two announcements at once, and again with another bib',
    ],
  },
  {
    guard: 'A worker that lost an announcement to another one, or to a stop, orders no more mails.',
    invariant: 'S7',
    file: queue,
    from: `WHERE id = $1 AND lease = $2 AND state = 'sending'`,
    to: 'WHERE id = $1 AND $2::uuid IS NOT NULL',
    test: [tests, stops],
  },
  {
    guard: 'No announcement is sent while a race opens.',
    invariant: 'S8',
    file: 'lambdas/announcements/pace.ts',
    from: `if (isOpening) return { kind: 'wait', why: 'opening', seconds: 60 };`,
    to: '',
    test: [tests, 'it waits while a race opens, and says why'],
  },
  {
    guard: 'A race sends no more than five announcements in a day.',
    invariant: 'S15',
    file: 'lambdas/announcements/postgres-announcements.ts',
    from: `if (today >= mostPerDay) return { kind: 'too-many', most: mostPerDay };`,
    to: '',
    test: [tests, 'a repeat begins nothing, another text under the same id is refused, and a sixth one in a day too'],
  },
  {
    guard: 'An announcement goes to its audience, and to nobody else of the race.',
    invariant: 'S15',
    file: 'lambdas/announcements/postgres-announcements.ts',
    from: 'conditionsOf({ raceId, ...audience }, value)',
    to: `conditionsOf({ raceId, ...audience, search: { kind: 'all' } }, value)`,
    test: [ofAudience, 'a message goes to exactly those whom the list has with the same filter, each address once'],
  },
  {
    guard: 'Who is in another state when the mail is written gets none.',
    invariant: 'S15',
    file: 'lambdas/mail/letters/write-letter.ts',
    from: 'if (!registered || letter?.people !== becameOf(registered)) return undefined;',
    to: 'if (!registered || !letter) return undefined;',
    test: ['test/mail/letters/announcement.test.ts', 'what is for people who cancelled goes to nobody who runs'],
  },
  {
    guard: 'A version that knows no audience writes to nobody of an announcement that has one.',
    invariant: 'S15',
    file: 'lambdas/announcements/postgres-announcements.ts',
    from: `'of-the-audience', 'sending'`,
    to: `NULL, 'sending'`,
    test: [
      ofAudience,
      'what an older version ordered goes to its event and payment, and it finds nobody of an audience it cannot read',
    ],
  },
];
