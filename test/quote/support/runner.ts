import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { readForm } from '../../forms/a-form';
import type { openPlainWorld } from '../../golden/plain-world';
import { type MadeRace, makeRace } from '../../support/races/race';

type World = Awaited<ReturnType<typeof openPlainWorld>>;

/** Publishes a form as the director's command does, without its checks. */
export const publish = async (sql: Sql, raceId: string, revision: number, definition: object): Promise<void> => {
  await sql.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash, published_at)
     VALUES ($1, $2, $3, '{}', 'h', clock_timestamp())`,
    [raceId, revision, JSON.stringify(readForm(definition))],
  );
  await sql.query('UPDATE race SET form_revision = $2 WHERE id = $1', [raceId, revision]);
};

/** A race with thirty spots and this form. */
export const makeRaceWithForm = async (
  postgres: Parameters<typeof makeRace>[0],
  definition: object,
): Promise<MadeRace> => {
  const race = await makeRace(postgres, { spots: 30 });
  await publish(postgres, race.raceId, 1, definition);
  return race;
};

/** Sends requests as one browser does, whose secret makes its session. Answers are JSON, or nothing. */
export const openBrowser = (world: World) => {
  const secret = uuid7().replaceAll('-', '').padEnd(43, 'S');
  return async (method: string, path: string, body?: object, bearer?: string) => {
    const answer = await world.fetch(path, {
      method,
      headers: {
        'x-startline-secret': secret,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    } as RequestInit);
    return { status: answer.status, body: JSON.parse((await answer.text()) || '{}') };
  };
};

/** A hold is good for thirty quotes. */
const mostQuotes = 25;
/** Longer than anything is remembered: a verdict for a second, the form of a race for a few. */
const longestMs = 10_000;

/** Asks for a quote until what the caches remember is over. Throws when the answer does not become what is wanted. */
export const askUntil = async <T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> => {
  for (let n = 0; n < mostQuotes; n++) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await pause(longestMs / mostQuotes);
  }
  throw new Error('The answer does not change.');
};
