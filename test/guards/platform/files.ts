import type { Guard } from '../guard';

const routes = 'lambdas/directing/routes/export-routes.ts';
const tests = 'test/participants/columns.test.ts';
const finance =
  'answers about health and emergency contacts are offered to directors, and finance gets none of them in any way';
const chosen = 'a file has the columns that somebody chose, in their order: answers, items, donations, teams and codes';

/** A file of participants has nothing that its reader may not see, and no formula. */
export const guardsOfFiles: readonly Guard[] = [
  {
    guard: 'Nobody but who may help runners orders a file with answers about health.',
    invariant: 'S10',
    file: routes,
    from: `if (isSensitive && !isHelper(signed, raceId)) throw new ConsoleError('not-permitted');`,
    to: '',
    test: [tests, finance],
  },
  {
    guard: 'Nobody else downloads such a file that a director ordered.',
    invariant: 'S10',
    file: routes,
    from: `if (file?.isSensitive && !isHelper(signed, raceId)) throw new ConsoleError('not-permitted');`,
    to: '',
    test: [tests, finance],
  },
  {
    guard: 'An answer that is kept in no cache is about health to files as well.',
    invariant: 'S10',
    file: 'lambdas/api/console/form-columns.ts',
    from: `question.id.startsWith(privatePrefix) || question.role === 'emergency-contact'`,
    to: `question.role === 'emergency-contact'`,
    test: [tests, finance],
  },
  {
    guard: 'What looks like a formula is text in a CSV file.',
    invariant: 'S10',
    file: 'lambdas/participants/csv.ts',
    from: 'const harmless = plainCell(text);',
    to: 'const harmless = text;',
    test: [tests, chosen],
  },
  {
    guard: 'A batch that changed something stays with its changes.',
    invariant: 'S13',
    file: 'lambdas/results/erase/postgres-race-tidying.ts',
    from: `AND o.answer -> 'applied' = '0' AND NOT`,
    to: 'AND NOT',
    test: [
      'test/functions/publish-results.test.ts',
      'a batch that changed nothing is forgotten after thirty days, and one that changed something is not',
    ],
  },
  {
    guard: 'What was asked to be uploaded is forgotten after a month, and not before.',
    invariant: 'S10',
    file: 'lambdas/uploads/postgres-uploads.ts',
    from: `DELETE FROM upload WHERE made_at < clock_timestamp() - interval '30 days'`,
    to: `DELETE FROM upload WHERE made_at < clock_timestamp()`,
    test: ['test/uploads/upload.test.ts', 'what was asked for is forgotten after thirty days'],
  },
];
