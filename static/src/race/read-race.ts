import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { Answered } from '../http/failure';
import { api } from '../page/services';
import { withOpened } from './opened';

const raceFreshMs = 5 * 60_000;
const read = new Map<string, { readonly at: number; readonly race: RaceMessage }>();

/** The race, always from the server. */
export const readRace = async (raceId: string): Promise<Answered<RaceMessage>> => {
  const answer = await api.race(raceId);
  if (answer.kind === 'ok') read.set(raceId, { at: performance.now(), race: answer.value });
  return answer;
};

/**
 * The race as it was read in the last minutes, or from the server: pressing "Register" at the opening must not wait for it
 * again. With the events that a code opened in this browser.
 */
export const readSeenRace = async (raceId: string): Promise<Answered<RaceMessage>> => {
  const seen = read.get(raceId);
  const answer: Answered<RaceMessage> =
    seen && performance.now() - seen.at < raceFreshMs ? { kind: 'ok', value: seen.race } : await readRace(raceId);
  return answer.kind === 'ok' ? { kind: 'ok', value: withOpened(answer.value) } : answer;
};
