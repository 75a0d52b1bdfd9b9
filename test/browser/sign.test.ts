import { until } from '../support/until';
import { problemAnswer } from './support/fakes/fake-answer';
import { renewedForm, signedForm } from './support/fakes/fake-form';
import { bodies } from './support/fill-in-group';
import { confirmation, harbour, openBrowserTest, submissions } from './support/open-browser-test';
import { answerByKeyboard, ralph, toSign } from './support/sign-screens';
import { ada, goodCard, heading, holdSpot, payWith, summaryFocused } from './walk';

const browserTest = openBrowserTest();

const toCheck = () => browserTest.page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
const entryPaid = () =>
  submissions(browserTest).flatMap(({ path, body }) => (path.endsWith('quote') ? [] : [body]))[0] as {
    entry: { people: { guardian?: object; signatures: object[] }[] };
  };
const [waiver, minorWaiver, terms] = signedForm.documents ?? [];

describe('a race with rules, documents and guardians', () => {
  test('is entered by a family with a minor at 320 px by keyboard alone: the parent signs for the child', async () => {
    const { page, api } = browserTest;
    await page.setViewportSize({ width: 320, height: 640 });
    api.forms.push(signedForm);
    await toSign(page, api, [ada, ralph]);
    await toCheck();
    // Everything that is missing, each with a link to its place.
    await page.getByRole('heading', { name: /5 / }).waitFor();
    await summaryFocused(page);
    await page.getByRole('link', { name: 'Choose who signs for Ralph Runner' }).press('Enter');
    const parent = page.getByRole('group', { name: 'Who signs for Ralph Runner?' }).getByLabel('Ada Runner');
    expect(await parent.evaluate((box) => box === document.activeElement)).toBe(true);
    await parent.press('Space');
    const text = page.getByRole('region', { name: 'The terms' }).last();
    await text.focus();
    await page.keyboard.press('End');
    await page.waitForFunction((box) => (box?.scrollTop ?? 0) > 0, await text.elementHandle());
    await page.getByLabel('To accept it, Ada Runner types').fill(' Ada  Runner ');
    for (const name of [
      'Ada Runner has read this and accepts it for Ralph Runner',
      'Ada Runner has read this and accepts it',
    ])
      for (const box of await page.getByRole('checkbox', { name, exact: true }).all()) await box.press('Space');
    await toCheck();
    await page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
    await payWith(page, goodCard);
    await heading(page, 'All of you are on the start line').waitFor();
    expect(entryPaid().entry.people).toMatchObject([
      {
        signatures: [
          { kind: 'waiver', hash: waiver?.hash, name: 'Ada Runner' },
          { kind: 'terms', hash: terms?.hash },
        ],
      },
      {
        guardian: { member: 0 },
        signatures: [
          { kind: 'minor-waiver', hash: minorWaiver?.hash },
          { kind: 'terms', hash: terms?.hash },
        ],
      },
    ]);
  });

  test('asks a minor who comes alone for a guardian, and keeps what was signed over a reload', async () => {
    const { page, api } = browserTest;
    api.forms.push(signedForm);
    await toSign(page, api, [ralph]);
    await page.getByLabel('First and last name of the guardian').fill('Ralph Runner');
    await page.getByLabel('E-mail address of the guardian').fill(ralph.email);
    await page.getByLabel('What they are to the minor').fill('mother');
    const boxes = () => page.getByRole('checkbox', { name: / for Ralph Runner$/ });
    for (const box of await boxes().all()) await box.press('Space');
    await toCheck();
    await summaryFocused(page);
    await page
      .getByRole('link', { name: 'Choose a guardian who is of age and is not the runner themselves' })
      .press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Anne Runner');
    await page.reload();
    await heading(page, 'Read and sign').waitFor();
    expect(await page.getByLabel('First and last name of the guardian').inputValue()).toBe('Anne Runner');
    await page.getByRole('checkbox', { name: 'Anne Runner has read this' }).first().waitFor();
    expect(await Promise.all((await boxes().all()).map((box) => box.isChecked()))).toEqual([true, true]);
    await toCheck();
    await page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
    await payWith(page, goodCard);
    await confirmation(page);
    expect(entryPaid().entry.people).toMatchObject([
      { guardian: { name: 'Anne Runner', email: ralph.email, relationship: 'mother' } },
    ]);
    // Nothing of it was in the copy that the server keeps of the draft.
    const copies = bodies(browserTest, /session\/draft$/);
    expect(JSON.stringify(copies)).not.toContain('Anne');
  });

  test('asks again for what changed, and for nothing else', async () => {
    const { page, api } = browserTest;
    api.forms.push(signedForm);
    await toSign(page, api);
    await page.getByLabel('To accept it, type').fill('Ada Runner');
    await page.getByRole('checkbox', { name: 'I have read this and accept it' }).press('Space');
    api.forms.push(renewedForm);
    await toCheck();
    await page.getByText('The race changed this text').waitFor();
    expect(await page.getByText('Changed', { exact: true }).count()).toBe(1);
    expect(await page.getByLabel('To accept it, type').inputValue()).toBe('Ada Runner');
    await page.getByText('Dogs and drones stay at home').first().waitFor();
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
    await toCheck();
    await page.getByRole('link', { name: 'You can only run if you accept: The terms' }).waitFor();
    await summaryFocused(page);
    await page.getByRole('checkbox').press('Space');
    await toCheck();
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
    expect(api.count('POST', /holds$/)).toBe(1);
  });

  test('says at the form of a person which rule does not let them run, and who', async () => {
    const { page, api } = browserTest;
    api.forms.push(signedForm);
    await holdSpot(page, api.url, harbour);
    await answerByKeyboard(page, { ...ada, birthDate: '2020-05-17' });
    await page.getByRole('button', { name: 'Continue to sign' }).press('Enter');
    await summaryFocused(page);
    await page
      .getByRole('link', { name: 'Runners of this distance must be at least 12 on the day of the race' })
      .press('Enter');
    await page.getByRole('group', { name: 'Date of birth' }).getByLabel('Year').fill('1990');
    await page.getByRole('button', { name: 'Continue to sign' }).press('Enter');
    await heading(page, 'Read and sign').waitFor();
    expect(bodies(browserTest, /quote$/)).toEqual([]);
  });

  test('says what only the server knows at the same place: somebody is not on the list', async () => {
    const { page, api } = browserTest;
    api.forms.push(signedForm);
    api.next.quote.push(
      problemAnswer('not-eligible', { faults: [{ field: 'people.0', code: 'not-on-the-list', detail: '' }] }),
    );
    await toSign(page, api);
    await page.getByLabel('To accept it, type').fill('Ada Runner');
    await page.getByRole('checkbox').press('Space');
    await toCheck();
    await page.getByRole('link', { name: 'This address is not on the list' }).waitFor();
    await heading(page, 'Who will run?').waitFor();
  });

  test('lets nobody accept a text that did not load', async () => {
    const { page, api } = browserTest;
    api.forms.push(signedForm);
    api.next.text.push(problemAnswer('not-found'), problemAnswer('not-found'));
    await holdSpot(page, api.url, harbour);
    await answerByKeyboard(page);
    await page.getByRole('button', { name: 'Continue to sign' }).press('Enter');
    await page.getByText('This text could not be loaded').first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Try again' }).first().press('Enter');
      await until(async () => (await page.getByRole('button', { name: 'Try again' }).count()) === left);
    }
    await page.getByRole('checkbox').waitFor();
  });
});
