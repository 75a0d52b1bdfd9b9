import { arrivalMessage, lineDocument, passMessage } from '../../lambdas/api/messages/line';
import { nextLook, stageOf } from '../../static/src/line/stage';
import { turnOf } from '../../static/src/line/turn';
import { problemIn, read } from '../browser/answers';
import type { Journey } from './journey';
import type { UserSession } from './user-session';

/**
 * Comes to the line of a race and waits until this event calls its turn, as the page does. False: the runner has no time left.
 * Also comes back when there is no line any more.
 */
export const waitInLine = async (
  session: UserSession,
  { site, raceId }: Pick<Journey, 'site' | 'raceId'>,
  eventId: string,
): Promise<boolean> => {
  const url = `${site.url}/api/races/${raceId}/line`;
  const arrived = await session.ask('arrival', { method: 'POST', url: `${url}/arrival` }, 'line-off');
  if (problemIn(arrived) === 'line-off') return session.hasTime;
  await session.pause(read(arrivalMessage, arrived).enrolAfter / 1000);
  const entered = await session.ask('pass', { method: 'POST', url: `${url}/pass` }, 'line-off');
  if (problemIn(entered) === 'line-off') return session.hasTime;
  const pass = read(passMessage, entered);
  while (session.hasTime) {
    const answer = await session.ask('line', { method: 'GET', url });
    if (answer.status === 404) return true;
    const line = read(lineDocument, answer);
    const stage = stageOf(line, { pass, turn: await turnOf(pass, line.seed) });
    if (stage.kind === 'open' || (stage.kind === 'called' && stage.called.includes(eventId))) return true;
    await session.pause(nextLook(line, stage, false, session.random()));
  }
  return false;
};
