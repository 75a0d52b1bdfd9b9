import type { Page } from 'playwright-core';
import { aRace } from '../../races/a-race';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { ada, heading, typeRunner } from '../walk';

const site = openConsoleTest();
jest.setTimeout(180_000);
const held = async (name: string | RegExp, page: Page) => {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  // They stay where they are, to go on to the next.
  await button.and(page.locator(':focus')).and(page.locator('[aria-pressed="true"]')).waitFor();
};

test('a director sees a draft as runners would, at any instant, and registers in it without anything leaving', async () => {
  const { page } = site;
  expect(await site.direct(aRace())).toHaveProperty('created');
  await site.enter([{ role: 'director', raceId: undefined }]);
  await page.goto(`${site.url}/console/races/harbour-2027/settings`);
  await page.getByLabel('Name of the race').fill('Harbour Night Run');
  await page.getByRole('link', { name: 'See it as a runner' }).last().click();

  const stripe = page.getByRole('region', { name: 'Preview', exact: true });
  await stripe.getByRole('status').and(page.locator(':focus')).waitFor();
  await stripe.getByText(/^Preview at \w+day \d+ \w+ \d{4} at \d\d:\d\d, Oslo time\.$/).waitFor();
  // The draft, and not what is published.
  await heading(page, 'Harbour Night Run').waitFor();
  await looksSound(page, 'preview');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));

  await held('Before the opening', page);
  await stripe.getByText('Sunday 28 February 2027 at 11:00, Oslo time').waitFor();
  await page.getByRole('timer').waitFor();
  await looksSound(page, 'preview-before');
  await held('At the opening', page);
  // Its last seconds are counted, and it opens by itself.
  await page.getByRole('link', { name: 'Register for Marathon' }).waitFor();
  await held('Sold out', page);
  await page.locator('.events').getByText('Sold out').first().waitFor();
  await looksSound(page, 'preview-sold-out');
  await page.getByRole('link', { name: /^Join the waiting list.*Marathon/ }).waitFor();
  await held('After the end', page);
  await page.locator('.events').getByText('Registration closed').first().waitFor();

  // A time that does not exist is refused.
  await page.getByLabel('Day and time').fill('2027-03-28T02:30');
  await page.getByText('This time does not exist').waitFor();
  await page.getByLabel('Day and time').fill('2027-04-01T12:00');
  await page.getByRole('button', { name: 'Show it then' }).click();
  await page.getByLabel('Spots', { exact: true }).selectOption('People wait on the list');
  await page.locator('.events').getByText('All spots are taken').first().waitFor();
  await page.getByLabel('Spots', { exact: true }).selectOption('Few are left');
  await page.getByText('3 of 40 spots left').waitFor();
  // The address says it all.
  await page.reload();
  await stripe.getByText('Thursday 1 April 2027 at 12:00, Oslo time').waitFor();
  await page.getByText('3 of 40 spots left').waitFor();
  sent.length = 0;

  await page.getByRole('link', { name: 'Register for Marathon' }).click();
  await heading(page, 'Who will run?').waitFor();
  await typeRunner(page, ada);
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await page.getByText('I run at my own risk.').waitFor();
  await page.getByRole('checkbox', { name: /accept/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByText('In a preview no card is asked for.').waitFor();
  await looksSound(page, 'preview-pay');
  await page.getByRole('button', { name: /^Pay €70/ }).click();
  await page.locator('.bib-number').waitFor();
  await looksSound(page, 'preview-done');
  await page.getByRole('link', { name: 'Get the link to your registration again' }).click();
  await stripe.getByText('That link leads to a page that no preview has.').waitFor();

  expect(sent).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await site.postgres.query('SELECT id FROM block UNION ALL SELECT id FROM registration')).toEqual([]);
  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await heading(page, 'Overview').waitFor();
  await looksSound(page, 'left');
});

test('a draft of which nothing is known but its name can be looked at, and a form with faults is said', async () => {
  const { page } = site;
  await site.enter([{ role: 'director', raceId: undefined }]);
  await page.goto(`${site.url}/console/new`);
  await page.getByLabel('Name of the race').fill('Bare Run');
  await page.getByRole('button', { name: 'Begin' }).click();
  await heading(page, 'Basics').waitFor();
  await page.getByRole('link', { name: 'See it as a runner' }).click();
  await heading(page, 'Bare Run').waitFor();
  await site.postgres.query(
    `UPDATE race_document SET draft = draft || '{"form": {"language": "en", "questions": [{"id": "A!"}]}}' WHERE race_id = 'bare-run'`,
  );
  await page.reload();
  await page.getByText('The form still has faults').waitFor();
  await heading(page, 'Bare Run').waitFor();
  await looksSound(page, 'bare');
});

test('a director looks at each mail of a draft, as HTML without scripts and as text', async () => {
  const { page } = site;
  await site.enter([{ role: 'director', raceId: undefined }]);
  await page.goto(`${site.url}/console/races/harbour-2027/settings`);
  await page.getByLabel('Name of the race').fill('Harbour <script>Run');
  await page.getByRole('link', { name: 'See the mails' }).click();
  await heading(page, 'The mails that runners get').waitFor();
  await page.getByRole('heading', { name: 'You are in: Marathon, Harbour <script>Run' }).waitFor();
  const frame = page.frameLocator('iframe');
  const link = frame.getByRole('link', { name: 'See your registration' });
  // It looks as it does in a mail program, and no style was refused.
  await link.waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('iframe')?.contentDocument?.querySelector<HTMLElement>('a')?.style.display ===
      'inline-block',
  );
  expect(await link.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(140, 41, 19)');
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
  await page.getByText('As plain text').click();
  await page.getByText('Your registration is confirmed. Your number is 123.').last().waitFor();
  await looksSound(page, 'mails');
  const choice = page.getByLabel('Mail', { exact: true });
  for (const name of await choice.getByRole('option').allTextContents()) {
    await choice.selectOption(name);
    await frame.getByText('Startline', { exact: true }).waitFor();
  }
  await looksSound(page, 'mails-last');
  await page.getByRole('link', { name: 'Back to the race' }).click();
  await heading(page, /Basics/).waitFor();
});
