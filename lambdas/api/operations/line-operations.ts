import * as examples from '../examples/line-examples';
import { arrivalMessage, lineDocument, moveMessage, passMessage, takeRequest } from '../messages/line';
import type { Operation } from './operation';

/** The line of a race: who may ask for a spot when. */
export const lineOperations = {
  'GET /api/races/{raceId}/line': {
    id: 'showLine',
    summary: 'The line',
    description:
      'Everybody reads the same document. A pass is called when its turn is below `calledTo` of an event. In the draw (wave 0) the turn is the first 48 bits of the HMAC-SHA-256 of the hash of the pass with `seed`, as a number in [0, 1). In later waves it is the number of the wave plus the key of the pass. Compare it on every read: nothing is sent to you when you are called. How long it takes is read off `curve`. Ask again after the time until your soonest call divided by `poll.divide`, within its bounds.',
    answer: {
      status: 200,
      description: 'The line.',
      body: { name: 'Line', schema: lineDocument, examples: { calling: examples.lineDocument } },
    },
    cached: true,
    problems: [],
  },
  'POST /api/races/{raceId}/line/arrival': {
    id: 'arriveInLine',
    summary: 'Come to the line',
    description:
      'Says when this browser first came, in a cookie. Asked again, it says the same. Get a pass after `enrolAfter` milliseconds. It has no body.',
    answer: {
      status: 200,
      description: 'When it came.',
      body: { name: 'Arrival', schema: arrivalMessage, examples: { arrival: examples.arrival } },
    },
    problems: ['line-off', 'cross-site'],
  },
  'POST /api/races/{raceId}/line/pass': {
    id: 'getPass',
    summary: 'Get a pass',
    description:
      'One arrival is one pass, however often it is asked for. Who came before the opening is in the draw, in wave 0; who came later follows in order of arrival. The pass is good in this session only. Its cookie belongs to the request for a spot. It has no body.',
    answer: {
      status: 201,
      description: 'The pass.',
      body: { name: 'Pass', schema: passMessage, examples: { pass: examples.pass } },
    },
    problems: ['line-off', 'cross-site'],
  },
  'POST /api/races/{raceId}/line/pass/move': {
    id: 'movePass',
    summary: 'Move to another device',
    description:
      'A link for another device, good for ten minutes. Both devices then have one place: one turn, and the spots of one pass. It is for whoever has the cookie of the arrival. It has no body.',
    answer: {
      status: 200,
      description: 'The link.',
      body: { name: 'Move', schema: moveMessage, examples: { move: examples.move } },
    },
    problems: ['line-off', 'join-line', 'cross-site'],
  },
  'POST /api/races/{raceId}/line/pass/take': {
    id: 'takePass',
    summary: 'Take a place over',
    description:
      'Gives this session the place of another device, by the token of its link. A place that this browser had is given up.',
    request: { name: 'TakePass', schema: takeRequest, examples: { take: examples.take } },
    answer: {
      status: 201,
      description: 'The pass.',
      body: { name: 'Pass', schema: passMessage, examples: { pass: examples.pass } },
    },
    problems: ['invalid-request', 'not-json', 'too-large', 'cross-site', 'line-off', 'move-ended'],
  },
} as const satisfies Readonly<Record<string, Operation>>;
