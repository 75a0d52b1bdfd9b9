import { faultsOf } from './support/axe';
import { problemAnswer } from './support/fakes/fake-answer';
import { focusOnText } from './support/focus';
import { forever, openBrowserTest } from './support/open-browser-test';
import { givingBackScreens, passingOnScreens, registrationScreens } from './support/registration-screens';
import { heading } from './walk';

const browserTest = openBrowserTest();
const { open, sent } = registrationScreens(browserTest);

test('running another time is agreed to with its figures, asked again when they change, and shows the code', async () => {
  const { page, api } = browserTest;
  for (const race of api.races) race.changes.deferUntil = '2098-12-30T11:00:00.000Z';
  await page.setViewportSize({ width: 320, height: 640 });
  await open();
  await page.getByRole('link', { name: 'Run another time' }).press('Enter');
  await heading(page, 'Run another time?').waitFor();
  await focusOnText(page, 'Run another time?');
  await page.getByText('You get one entry in a later race of Harbour Runs').waitFor();
  await page.getByText('A fee of €5.00 is charged when you use it').waitFor();
  api.next.defer.push(problemAnswer('terms-changed', { terms: { worth: 4500, fee: 0 } }));
  const give = page.getByRole('button', { name: 'Give the spot up and run another time' });
  await give.press('Enter');
  await heading(page, 'The terms have changed').waitFor();
  await focusOnText(page, 'The terms have changed');
  await page.getByText('You get €45.00 towards an entry').waitFor();
  await give.press('Enter');
  await heading(page, 'You run another time').waitFor();
  await page.getByText('Your code: 7K3M-9QWX-2RTV').waitFor();
  expect(sent('POST', '/deferral').map(({ body }) => body)).toEqual([
    { worth: 'entry', fee: 500 },
    { worth: 4500, fee: 0 },
  ]);
  await page.reload();
  await page.getByText('Your code: 7K3M-9QWX-2RTV').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('the bib of a race that gives them is shown when it is there, with a code for the desk', async () => {
  const { page, api } = browserTest;
  api.line.bib = { ...api.line.bib, givesBibs: true };
  await page.setViewportSize({ width: 320, height: 640 });
  api.next.bib.push({ later: forever });
  await open();
  await page.getByText('You get your bib number later.').waitFor();
  expect(await page.locator('.bib-number').textContent()).toContain('–');
  await page.reload();
  await page.getByRole('img', { name: 'Your check-in code, a QR code' }).waitFor();
  await page.getByText('You get your bib number later.').waitFor();
  expect(await page.locator('.bib-number').textContent()).toContain('–');
  api.line.bib = { ...api.line.bib, bib: 1042 };
  await page.reload();
  await page.locator('.bib-number', { hasText: '1042' }).waitFor();
  const code = page.getByRole('img', { name: 'Your check-in code, a QR code' });
  await code.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/own-bib.png`, fullPage: true });
  await page.getByText('Does somebody else have a picture of this code?').press('Enter');
  const drawn = () => code.locator('path').getAttribute('d');
  const old = await drawn();
  api.next.code.push(problemAnswer('too-many-check-in-codes'));
  const getNew = page.getByRole('button', { name: 'Get a new code' });
  await getNew.press('Enter');
  await page.locator('.note-bad').waitFor();
  expect(await drawn()).toBe(old);
  await getNew.press('Enter');
  await page.getByText('This is your new code.').waitFor();
  const second = await drawn();
  expect(second).not.toBe(old);
  expect(await faultsOf(page)).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/new-code.png`, fullPage: true });
  await page.reload();
  await code.waitFor();
  expect(await drawn()).toBe(second);
  // A name is taken out of results once, and stays out.
  const fold = page.getByText('Your name in results');
  await fold.press('Enter');
  api.next.name.push(problemAnswer('no-spot'));
  const takeOut = page.getByRole('button', { name: 'Take my name out' });
  await takeOut.press('Enter');
  await page.locator('.note-bad').waitFor();
  await takeOut.press('Enter');
  // The button that had the focus is gone.
  await focusOnText(page, 'Your name is taken out.');
  expect(await takeOut.count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/result-name.png`, fullPage: true });
  await page.reload();
  await fold.press('Enter');
  await page.getByText('Your name is taken out.').waitFor();
  // The number of the spot is nobody's bib.
  await page.getByRole('link', { name: 'Give the spot back' }).click();
  await page.getByText('number 1042, goes to somebody else').waitFor();
  api.line.bib = { ...api.line.bib, bib: undefined };
  await page.reload();
  await page.getByText(/Your spot in [^,]+ goes to somebody else/).waitFor();
  api.line.bib = { ...api.line.bib, isCheckedIn: true };
  await page.goBack();
  await page.reload();
  await page.getByText('You have been checked in.').waitFor();
  expect(await code.count()).toBe(0);
  // Nothing is offered that the server would refuse.
  await page.getByText('You are checked in, so the spot stays yours.').waitFor();
  for (const name of ['Give the spot back', 'Pass it on'])
    expect(await page.getByRole('link', { name }).count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${page.url()}?step=give-back`);
  await page.getByText('You are checked in, so the spot stays yours.').waitFor();
  expect(await heading(page, 'Give the spot back?').count()).toBe(0);
});

describe('giving the spot back', () => {
  const { cancellations, confirm, givenBack } = givingBackScreens(browserTest);

  test('says exactly what goes back, asks once more, and does it once', async () => {
    const { page, api } = browserTest;
    await open();
    await page.getByText('You get back €72.40 of €90.50').waitFor();
    await page.getByRole('link', { name: 'Give the spot back' }).click();
    await heading(page, 'Give the spot back?').waitFor();
    await focusOnText(page, 'Give the spot back?');
    await confirm().evaluate((button: HTMLButtonElement) => {
      for (let click = 0; click < 5; click++) button.click();
    });
    await givenBack();
    await page.getByText('€72.40 goes back').waitFor();
    expect(cancellations().map(({ body }) => body)).toEqual([{ refund: 7240 }]);
    expect(cancellations()[0]?.authorization).toBe('Bearer link.token');
    await page.reload();
    await givenBack();
    expect(api.count('POST', /cancellation$/)).toBe(1);
  });
});

describe('passing the spot on', () => {
  const { offers, fill, send, offered } = passingOnScreens(browserTest);

  test('offers it once, shows to whom, and can be taken back', async () => {
    const { page, api } = browserTest;
    await fill();
    await send().evaluate((button: HTMLButtonElement) => {
      for (let click = 0; click < 5; click++) button.click();
    });
    await offered();
    expect(offers().map(({ body }) => body)).toEqual([
      {
        transferId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        recipient: { firstName: 'Bea', email: 'bea@example.com' },
      },
    ]);
    await page.reload();
    await offered();
    await page.goBack();
    await page.getByText('You offered it to Bea').waitFor();
    await page.getByRole('link', { name: 'See the offer' }).click();
    await page.getByRole('button', { name: 'Take it back' }).dblclick();
    await heading(page, 'You took the offer back').waitFor();
    expect([offers().length, api.count('DELETE', /transfer$/)]).toEqual([1, 1]);
    await page.getByRole('button', { name: 'Offer it to somebody else' }).click();
    expect(await page.getByLabel('Their first name').inputValue()).toBe('');
  });
});
