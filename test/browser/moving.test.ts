import { problemAnswer } from './support/fakes/fake-answer';
import { movingScreens } from './support/moving-screens';
import { openBrowserTest, registrationIds, submissions } from './support/open-browser-test';
import { askedCard, bankWindow, declinedCard, heading, payWith } from './walk';

const browserTest = openBrowserTest();
const { id, toPay, moved, payments } = movingScreens(browserTest);

test('a runner reads what a dearer event costs more, pays it, and runs there', async () => {
  const { page, api } = browserTest;
  await toPay();
  // It is decided a moment after it was paid.
  api.next.status.push(problemAnswer('not-found'));
  await payWith(page, declinedCard);
  await heading(page, 'Your card was declined').waitFor();
  await payWith(page, askedCard);
  await bankWindow(page).getByRole('button', { name: 'Yes, it is me' }).waitFor();
  await page.reload();
  await bankWindow(page).getByRole('button', { name: 'Yes, it is me' }).click();
  await moved();
  await page.getByText('the number of your spot is 1207').waitFor();
  const paid = submissions(browserTest).at(-1);
  expect(paid).toMatchObject({ authorization: 'Bearer transfer.token', body: { move: 'move.0' } });
  expect([await payments(), registrationIds(browserTest).size]).toEqual([['requires_capture'], 1]);
  await page.goto(`${api.url}/transfers/${id}`);
  await moved();
});
