import * as examples from '../examples/times-examples';
import { startListTaken, timesRequest, timesTaken } from '../messages/race-day/times';
import { unreadable } from '../problems';
import type { Operation } from './operation';

/** What timing software sends, with the key that a director made for it. */
export const timesOperations = {
  'POST /api/races/{raceId}/results/{setId}/times': {
    id: 'postTimes',
    summary: 'Times of a result set, while they come in',
    description:
      'Needs a key of the race with the scope `times`; 20 requests a second. Up to 1,000 rows and 256 KB. What a row does not say stays as it is, each split for itself. A row that is older (`at`) than what is known fills in what was not known, and replaces nothing. A batch is applied once: the same batchId with the same rows gets the same answer, for 30 days at least. Rows that cannot be taken are named with the reason, and stop no other. Times are milliseconds above zero and below a hundred hours.',
    security: 'key',
    request: { name: 'Times', schema: timesRequest, examples: { finish: examples.timesRequest } },
    answer: {
      status: 200,
      description: 'What became of the rows.',
      body: { name: 'TimesTaken', schema: timesTaken, examples: { taken: examples.timesTaken } },
    },
    problems: [...unreadable, 'key-refused', 'idempotency-key-reused', 'too-fast'],
  },
  'PUT /api/races/{raceId}/results/{setId}/start-list': {
    id: 'buildStartList',
    summary: 'The start list of a result set, from who is registered',
    description:
      'Needs a key of the race with the scope `times`. Makes or renews an entry for each registration that has its spot, with its bib. In a race that gives no bibs, the number of the spot is the bib; in one that does, those without one have no entry yet. Entries from before whose registration has lost its spot, or has another bib, are removed, unless something else is known of them. May be sent again after ten seconds. It has no body.',
    security: 'key',
    answer: {
      status: 200,
      description: 'What became of the entries.',
      body: { name: 'StartListTaken', schema: startListTaken, examples: { taken: examples.startListTaken } },
    },
    problems: ['cross-site', 'key-refused', 'too-fast'],
  },
} as const satisfies Record<string, Operation>;
