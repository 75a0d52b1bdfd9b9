import type { NewMessage } from '../../lambdas/feed/message';
import { PostgresFeedDesk } from '../../lambdas/feed/postgres-feed-desk';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { makeRace } from '../support/races/race';

/** The feed of a race of its own, which is live. */
export const openFeed = async (postgres: Postgres) => {
  const { raceId } = await makeRace(postgres, { spots: 1 });
  const desk = new PostgresFeedDesk(postgres, uuid7);
  const change = (state: 'planned' | 'live' | 'ended', allowedPerSecond?: number) =>
    desk.changeState({ raceId, state, allowedPerSecond, isDryRun: false });
  await change('live');
  const publish = (...messages: readonly NewMessage[]) => desk.publish({ raceId, messages, isDryRun: false });
  const redact = (...numbers: readonly number[]) => desk.redact({ raceId, numbers, reason: 'asked', isDryRun: false });
  /** Publishes so many comments, one after the other. */
  const say = async (count: number, what = 'said') => {
    for (let n = 1; n <= count; n += 50)
      await publish(...Array.from({ length: Math.min(50, count - n + 1) }, (_, at) => aComment(`${what} ${n + at}`)));
  };
  return { raceId, desk, change, publish, redact, say };
};

export const aComment = (text: string, id = uuid7()): NewMessage => ({ id, kind: 'comment', body: { text } });

export const aMessage = (kind: string, body: NewMessage['body'], of?: number): NewMessage => ({
  id: uuid7(),
  kind,
  body,
  ...(of !== undefined && { of }),
});
