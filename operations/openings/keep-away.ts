import * as v from 'valibot';
import { raceList } from '../../lambdas/api/messages/races';

/**
 * Throws with the races that open within these hours, or opened within them: functions of another version start cold. A
 * system that does not answer keeps nobody away, because it needs its next release more than a quiet hour.
 */
export const keepAwayFromOpenings = async (url: string, hours: number, now = new Date()): Promise<void> => {
  const answer = await fetch(`${url}/api/races`, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined);
  if (!answer?.ok) return;
  const { races } = v.parse(raceList, await answer.json());
  const near = races.filter(({ opensAt }) => Math.abs(new Date(opensAt).getTime() - now.getTime()) < hours * 3_600_000);
  if (near.length > 0)
    throw new Error(
      `Nothing is deployed within ${hours} hours of an opening:\n${near.map(({ name, opensAt }) => `${name} opens at ${opensAt}`).join('\n')}`,
    );
};
