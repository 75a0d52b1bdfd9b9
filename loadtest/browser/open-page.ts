import type { UserSession } from '../people/user-session';

const linked = /\b(?:src|href)="(\/[^"]+\.[A-Za-z0-9]+)"/g;

/** By document: all visitors get the same files for one version of it. */
const known = new Map<string, readonly string[]>();

/** The files that a document loads from its own site, in order and once each. */
export const filesIn = (html: string): readonly string[] => {
  const before = known.get(html);
  if (before) return before;
  const found = [...new Set(Array.from(html.matchAll(linked), ([, path = '']) => path))];
  known.set(html, found);
  return found;
};

/**
 * Opens a page as a browser does: the document, then the files it names that are not in the cache. Throws when one of
 * them is not a 200.
 */
export const openPage = async (session: UserSession, site: string, path: string, step = 'page'): Promise<void> => {
  const { status, body } = await session.ask(step, { method: 'GET', url: `${site}${path}`, as: 'document' });
  if (status !== 200 || typeof body !== 'string') throw new Error(`the page ${path} answered ${status}`);
  for (const file of filesIn(body)) {
    const answer = await session.ask(`${step} files`, { method: 'GET', url: `${site}${file}`, as: 'file' });
    if (answer.status !== 200) throw new Error(`${file}, which the page ${path} names, answered ${answer.status}`);
  }
};
