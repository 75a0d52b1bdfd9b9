import type { Page } from 'playwright-core';
import { heading } from '../walk';
import type { FakeApi } from './fakes/fake-api';

type Walk<A extends readonly unknown[]> = (page: Page, api: FakeApi, ...args: A) => Promise<unknown>;

const storageOf = (page: Page) =>
  page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } as Record<string, string> }));

/** Where a walk ended: the page, what it keeps in the browser, and the race as the fake API has it. */
const endOf = async (page: Page, api: FakeApi) => ({
  api,
  url: page.url(),
  title: (await heading(page, /./).textContent()) ?? '',
  storage: await storageOf(page),
  races: structuredClone(api.races),
  forms: [...api.forms],
  stock: [...api.stock],
});

/**
 * A walk that is walked once. Afterwards the page is opened where it ended, with what the walk left in the browser: the page
 * goes on from there, as after a reload. Not for screens on which somebody pays: they share one registration.
 */
export const keptWalk = <A extends readonly unknown[]>(walk: Walk<A>): Walk<A> => {
  const ends = new Map<string, Awaited<ReturnType<typeof endOf>>>();
  return async (page, api, ...args) => {
    const key = JSON.stringify(args);
    const end = ends.get(key);
    if (end?.api !== api) {
      await walk(page, api, ...args);
      ends.set(key, await endOf(page, api));
      return;
    }
    api.races.splice(0, api.races.length, ...structuredClone(end.races));
    api.forms.splice(0, api.forms.length, ...end.forms);
    for (const [variant, left] of end.stock) api.stock.set(variant, left);
    await page.goto(`${api.url}/robots.txt`);
    await page.evaluate(({ local, session }) => {
      for (const [key, text] of Object.entries(local)) localStorage.setItem(key, text);
      for (const [key, text] of Object.entries(session)) sessionStorage.setItem(key, text);
    }, end.storage);
    await page.goto(end.url);
    await heading(page, end.title).waitFor();
  };
};
