import { ownBib as given, bibLater as later } from '../examples/bib-examples';
import { ownBib } from '../messages/race-day/bibs';
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
} as const satisfies Record<string, Operation>;
