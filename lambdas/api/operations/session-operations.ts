import * as examples from '../examples/examples';
import { session, typedDraft } from '../messages/form/typed-draft';
import { draftKept, sessionEnded } from '../messages/sessions';
import { unreadable } from '../problems';
import type { Operation } from './operation';

/** The operations on a browser's session, by route. */
export const sessionOperations = {
  'GET /api/session': {
    id: 'showSession',
    summary: 'What this browser has under way',
    description:
      'Its holds whose registrations are not decided yet, and what its runner has typed, for a page that lost them. To continue with a hold, ask for it with the same registration id. Without a session, or half an hour after the last hold, it is empty.',
    security: 'session',
    answer: {
      status: 200,
      description: 'The session.',
      body: { name: 'Session', schema: session, examples: examples.sessions },
    },
    problems: [],
  },
  'PUT /api/session/draft': {
    id: 'keepDraft',
    summary: 'Keep what was typed so far',
    description:
      'It is kept until half an hour after the last hold. Never send data of a card, nor answers to sensitive questions, whose ids begin with `private-`. The last one sent counts.',
    security: 'session',
    request: {
      name: 'TypedDraft',
      schema: typedDraft,
      examples: {
        ada: examples.typedDraft,
        together: examples.typedDraftOfGroup,
        answers: examples.typedDraftWithAnswers,
      },
    },
    answer: {
      status: 200,
      description: 'Kept.',
      body: { name: 'DraftKept', schema: draftKept, examples: { kept: examples.draftKept } },
    },
    problems: [...unreadable, 'no-session'],
  },
  'DELETE /api/session': {
    id: 'endSession',
    summary: 'Sign this browser out',
    description:
      'Forgets its holds and what was typed, and removes its cookie. The spots go back by themselves when their holds end. Safe to send again.',
    security: 'session',
    answer: {
      status: 200,
      description: 'Ended.',
      body: { name: 'SessionEnded', schema: sessionEnded, examples: { ended: examples.sessionEnded } },
    },
    problems: ['cross-site'],
  },
} as const satisfies Record<string, Operation>;
