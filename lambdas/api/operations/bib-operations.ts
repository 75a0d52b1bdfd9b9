import { ownBib as given, bibLater as later, newCode } from '../examples/bib-examples';
import { newCodeRequest, ownBib } from '../messages/race-day/bibs';
import { unreadable } from '../problems';
import type { Operation } from './operation';

/** What a runner wears on the day of the race. */
export const bibOperations = {
  'GET /api/registrations/{registrationId}/bib': {
    id: 'showOwnBib',
    summary: 'The bib of a registration, and its check-in code',
    description:
      'Needs what showing the registration needs. `code` is shown as a QR code to whoever hands bibs out. It proves who somebody is, and not that the spot is still theirs. `not-found` while there is no registration with a spot.',
    security: 'bearer',
    answer: {
      status: 200,
      description: 'The bib, if they have one.',
      body: { name: 'OwnBib', schema: ownBib, examples: { given, later } },
    },
    problems: ['not-yours'],
  },
  'POST /api/registrations/{registrationId}/check-in-code': {
    id: 'replaceCheckInCode',
    summary: 'Get a new check-in code',
    description:
      'For a runner whose code was copied. From now on the old code is refused: within seconds at a desk with a network, and at a desk without one as soon as it has read the list again. A check-in with the old code stays. `codeVersion`: the version of the code that the runner sees. If that code was replaced already, the answer has the code that is valid now, so the request is safe to send again. Five times a day.',
    security: 'bearer',
    request: {
      name: 'NewCodeRequest',
      schema: newCodeRequest,
      examples: { first: { codeVersion: 0 } },
    },
    answer: {
      status: 200,
      description: 'The code that is valid now.',
      body: { name: 'OwnBib', schema: ownBib, examples: { newCode } },
    },
    problems: [...unreadable, 'not-yours', 'no-spot', 'too-many-check-in-codes'],
  },
} as const satisfies Record<string, Operation>;
