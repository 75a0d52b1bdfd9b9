import * as v from 'valibot';
import type { ReadsResults } from '../scenarios/scenario';
import type { Site } from './journey';
import type { Outcome } from './outcome';
import type { UserSession } from './user-session';

interface Reading {
  readonly site: Site;
  readonly raceId: string;
  readonly scenario: ReadsResults;
}

const shownPage = v.object({
  setId: v.string(),
  pages: v.number(),
  rows: v.array(v.object({ bib: v.number(), name: v.nullable(v.string()) })),
});

/** One search of ten ends on the page of the runner. */
const opensRunner = 0.1;

/**
 * Somebody reads the first page of results and turns to others, of which those near the front are read most. Then they type a name
 * letter by letter, and some open the runner's own page.
 */
export const readResults = async (session: UserSession, { site, raceId, scenario }: Reading): Promise<Outcome> => {
  const results = `/api/races/${encodeURIComponent(raceId)}/results`;
  const get = async (step: string, path: string): Promise<unknown> => {
    const answer = await session.ask(step, { method: 'GET', url: `${site.url}${results}${path}` });
    if (answer.status !== 200) throw new Error(`${results}${path} answered ${answer.status}`);
    return answer.body;
  };
  const leafThrough = async (): Promise<v.InferOutput<typeof shownPage>> => {
    const first = await get('results', '?page=1');
    const { pages } = v.parse(shownPage, first);
    let last = first;
    for (let turned = 1; turned < scenario.pages; turned++) {
      await session.think();
      // Page 2 is read twice as often as page 4: Zipf's law.
      const drawn = Math.floor((pages + 1) ** session.random());
      last = await get('results', `?page=${Math.max(1, Math.min(pages, drawn))}`);
    }
    return v.parse(shownPage, last);
  };
  const search = async ({ setId, rows }: v.InferOutput<typeof shownPage>): Promise<void> => {
    const runner = rows[Math.floor(session.random() * rows.length)];
    const letters = [...(runner?.name ?? 'a')];
    for (let typed = 1; typed <= scenario.letters; typed++)
      await get('names', `/names?starts=${encodeURIComponent(letters.slice(0, typed).join(''))}`);
    await session.think();
    if (runner && session.random() < opensRunner) await get('runner', `/${setId}/entries/${runner.bib}`);
  };
  try {
    for (let looked = 0; looked < scenario.rounds; looked++) await search(await leafThrough());
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'error', detail: error instanceof Error ? error.message : String(error) };
  }
};
