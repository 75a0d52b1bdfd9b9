import { acceptWaiver, ada, bea, cid, fillCard, fillPeople, goodCard, heading, holdForGroup, payButton } from '../walk';
import { type BrowserTest, harbour } from './open-browser-test';

export const family = [ada, bea, cid];

export const hold = ({ page, api }: BrowserTest, people = family.length) =>
  holdForGroup(page, api.url, { ...harbour, people });

export const toPay = async (browserTest: BrowserTest, people = family) => {
  await hold(browserTest, people.length);
  await fillPeople(browserTest.page, people);
  await acceptWaiver(browserTest.page);
};

/** Presses the button five times, like an impatient runner. */
export const pay = async ({ page }: BrowserTest) => {
  await fillCard(page, goodCard);
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 5; click++) button.click();
  });
};

export const allOnTheStartLine = ({ page }: BrowserTest) => heading(page, 'All of you are on the start line').waitFor();

/** The bodies of all calls to paths that match. */
export const bodies = ({ api }: BrowserTest, ending: RegExp) =>
  // biome-ignore lint/suspicious/noExplicitAny: whatever the page sends, the test looks at it
  api.requests.flatMap(({ path, body }) => (ending.test(path) ? [body as any] : []));
