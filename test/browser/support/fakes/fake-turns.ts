import type { LineDocumentMessage, PassMessage } from '../../../../lambdas/api/messages/line';
import { type Answer, type ApiRequest, problemAnswer } from './fake-answer';

/** The line before a race, which a test moves. */
export interface FakeTurns {
  /** Undefined: there is no line. */
  document: LineDocumentMessage | undefined;
  isAway: boolean;
  /** How often a device took the place of another one, and whether its link is over. */
  taken: number;
  isMoveOver: boolean;
  /** Nobody gets a pass. */
  isCrowded?: boolean;
  /** Without it, the pass of the browser has the turn 2.5. */
  pass?: PassMessage;
  /** When the browser came. Without it, with the gun. */
  arrivedAt?: string;
}

export const turn = 2.5;
const moveToken = 'mfkz1q2r.AAECAwQFBgcICQoLDA0ODw.mfkzevr1.AAECAwQFBgcICQoLDA0ODw';
/** What the link of another device ends with. */
export const moveFragment = `#line=${moveToken}`;

/** A line of these events in which nobody is called. A look every fifth of a second. */
export const someLine = (raceId: string, eventIds: readonly string[], now: number): LineDocumentMessage => ({
  raceId,
  lineId: '019c5f3e-7a31-7e55-9c0b-7d6e5f4a3b2c',
  kind: 'opening',
  state: 'calling',
  now: new Date(now).toISOString(),
  gun: new Date(now - 60_000).toISOString(),
  atGun: 'draw',
  enrolUntil: new Date(now - 48_000).toISOString(),
  passes: 20_000,
  waves: [
    [0, 14_000, 1],
    [2, 6_000, 1],
  ],
  events: eventIds.map((eventId) => ({
    eventId,
    calledTo: 0.5,
    free: 812,
    curve: [[600, 2.6, 2.8, 3]],
    past: [],
  })),
  poll: { divide: 4, min: 0.2, max: 0.2 },
});

export const turnsAnswer = (turns: FakeTurns, { method, path }: ApiRequest): Answer | undefined => {
  const [, , room, raceId, what, which, how] = path.split('/');
  if (room !== 'races' || what !== 'line') return undefined;
  if (turns.isAway) return { cut: true };
  const { document } = turns;
  if (!document) return problemAnswer('not-found', { reason: 'line' });
  if (method === 'GET') return { body: document };
  if (which === 'arrival') return { body: { arrivedAt: turns.arrivedAt ?? document.gun, enrolAfter: 0 } };
  if (how === 'move')
    return { body: { link: `https://run.example/races/${raceId}${moveFragment}`, expiresAt: document.gun } };
  if (how === 'take' && turns.isMoveOver) return problemAnswer('move-ended');
  if (how === 'take') turns.taken++;
  if (turns.isCrowded) return problemAnswer('busy', { reason: 'crowd', retryAfter: 1 });
  return {
    status: 201,
    body: turns.pass ?? { passId: 'pass', hash: '6c'.repeat(32), wave: 2, key: turn - 2, seats: 8 },
  };
};
