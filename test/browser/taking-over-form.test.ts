import { problemAnswer } from './support/fakes/fake-answer';
import { renewedForm, signedForm } from './support/fakes/fake-form';
import { focusOnClass } from './support/focus';
import { openBrowserTest } from './support/open-browser-test';
import { answerByKeyboard, ralph } from './support/sign-screens';
import { ada, heading } from './walk';

const browserTest = openBrowserTest();
const id = '01890000-0000-7000-8000-000000000002';
const bea = { ...ada, firstName: 'Bea', email: 'bea@example.com' };
const [waiver, minorWaiver, terms] = signedForm.documents ?? [];

const open = async () => {
  const { page, api } = browserTest;
  api.forms.push(signedForm);
  api.line.transferForm = 1;
  await page.goto(`${api.url}/transfers/${id}#transfer.token`);
  await page.getByText('Ada R.').waitFor();
};
const toSign = async (person = bea) => {
  const { page } = browserTest;
  await answerByKeyboard(page, person);
  await page.getByRole('button', { name: 'Continue to sign' }).press('Enter');
  await heading(page, 'Read and sign').waitFor();
  await page.getByText('Bibs are personal').first().waitFor();
};
const take = () => browserTest.page.getByRole('button', { name: 'Take over the spot' });
const acceptances = () =>
  browserTest.api.requests.flatMap(({ method, path, body }) =>
    method === 'PUT' && path.includes('/transfers/') ? [body] : [],
  );

test('a runner who takes a spot over answers the race’s questions and signs its texts, by keyboard at 320 px', async () => {
  const { page } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  await open();
  expect(await page.getByLabel('First name').inputValue()).toBe('Bea');
  await toSign();
  await take().press('Enter');
  await page.getByRole('link', { name: 'You can only run if you accept: The terms' }).waitFor();
  await page.getByLabel('To accept it, type').fill('Bea Runner');
  await page.getByRole('checkbox').press('Space');
  await page.reload();
  await heading(page, 'Read and sign').waitFor();
  await page.getByRole('checkbox').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await take().press('Enter');
  await heading(page, 'The spot is yours').waitFor();
  const { firstName, lastName, email, birthDate, emergencyContact } = bea;
  expect(acceptances()).toEqual([
    {
      form: 1,
      entry: {
        people: [
          {
            registrationId: id,
            ...{ firstName, lastName, email, birthDate },
            answers: { gender: 'female', contact: emergencyContact },
            signatures: [
              { kind: 'waiver', hash: waiver?.hash, name: 'Bea Runner' },
              { kind: 'terms', hash: terms?.hash },
            ],
          },
        ],
        order: { answers: {} },
      },
      waiver: { hash: 'waiver-hash-1', accepted: true },
    },
  ]);
});

test('a minor who takes a spot over needs a guardian', async () => {
  const { page } = browserTest;
  await open();
  await toSign(ralph);
  await page.getByLabel('First and last name of the guardian').fill('Anne Runner');
  await page.getByLabel('E-mail address of the guardian').fill('anne@example.com');
  await page.getByLabel('What they are to the minor').fill('mother');
  for (const box of await page.getByRole('checkbox').all()) await box.press('Space');
  await take().press('Enter');
  await heading(page, 'The spot is yours').waitFor();
  expect(acceptances()).toMatchObject([
    {
      entry: {
        people: [
          {
            guardian: { name: 'Anne Runner', email: 'anne@example.com', relationship: 'mother' },
            signatures: [
              { kind: 'minor-waiver', hash: minorWaiver?.hash },
              { kind: 'terms', hash: terms?.hash },
            ],
          },
        ],
      },
    },
  ]);
});

test('a text that changed meanwhile is accepted again, and a runner who is not on the list is told at their address', async () => {
  const { page, api } = browserTest;
  await open();
  await toSign();
  await page.getByLabel('To accept it, type').fill('Bea Runner');
  await page.getByRole('checkbox').press('Space');
  api.forms.push(renewedForm);
  api.next.accept.push(
    problemAnswer('form-changed', {
      form: 2,
      faults: [{ field: 'people.0.signatures.1.hash', code: 'text-changed', detail: '' }],
    }),
    problemAnswer('not-eligible', { faults: [{ field: 'people.0', code: 'not-on-the-list', detail: '' }] }),
  );
  await take().press('Enter');
  await page.getByText('The race changed this text').waitFor();
  await page.getByText('drones').first().waitFor();
  await page.getByRole('checkbox').press('Space');
  await take().press('Enter');
  await page.getByRole('link', { name: 'This address is not on the list' }).waitFor();
  await focusOnClass(page, 'summary');
  await page.getByRole('button', { name: 'Continue to sign' }).press('Enter');
  await take().press('Enter');
  await heading(page, 'The spot is yours').waitFor();
  expect(acceptances().map((body) => (body as { form: number }).form)).toEqual([1, 2, 2]);
});
