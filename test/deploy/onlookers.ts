import { type Answer, openClient } from '../end-to-end/support/client';

/** What a visitor saw who opens the page again and again. */
export interface Seen {
  readonly visits: number;
  /** Every asset that any version of the page named. */
  readonly assets: ReadonlySet<string>;
  /** The assets that the first document named. */
  readonly first: ReadonlySet<string>;
  readonly failures: readonly string[];
}

const named = (document: string): readonly string[] =>
  [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

/**
 * Opens the page about once a second until told to stop, with everything it names: a document that arrives before its
 * assets shows as a missing file. It also requests what older documents named, like a page that has been open for a
 * while.
 */
export const watchPage = (siteUrl: string) => {
  const client = openClient(siteUrl);
  const assets = new Set<string>();
  const failures: string[] = [];
  let first: ReadonlySet<string> | undefined;
  let visits = 0;
  let stopping = false;

  const get = async (path: string): Promise<Answer | undefined> => {
    try {
      const answer = await client('GET', path);
      if (answer.status === 200) return answer;
      failures.push(`GET ${path} was answered ${answer.status}`);
    } catch (error) {
      failures.push(`GET ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return undefined;
  };
  const visit = async () => {
    const document = await get('/');
    const now = document ? named(String(document.body)) : [];
    if (document && now.length === 0) failures.push('the document names no assets');
    for (const path of now) assets.add(path);
    first ??= new Set(now);
    for (const path of assets) await get(path);
    visits++;
  };
  const watching = (async () => {
    while (!stopping) {
      await visit();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  })();

  return async (): Promise<Seen> => {
    stopping = true;
    await watching;
    await visit();
    return { visits, assets, first: first ?? new Set(), failures };
  };
};
