import { createHmac } from 'node:crypto';
import {
  arrivalMessage,
  type LineDocumentMessage,
  lineDocument,
  type PassMessage,
  passMessage,
} from '../../lambdas/api/messages/line';
import { nextLook, type Stage, stageOf } from '../../static/src/line/stage';
import { problemIn, read } from '../browser/answers';
import type { Answer } from '../browser/browser';
import type { Journey } from './journey';
import type { UserSession } from './user-session';

type InRace = Pick<Journey, 'site' | 'raceId'>;

/** What somebody sees when they look at the line. */
export interface Look {
  readonly line: LineDocumentMessage;
  readonly stage: Stage;
  /** Undefined before the draw. */
  readonly turn: number | undefined;
}

const lineUrl = ({ site, raceId }: InRace) => `${site.url}/api/races/${raceId}/line`;

/** Comes to the line of a race, and gets a pass. Undefined: there is no line. */
export const enterLine = async (
  session: UserSession,
  race: InRace,
  isPatient = true,
): Promise<PassMessage | undefined> => {
  const arrived = await session.ask('arrival', { method: 'POST', url: `${lineUrl(race)}/arrival` }, 'line-off');
  if (problemIn(arrived) === 'line-off') return undefined;
  if (isPatient) await session.pause(read(arrivalMessage, arrived).enrolAfter / 1000);
  const entered = await session.ask('pass', { method: 'POST', url: `${lineUrl(race)}/pass` }, 'line-off');
  return problemIn(entered) === 'line-off' ? undefined : read(passMessage, entered);
};

/** All runners read the same document. */
const documents = new WeakMap<object, LineDocumentMessage>();
const documentOf = (answer: Answer): LineDocumentMessage => {
  const { body } = answer;
  const known = typeof body === 'object' && body !== null ? documents.get(body) : undefined;
  const line = known ?? read(lineDocument, answer);
  if (typeof body === 'object' && body !== null) documents.set(body, line);
  return line;
};

/**
 * The same turn as a page computes (`turnOf` in `static/src/line/turn.ts`). Not by the page's own code: its HMAC is a task of the thread
 * pool here, and after a draw the whole crowd computes one.
 */
export const turnInLine = (
  { hash, wave, key }: PassMessage,
  { seed }: Pick<LineDocumentMessage, 'seed'>,
): number | undefined => {
  if (wave > 0) return key === undefined ? undefined : wave + key;
  if (seed === undefined) return undefined;
  const digest = createHmac('sha256', Buffer.from(seed, 'hex')).update(Buffer.from(hash, 'hex')).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
};

/** Looks once. Undefined: there is no line any more. `known`: the turn of this pass, which never changes once it is drawn. */
export const lookAtLine = async (
  session: UserSession,
  race: InRace,
  pass: PassMessage | undefined,
  known?: number,
): Promise<Look | undefined> => {
  const answer = await session.ask('line', { method: 'GET', url: lineUrl(race) });
  if (answer.status === 404) return undefined;
  const line = documentOf(answer);
  const turn = known ?? (pass && turnInLine(pass, line));
  return { line, stage: stageOf(line, pass && { pass, turn }), turn };
};

/**
 * Looks at the line as often as the page does, until a look is enough or there is no line any more. False: the runner has no time
 * left.
 */
export const watchLine = async (
  session: UserSession,
  race: InRace,
  pass: PassMessage,
  isEnough: (look: Look) => boolean,
): Promise<boolean> => {
  let turn: number | undefined;
  while (session.hasTime) {
    const look = await lookAtLine(session, race, pass, turn);
    if (!look || isEnough(look)) return true;
    turn = look.turn;
    await session.pause(nextLook(look.line, look.stage, false, session.random()));
  }
  return false;
};

/** Whether somebody may ask for a spot of this event. */
export const isCalled = ({ stage }: Look, eventId: string): boolean =>
  stage.kind === 'open' || (stage.kind === 'called' && stage.called.includes(eventId));

/**
 * Comes to the line of a race and waits until this event calls its turn, as the page does. False: the runner has no time left.
 * Also comes back when there is no line any more.
 */
export const waitInLine = async (session: UserSession, race: InRace, eventId: string): Promise<boolean> => {
  const pass = await enterLine(session, race);
  if (!pass) return session.hasTime;
  return watchLine(session, race, pass, (look) => isCalled(look, eventId));
};
