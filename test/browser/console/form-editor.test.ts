import type { Page } from 'playwright-core';
import { rules } from '../../../lambdas/api/form/definition/question-types';
import { aRace, marathonId } from '../../races/a-race';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { heading } from '../walk';

const site = openConsoleTest();
jest.setTimeout(240_000);
const saved = (page: Page) => page.locator('[data-saving="saved"]').waitFor();
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
};
const isFocused = (page: Page, label: string) => page.getByLabel(label, { exact: true }).and(page.locator(':focus'));

test('a director writes a form with the keyboard, tries it beside, is told what is missing, and publishes it', async () => {
  const { page } = site;
  expect(await site.direct(aRace())).toHaveProperty('created');
  await site.enter([{ role: 'director', raceId: undefined }]);
  await page.goto(`${site.url}/console/races/harbour-2027/settings?step=3`);
  await press(page, 'Ask for more, or sell something');
  const tried = page.getByRole('complementary', { name: 'What runners are asked' });
  await tried.getByRole('group', { name: 'Gender' }).waitFor();
  await tried.getByLabel('Emergency contact').waitFor();

  // A question with options, which decides whether another one is asked.
  await press(page, 'Add a question');
  await isFocused(page, 'Question').fill('Will you sleep in the hall?');
  const third = part(page, 'Questions').getByRole('listitem', { name: 'Will you sleep in the hall?' });
  // What the rules of a type say can be limited, and nothing else.
  for (const [type, { bounds, hasLength, hasOptions }] of Object.entries(rules)) {
    await third.getByLabel('Kind of answer').selectOption(type);
    const asked = await Promise.all(
      ['At least (optional)', 'At most (optional)', 'Option 1', 'Longest answer, in characters (optional)'].map(
        (label) => third.getByLabel(label, { exact: true }).count(),
      ),
    );
    expect([type, ...asked]).toEqual([type, ...[bounds, bounds, hasOptions, hasLength].map((has) => (has ? 1 : 0))]);
  }
  await third.getByLabel('Kind of answer').selectOption('One of several options');
  await third.getByLabel('Option 1', { exact: true }).fill('Yes');
  await third.getByRole('button', { name: 'Add an option' }).click();
  await isFocused(page, 'Option 2').fill('No');
  await third.getByLabel('It must be answered').check();
  await press(page, 'Add a question');
  await isFocused(page, 'Question').fill('Your own mattress?');
  const fourth = part(page, 'Questions').getByRole('listitem', { name: 'Your own mattress?' });
  await fourth.getByLabel('Kind of answer').selectOption('A box to tick');
  await fourth.getByText('More about Your own mattress?').click();
  await fourth.getByLabel('When it is asked').selectOption('After certain answers to “Will you sleep in the hall?”');
  await saved(page);
  await tried
    .getByRole('group', { name: /sleep in the hall/ })
    .getByLabel('No')
    .check();
  expect(await tried.getByText('Your own mattress?').count()).toBe(0);
  await tried
    .getByRole('group', { name: /sleep in the hall/ })
    .getByLabel('Yes')
    .check();
  await tried.getByText(/Your own mattress\?/).waitFor();

  // Buttons move it, and the focus stays with it.
  await press(page, 'Move up: Your own mattress?');
  await page
    .getByRole('button', { name: /Move (up|down): Your own mattress\?/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.getByText('Your own mattress? is number 3 of 4 now.').waitFor();
  await page.getByText('This depends on a question that is not above it.').first().waitFor();
  await press(page, 'Move down: Your own mattress?');
  await page.getByText('This depends on a question that is not above it.').first().waitFor({ state: 'detached' });

  await press(page, 'Add an item');
  await isFocused(page, 'Name').fill('Hoodie');
  const item = part(page, 'Items').getByRole('listitem', { name: 'Hoodie' });
  await item.getByLabel('Variant 1', { exact: true }).fill('M');
  await item.getByLabel('Price in EUR').fill('35');
  await item.getByRole('button', { name: 'Add a variant' }).click();
  await isFocused(page, 'Variant 2').fill('L');
  await item.getByLabel('There are only so many').first().check();
  await saved(page);
  await tried.getByText('L, €35').waitFor();

  await press(page, 'Add a rule');
  await isFocused(page, 'Youngest age, in years (optional)').fill('18');
  const rule = part(page, 'Who may run').getByRole('listitem');
  await rule.getByLabel('10 km').uncheck();
  await rule.getByLabel('Women').check();
  await page.getByLabel('The waiver, signed by each person').check();
  await page.getByLabel('How it is signed').selectOption('By typing the name');
  await page.getByLabel('Fee in percent of what is charged (optional)').fill('2.9');
  await page.getByRole('button', { name: 'Add a kind of team' }).click();
  await isFocused(page, 'Name, such as “Company team”').fill('Friends');
  await page.getByRole('button', { name: 'Add a cause' }).click();
  await isFocused(page, 'Name').waitFor();
  await page.getByLabel('Explanation (optional)').last().blur();
  await saved(page);
  await looksSound(page, 'form-editor');

  // What is wrong leads to its place.
  await page.getByRole('link', { name: /Rules and review/ }).click();
  await page.getByText('This is missing').waitFor();
  await looksSound(page, 'form-missing');
  await page.getByRole('link', { name: 'Cause 1: has no text yet' }).click();
  await heading(page, 'Prices and form').waitFor();
  await press(page, 'Remove Cause 1');
  await page.getByRole('button', { name: 'Add a cause' }).and(page.locator(':focus')).waitFor();

  // The last thing that is missing is how many there are, which holds at once.
  await page.getByRole('link', { name: /Rules and review/ }).click();
  await page.getByText(/Item 1 has a variant of which there are only so many, and it is not said how many\./).waitFor();
  await page.getByRole('link', { name: /Prices and form/ }).click();
  await page.getByLabel('How many there are').fill('20');
  await page.getByRole('button', { name: 'Set how many there are of Hoodie M' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change it' }).click();
  await page.getByRole('dialog').getByText(/20/).waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Go on|Close/ })
    .first()
    .click();
  await page.getByRole('link', { name: /Rules and review/ }).click();
  await page.getByRole('button', { name: 'Publish the changes' }).click();
  await page.getByText('Everybody sees it within 10 seconds.').waitFor();

  const [form] = await site.postgres.query<{ definition: { questions: { id: string }[]; rules: unknown } }>(
    `SELECT definition FROM form WHERE race_id = 'harbour-2027' AND published_at IS NOT NULL`,
  );
  expect(form?.definition).toMatchObject({
    language: 'en',
    questions: [
      { id: 'gender', role: 'gender', required: true },
      { id: 'private-emergency-contact', sensitive: true },
      { type: 'choice', required: true, options: [{ label: { en: 'Yes' } }, { label: { en: 'No' } }] },
      { type: 'consent', showIf: { in: [expect.stringMatching(/^o/)] } },
    ],
    items: [
      {
        label: { en: 'Hoodie' },
        variants: [
          { price: 3500, limited: true },
          { label: { en: 'L' }, price: 3500 },
        ],
      },
    ],
    rules: [{ events: [marathonId], minAge: 18, genders: ['female'] }],
    documents: [{ kind: 'waiver', signature: 'typed-name' }],
    fee: { basisPoints: 290 },
    teams: { kinds: [{ label: { en: 'Friends' }, size: 4 }] },
  });

  // What runners could see keeps its meaning: it is not removed, and its kind stays.
  await page.getByRole('link', { name: /Prices and form/ }).click();
  await part(page, 'Questions').getByText('It was published, so this stays as it is.').first().waitFor();
  await press(page, 'Stop asking: Your own mattress?');
  await part(page, 'Questions').getByText('Not asked any more').waitFor();
  await page.getByRole('button', { name: 'Bring it back: Your own mattress?' }).waitFor();
  const ids = form?.definition.questions.map(({ id }) => id);
  await saved(page);
  const [draft] = await site.postgres.query<{ draft: { form: { questions: { id: string; retired?: boolean }[] } } }>(
    `SELECT draft FROM race_document WHERE race_id = 'harbour-2027'`,
  );
  expect(draft?.draft.form.questions.map(({ id }) => id)).toEqual(ids);
  expect(draft?.draft.form.questions.at(-1)?.retired).toBe(true);
  await looksSound(page, 'form-published');
});
