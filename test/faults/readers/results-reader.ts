import * as v from 'valibot';
import { type FoundPage, findNames, readPage } from '../../../lambdas/results/show/find-rows';
import type { Engine, Incoming } from '../../../loadtest/http/engine';
import type { Answered } from '../../../static/src/http/failure';
import { createReader } from '../../../static/src/results/read-version';

/** What readers saw, together. */
export interface SeenResults {
  /** By version and page of the list of all: the rows, as one text. Everybody must see the same. */
  readonly pages: Map<string, string>;
  /** Answers, to files and to the function. */
  answers: number;
  /** Pages that differed from what somebody else saw of the same version. */
  mixed: number;
  /** Readers who saw an older version after a newer one. */
  wentBack: number;
  /** By what was away then. Empty: nothing. */
  readonly errors: Map<string, number>;
}

interface Needs {
  readonly engine: Engine;
  readonly url: string;
  readonly raceId: string;
  readonly address: string;
  readonly random: () => number;
  readonly pause: (seconds: number) => Promise<void>;
  readonly seen: SeenResults;
  /** What is away at the moment. */
  readonly away: () => string;
  readonly isOver: () => boolean;
}

/** Seconds that somebody looks at a page, at least and at most. */
const [leastThink, mostThink] = [4, 12];
/** Somebody who was told that there is a newer version takes it with this probability. */
const takesNewer = 0.7;

const shownPage = v.object({
  version: v.number(),
  page: v.number(),
  pages: v.number(),
  rows: v.array(v.object({ bib: v.number(), place: v.nullable(v.number()), time: v.nullable(v.number()) })),
});

/** What of a row no erasure changes. */
export const rowsAsText = (
  rows: readonly { readonly bib: number; readonly place: number | null; readonly time: number | null }[],
): string => rows.map(({ bib, place, time }) => `${bib} ${place} ${time}`).join('\n');

/** One simulated person, until the end. */
const openPerson = ({ engine, url, address, random, pause, seen, away, isOver }: Needs) => {
  const get = async (path: string): Promise<Incoming> => {
    seen.answers++;
    return engine.send(url, address, { method: 'GET', path, headers: { accept: 'application/json' } });
  };
  const failed = (why: string) => {
    // Who waited while something was killed hears of it afterwards.
    const key = `${away()}: ${why}`;
    seen.errors.set(key, (seen.errors.get(key) ?? 0) + 1);
  };
  const saw = (version: number, page: number, rows: Parameters<typeof rowsAsText>[0]) => {
    const [key, text] = [`${version} ${page}`, rowsAsText(rows)];
    const before = seen.pages.get(key);
    if (before === undefined) seen.pages.set(key, text);
    else if (before !== text) seen.mixed++;
  };
  const think = () => pause(leastThink + random() * (mostThink - leastThink));
  /** Page 2 is read twice as often as page 4: Zipf's law. */
  const someOf = (pages: number) => Math.max(1, Math.min(pages, Math.floor((pages + 1) ** random())));
  return { get, failed, saw, think, someOf, isOver, random, seen };
};

/** Somebody with the page open: it reads files, and goes on in the same version until they take a newer one. */
export const readFiles = async (needs: Needs): Promise<void> => {
  const { get, failed, saw, think, someOf, isOver, random, seen } = openPerson(needs);
  const reader = createReader(async (path): Promise<Answered<unknown>> => {
    try {
      const { status, body } = await get(`/results/${needs.raceId}/${path}`);
      return status === 200 ? { kind: 'ok', value: JSON.parse(body.toString()) } : { kind: 'unreadable', status };
    } catch {
      return { kind: 'network' };
    }
  });
  let [pages, last] = [1, 0];
  while (!isOver()) {
    const page = someOf(pages);
    const found = await reader.read(undefined, async (version): Promise<readonly [number, FoundPage]> => {
      if (random() < 0.2) await findNames(version, 'runner 1');
      return [version.set.number, await readPage(version, 'overall', page)];
    });
    if (found.kind !== 'ok') failed(found.kind === 'unreadable' ? `file ${found.status}` : `file ${found.kind}`);
    else {
      const [number, shown] = found.value;
      if (number < last) seen.wentBack++;
      last = number;
      if (shown.kind === 'page') {
        saw(number, page, shown.rows);
        ({ pages } = shown);
      }
    }
    await think();
    const newer = await reader.look();
    if (newer.kind === 'ok' && newer.value.isNewer && random() < takesNewer) reader.take(newer.value.pointer);
  }
};

/** An app, or a screen in the finish area, which asks the function. */
export const readAnswers = async (needs: Needs): Promise<void> => {
  const { get, failed, saw, think, someOf, isOver, random } = openPerson(needs);
  const results = `/api/races/${needs.raceId}/results`;
  let pages = 1;
  while (!isOver()) {
    try {
      const { status, body } = await get(`${results}?list=overall&page=${someOf(pages)}`);
      if (status === 200) {
        const shown = v.parse(shownPage, JSON.parse(body.toString()));
        saw(shown.version, shown.page, shown.rows);
        ({ pages } = shown);
        // A page that no list has any more is no error.
      } else if (status !== 404) failed(`answer ${status}`);
      if (random() < 0.3) {
        const names = await get(`${results}/names?starts=runner%20${1 + Math.floor(random() * 99)}`);
        if (names.status !== 200) failed(`names ${names.status}`);
      }
    } catch (error) {
      failed(error instanceof v.ValiError ? error.message : 'no answer');
    }
    await think();
  }
};
