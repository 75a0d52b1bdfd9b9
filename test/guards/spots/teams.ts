import type { Guard } from '../guard';

const flow = 'test/teams/teams-in-quotes.test.ts';
const sql = 'lambdas/ledger/team-sql.ts';
const passing =
  'a cancelled member frees the place, the captain’s role passes to the longest one, and an empty team closes';

/** Places in teams. */
export const guardsOfTeams: readonly Guard[] = [
  {
    guard: 'A place in a team is claimed.',
    invariant: 'Q1',
    file: 'lambdas/quote/limited-lines.ts',
    from: 'ref: team.id, list: 0, amount: 0, isLimited: true, pool: team.pool,',
    to: 'ref: team.id, list: 0, amount: 0, isLimited: false, pool: team.pool,',
    test: [flow, 'the last place is one runner’s: the other is told that it is held, and then that the team is full'],
  },
  {
    guard: 'A team has as many places as its kind says.',
    invariant: 'Q1',
    file: sql,
    from: 'generate_series(1, size) n`;',
    to: 'generate_series(1, size + 1) n`;',
    test: [flow, 'a team is founded with the registration of its captain, and people with the code join it'],
  },
  {
    guard: 'Only the code opens a team.',
    invariant: 'S10',
    file: 'lambdas/teams/check-team.ts',
    from: ' || foldCode(team.joinCode) !== foldCode(code)',
    to: '',
    test: [flow, 'the code of another team or event opens nothing, and ten wrong ones are the last of a session'],
  },
  {
    guard: 'A session tries ten join codes.',
    invariant: 'S10',
    file: 'lambdas/teams/check-team.ts',
    from: 'ofSession > maxTriesPerSession ||',
    to: 'ofSession > 10 * maxTriesPerSession ||',
    test: [flow, 'the code of another team or event opens nothing, and ten wrong ones are the last of a session'],
  },
  {
    guard: 'A captain who left is no captain.',
    invariant: 'S10',
    file: sql,
    from: 'WHERE r.id = o.captain AND r.live AND r.team_id = o.id)',
    to: 'WHERE r.id = o.captain)',
    test: [flow, passing],
  },
];
