import { acceptWaiver, ada, bea, cid, fillCard, fillPeople, goodCard, heading, holdTogether, payButton } from '../walk';
import { harbour, type Theatre } from './theatre';

export const family = [ada, bea, cid];

export const hold = ({ page, api }: Theatre, people = family.length) =>
  holdTogether(page, api.url, { ...harbour, people });

export const toPay = async (theatre: Theatre, people = family) => {
  await hold(theatre, people.length);
  await fillPeople(theatre.page, people);
  await acceptWaiver(theatre.page);
};

/** As often as an impatient finger presses. */
export const pay = async ({ page }: Theatre) => {
  await fillCard(page, goodCard);
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 5; click++) button.click();
  });
};

export const allOnTheStartLine = ({ page }: Theatre) => heading(page, 'All of you are on the start line').waitFor();

/** What was sent to addresses that end so. */
export const bodies = ({ api }: Theatre, ending: RegExp) =>
  // biome-ignore lint/suspicious/noExplicitAny: whatever the page sends, the test looks at it
  api.heard.flatMap(({ path, body }) => (ending.test(path) ? [body as any] : []));
