import type { Guard } from '../guard';

const twoPools = 'lambdas/platform/sessions/two-pool-sessions.ts';
const pool = 'lambdas/platform/sessions/pool.ts';
const platform = 'test/platform/sessions/two-pool-sessions.test.ts';
const product = 'test/sessions/sessions.test.ts';

/** What a browser has under way, and which browser it belongs to. */
export const guardsOfSessions: readonly Guard[] = [
  {
    guard: 'A pool that does not answer is not one that has nothing.',
    invariant: 'S10',
    file: twoPools,
    from: '    if (!live) {\n      assertAllAnswered(seen);\n',
    to: '    if (!live) {\n',
    test: [platform, 'no copy and no answer is not'],
  },
  {
    guard: 'Nothing is written where a session may be that nobody could read.',
    invariant: 'S10',
    file: twoPools,
    from: 'if (!live && !isNew) assertAllAnswered(seen);',
    to: '',
    test: [platform, 'no copy and no answer is not'],
  },
  {
    guard: 'The higher version wins.',
    invariant: 'S10',
    file: pool,
    from: 'other.v - one.v ||',
    to: 'one.v - other.v ||',
    test: [platform, 'comes back empty, or with old data'],
  },
  {
    guard: 'A session is handed out under its own id only.',
    invariant: 'S10',
    file: 'lambdas/platform/sessions/copy.ts',
    from: 'id: v.literal(id)',
    to: 'id: v.string()',
    test: [platform, 'are handed to nobody, and written over'],
  },
  {
    guard: 'What was kept in one pool alone outranks what half-failed writers left in the other.',
    invariant: 'S10',
    file: twoPools,
    from: 'const versionLeap = 1000;',
    to: 'const versionLeap = 1;',
    test: [platform, 'what writers who died halfway left'],
  },
  {
    guard: 'Copies that differ are believed only once they stay so.',
    invariant: 'S10',
    file: twoPools,
    from: 'differ(seen) && !isMine()',
    to: 'false && differ(seen) && !isMine()',
    test: [platform, 'a caller that comes while a writer is at work'],
  },
  {
    guard: 'Of two who met, each builds on the other.',
    invariant: 'S10',
    file: twoPools,
    from: 'newestIn(seen, writer)',
    to: 'newestIn(seen)',
    test: [platform, 'makes its change on what the other one kept'],
  },
  {
    guard: 'A session begun again is ahead of one that comes back.',
    invariant: 'S10',
    file: twoPools,
    from: 'newest?.v ?? now()',
    to: 'newest?.v ?? 0',
    test: [platform, 'ahead of what either may yet come back with'],
  },
  {
    guard: 'An ended session is not revived by a copy nobody vouches for.',
    invariant: 'S10',
    file: twoPools,
    from: "if (live.data !== undefined && (await this.#needs.wasEnded(id))) return 'ended';",
    to: '',
    test: [platform, 'an ended session stays ended'],
  },
  {
    guard: 'Somebody who signs out is written down before they are told.',
    invariant: 'S10',
    file: 'lambdas/sessions/sessions.ts',
    from: 'await ended.add(hash);',
    to: '',
    test: [product, 'signing out is not undone'],
  },
  {
    guard: 'A cookie is a session for a month.',
    invariant: 'S10',
    file: 'lambdas/platform/http/session-cookie.ts',
    from: 'read.success && clock() < read.output.until',
    to: 'read.success',
    test: ['test/platform/http/session-cookie.test.ts', 'a cookie of a month ago'],
  },
  {
    guard: 'A draft begins no session: whoever invents secrets fills no pool.',
    invariant: 'L5',
    file: 'lambdas/sessions/sessions.ts',
    from: 'before && withDraft(before, draft)',
    to: 'withDraft(before ?? { holds: [] }, draft)',
    test: [product, 'who only invents a session leaves nothing behind'],
  },
  {
    guard: 'A sign-out of a session that no pool knows writes nothing.',
    invariant: 'L5',
    file: 'lambdas/sessions/sessions.ts',
    from: "if (session === undefined || session === 'ended') return;",
    to: "if (session === 'ended') return;",
    test: [product, 'who only invents a session leaves nothing behind'],
  },
];
