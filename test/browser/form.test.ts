import type { Locator } from 'playwright-core';
import { problemAnswer } from './support/fakes/fake-answer';
import { clubForm, fullForm, limitedForm, nextForm } from './support/fakes/fake-form';
import { bodies } from './support/fill-in-group';
import { answerRequired, fewLeft, fillExtras, toMissing, toPrice } from './support/form-screens';
import { confirmation, harbour, openBrowserTest, submissions } from './support/open-browser-test';
import { ada, bea, cid, declinedCard, goodCard, heading, holdForGroup, holdSpot, payWith } from './walk';

const browserTest = openBrowserTest();

const hold = async () => {
  const { page, api } = browserTest;
  api.forms.push(fullForm);
  await holdSpot(page, api.url, harbour);
};

describe('a race with a form', () => {
  test('says politely that an answer brings a question, and keeps its answer though it is hidden', async () => {
    const { page } = browserTest;
    await hold();
    const politely = page.locator('[aria-live="polite"]');
    await page.getByRole('radio', { name: 'Yes', exact: true }).check();
    await politely.getByText('One more question below: Where do you get on?').waitFor({ state: 'attached' });
    await page.getByLabel('Where do you get on?').fill('Old mill');
    await page.getByRole('radio', { name: 'No', exact: true }).last().check();
    await page.getByLabel('Where do you get on?').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('radio', { name: 'Yes', exact: true }).check();
    expect(await page.getByLabel('Where do you get on?').inputValue()).toBe('Old mill');
  });

  test('leads from the summary of errors to the box, also to one of three', async () => {
    const { page } = browserTest;
    await hold();
    const since = page.getByRole('group', { name: 'Member of the club since' });
    await since.getByLabel('Year').fill('1990');
    await page.getByRole('button', { name: 'Continue to extras' }).press('Enter');
    const link = page.getByRole('link', { name: 'Member of the club since: must be a real date, such as 17 5 1990' });
    await link.press('Enter');
    expect(await since.getByLabel('Day').evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test('puts no sensitive answer into storage or into the copy that the server keeps', async () => {
    const { page, api } = browserTest;
    await hold();
    await answerRequired(page);
    await page.getByLabel('What should the doctor know?').fill('allergic to nuts');
    await page.getByRole('button', { name: 'Continue to extras' }).click();
    await heading(page, 'Extras').waitFor();
    const copied = page.waitForResponse(/session\/draft$/);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await copied;
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    const sent = JSON.stringify(api.requests.map(({ body }) => body));
    expect([stored, sent].map((text) => text.includes('Ada'))).toEqual([true, true]);
    expect([stored, sent].map((text) => /private-|allergic/.test(text))).toEqual([false, false]);
    // It is still here while the page is.
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('What should the doctor know?').inputValue()).toBe('allergic to nuts');
  });

  test('whose form has questions that this page does not know says so before a card is asked for', async () => {
    const { page, api } = browserTest;
    const [first] = fullForm.questions;
    api.next.form.push({ body: { ...fullForm, questions: [{ ...first, type: 'telepathy' }] } });
    api.forms.push(fullForm);
    await page.goto(`${api.url}/races/harbour`);
    await page.getByRole('link', { name: 'Register for Marathon', exact: true }).click();
    await page.getByText('Loading the page again may bring a newer one.').waitFor();
  });
});

describe('what a registration costs', () => {
  const toCheck = async () => {
    const { page } = browserTest;
    await hold();
    await answerRequired(page);
    await page.getByRole('button', { name: 'Continue to extras' }).click();
    await heading(page, 'Extras').waitFor();
    await fillExtras(page);
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await toPrice(page);
  };
  const toPay = () => browserTest.page.getByRole('button', { name: 'Continue to payment' }).press('Enter');

  test('is quoted once, shown line by line, and paid with exactly what was quoted', async () => {
    const { page } = browserTest;
    await toCheck();
    await page.getByRole('row', { name: '2 × Pasta party, Ticket €25.00' }).waitFor();
    await page.getByRole('row', { name: 'Donation: Trees for the mill €20.00' }).waitFor();
    await toPay();
    await payWith(page, goodCard);
    await confirmation(page);
    expect(await browserTest.processor.payments()).toEqual(['requires_capture']);
    const quotes = bodies(browserTest, /quote$/);
    const [paid] = submissions(browserTest).flatMap(({ path, body }) => (path.endsWith('quote') ? [] : [body]));
    expect(quotes).toHaveLength(1);
    expect(paid).toMatchObject({ quote: 'quote.0', entry: quotes[0].entry });
  });

  test('of a family on a narrow screen is the sum of their shares', async () => {
    const { page, api } = browserTest;
    await page.setViewportSize({ width: 320, height: 640 });
    api.forms.push(fullForm);
    await holdForGroup(page, api.url, { ...harbour, people: 3 });
    for (const [n, one] of [ada, bea, cid].entries()) {
      await heading(page, `Runner ${n + 1} of 3`).waitFor();
      await answerRequired(page, one);
      await page.getByRole('button', { name: /^Continue to/ }).press('Enter');
    }
    for (const name of ['Ada Runner', 'Bea Byron', 'Cid Byron'])
      await page.getByRole('region', { name }).getByRole('radio', { name: 'S', exact: true }).press('Space');
    await page.getByRole('region', { name: 'Bea Byron' }).getByLabel('Ticket for a child').selectOption('1');
    await page.getByRole('checkbox', { name: 'Club' }).press('Space');
    await page.getByRole('button', { name: 'Continue to the waiver' }).press('Enter');
    await toPrice(page);
    // 90.50, 3 % and 0.50; with 6.00 more for Bea.
    for (const [name, share] of [
      ['Ada Runner', '€93.72'],
      ['Bea Byron', '€99.90'],
      ['Cid Byron', '€93.72'],
    ])
      await page
        .getByRole('region', { name: `What ${name} costs` })
        .getByRole('row', { name: `Subtotal ${share}` })
        .waitFor();
    await page.getByRole('row', { name: 'Total €287.34' }).waitFor();
    await toPay();
    await payWith(page, goodCard);
    await heading(page, 'All of you are on the start line').waitFor();
  });

  test('may change after a card was declined: one payment, of the new total', async () => {
    const { page } = browserTest;
    await toCheck();
    await toPay();
    await payWith(page, declinedCard);
    await heading(page, 'Your card was declined').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Change the extras' }).click();
    await page.getByRole('radio', { name: 'L, €45.00' }).check();
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await page.getByRole('button', { name: 'Check what it costs' }).click();
    await page.getByRole('row', { name: 'Hoodie, L €45.00' }).waitFor();
    await toPay();
    await payWith(page, goodCard);
    await confirmation(page);
    expect(await browserTest.processor.payments()).toEqual(['requires_capture']);
    const [first, second] = bodies(browserTest, /quote$/);
    expect(first.previous).toBeUndefined();
    expect(second.previous).toEqual({ quote: 'quote.0', tried: true });
  });

  test('is not told of an entry with faults: each is shown at its field, and goes when something else is chosen', async () => {
    const { page, api } = browserTest;
    const faults = [
      { field: 'people.0.items.0.variant', code: 'not-an-option' },
      { field: 'order.donation.amount', code: 'too-great' },
    ];
    api.next.quote.push(problemAnswer('invalid-request', { faults }));
    await hold();
    await answerRequired(page);
    await page.getByRole('button', { name: 'Continue to extras' }).click();
    await heading(page, 'Extras').waitFor();
    await fillExtras(page);
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await page.getByRole('checkbox', { name: /accept/ }).check();
    await page.getByRole('button', { name: 'Check what it costs' }).click();
    const summary = page.getByRole('region', { name: '2 answers need another look' });
    await summary.waitFor();
    expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.getByRole('link', { name: 'The donation must be from €2.00 to €1,000.00' }).waitFor();
    await page.getByRole('link', { name: 'Shirt: choose one of the answers' }).press('Enter');
    await page.getByRole('radio', { name: 'L', exact: true }).first().check();
    await page.getByRole('region', { name: 'One answer needs another look' }).waitFor();
    await page.getByRole('radio', { name: '€5.00' }).check();
    await page.getByText('another look').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    // Twice the office is busy for a moment, and nobody hears of it.
    api.next.quote.push(...[1, 2].map(() => problemAnswer('busy', { retryAfter: 0.1 })));
    await page.evaluate(() => {
      const look = () => document.body.textContent.includes('Ask now') && document.body.classList.add('has-waited');
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    });
    await page.getByRole('button', { name: 'Check what it costs' }).click();
    await page.getByRole('row', { name: 'Shirt, L €0.00' }).waitFor();
    expect(bodies(browserTest, /quote$/)).toHaveLength(4);
    expect(await page.locator('.has-waited').count()).toBe(0);
  });

  test('is less with a code, line by line; one that is refused leaves it as it was', async () => {
    const { page, api } = browserTest;
    await page.setViewportSize({ width: 320, height: 640 });
    api.hasCodes = true;
    await toCheck();
    await page.getByRole('row', { name: 'Total €140.07' }).waitFor();
    const box = page.getByLabel('Do you have a code?');
    const hasFocus = (of: Locator) => of.evaluate((element) => element === document.activeElement);
    const use = async (code: string) => {
      await box.fill(code);
      await box.press('Enter');
    };
    await use('MILL-OLD');
    await page.getByText('“MILL-OLD” was not used. The time of this code is over.').waitFor();
    expect([await hasFocus(box), await box.getAttribute('aria-invalid')]).toEqual([true, 'true']);
    await page.getByRole('row', { name: 'Total €140.07' }).waitFor();
    await use('MILL-10');
    const taken = page.getByText('With the code “MILL-10” you pay €9.05 less.');
    await taken.waitFor();
    expect(await hasFocus(taken)).toBe(true);
    await page.getByRole('row', { name: /€9.05 less €81.45$/ }).waitFor();
    await page.getByRole('row', { name: 'Total €130.74' }).waitFor();
    await page.reload();
    await taken.waitFor();
    await page.getByRole('button', { name: 'Remove the code MILL-10' }).press('Enter');
    await page.getByRole('row', { name: 'Total €140.07' }).waitFor();
    expect(await hasFocus(box)).toBe(true);
    await use('MILL-10');
    await taken.waitFor();
    await toPay();
    await payWith(page, goodCard);
    await confirmation(page);
    expect(bodies(browserTest, /quote$/).map(({ codes }) => codes)).toEqual([
      undefined,
      ['MILL-OLD'],
      ['MILL-10'],
      undefined,
      ['MILL-10'],
    ]);
  });

  test('is asked for by the new form when the race changed it meanwhile: nobody loses spot or typing', async () => {
    const { page, api } = browserTest;
    await hold();
    await answerRequired(page);
    await page.getByRole('button', { name: 'Continue to extras' }).click();
    await heading(page, 'Extras').waitFor();
    await fillExtras(page);
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    api.forms.push(nextForm);
    await page.getByRole('checkbox', { name: /accept/ }).check();
    await page.getByRole('button', { name: 'Check what it costs' }).click();
    await page.getByText('New: Your club.').waitFor();
    expect(await page.getByLabel('Emergency contact').inputValue()).toBe(ada.emergencyContact);
    await page.getByLabel('Your club').fill('Old Mill Runners');
    for (const name of ['Continue to extras', 'Continue to the waiver', 'Check what it costs'])
      await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
    expect(bodies(browserTest, /quote$/).map(({ form }) => form)).toEqual([1, 2]);
    expect(api.count('POST', /holds$/)).toBe(1);
  });
});

describe('an event that is in no list', () => {
  const openClub = async (address = `${browserTest.api.url}/races/harbour`) => {
    const { page, api } = browserTest;
    api.hasCodes = true;
    api.forms.push(clubForm);
    await page.goto(address);
    await heading(page, 'Harbour Marathon').waitFor();
  };
  const opened = () => browserTest.page.getByText('Your code opens Club mile.');

  test('is opened by a code, asks what it alone asks, and tries the other code at the price', async () => {
    const { page } = browserTest;
    await page.setViewportSize({ width: 320, height: 640 });
    await openClub();
    await page.getByRole('button', { name: 'I have a code' }).press('Enter');
    const box = page.getByLabel('Code', { exact: true });
    for (const code of ['MILL-10', 'CLUB-27']) {
      await box.fill(code);
      await box.press('Enter');
      await (code === 'MILL-10' ? page.getByText('“MILL-10” opens no distance.') : opened()).waitFor();
    }
    await page.getByRole('link', { name: 'Register for Club mile' }).press('Enter');
    await page.getByLabel('Member number').fill('M 1');
    expect(bodies(browserTest, /holds$/)).toEqual([expect.objectContaining({ access: 'access.club' })]);
    await page.reload();
    await answerRequired(page);
    await page.getByRole('button', { name: 'Continue to extras' }).press('Enter');
    await heading(page, 'Extras').waitFor();
    await fillExtras(page);
    await page.getByRole('button', { name: 'Continue to the waiver' }).press('Enter');
    await toPrice(page);
    await page.getByText('With the code “MILL-10” you pay €3.55 less.').waitFor();
    const [quote] = bodies(browserTest, /quote$/);
    expect(quote).toMatchObject({ codes: ['MILL-10'], entry: { people: [{ answers: { member: 'M 1' } }] } });
  });

  test('needs the code once more an hour after a link opened it', async () => {
    const { page, api } = browserTest;
    await openClub(`${api.url}/races/harbour?code=CLUB-27`);
    await opened().waitFor();
    const register = page.getByRole('link', { name: 'Register for Club mile' });
    api.next.hold.push(problemAnswer('access-needed'));
    await register.click();
    await heading(page, 'This needs your code once more').waitFor();
    await page.getByRole('link', { name: 'Back to the race' }).click();
    await register.waitFor();
  });
});

describe('what is left', () => {
  const radio = (name: string) => browserTest.page.getByRole('radio', { name });
  const toCheck = async () => {
    const { page } = browserTest;
    await page.getByRole('checkbox', { name: 'Friend' }).check();
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await toPrice(page);
  };

  test('is said beside each size: what is gone cannot be chosen, what others hold can', async () => {
    const { page, api } = browserTest;
    await fewLeft(page, api);
    expect(await radio('S – gone').isDisabled()).toBe(true);
    expect(await radio('L, €45.00 – gone').isDisabled()).toBe(true);
    await radio('L – the last are in others’ baskets').check();
    await toCheck();
    await page.getByRole('row', { name: 'Shirt, L' }).waitFor();
  });

  test('is not known for a moment: everything can be chosen all the same', async () => {
    const { page, api } = browserTest;
    api.next.stock.push(problemAnswer('not-found'));
    api.forms.push(limitedForm);
    api.stock.set('shirt-s', { state: 'gone' });
    await holdSpot(page, api.url, harbour);
    await answerRequired(page);
    await page.getByRole('button', { name: 'Continue to extras' }).click();
    await page.getByText('What is left is not known right now.').waitFor();
    await page.getByRole('radio', { name: 'S', exact: true }).check();
  });

  test('is told at Check line by line, and one press takes another size or goes without', async () => {
    const { page, api } = browserTest;
    await toMissing(page, api);
    const shirt = page.getByRole('group', { name: 'Shirt' });
    const hoodie = page.getByRole('group', { name: 'Hoodie' });
    await shirt.getByText('Shirt, M is gone.').waitFor();
    await hoodie.getByText('The last of Hoodie, M are in others’ baskets.').waitFor();
    expect(await shirt.getByRole('button').allInnerTexts()).toEqual(['Take L']);
    expect(await hoodie.getByRole('button').allInnerTexts()).toEqual(['Go without']);
    api.next.quote.push(
      problemAnswer('item-held', { items: [{ variant: 'hoodie-m', state: 'held', left: 0 }], retryAfter: 30 }),
    );
    await shirt.getByRole('button', { name: 'Take L' }).press('Enter');
    await shirt.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await hoodie.getByRole('button', { name: 'Go without' }).press('Enter');
    await page.getByRole('row', { name: 'Shirt, L' }).waitFor();
    expect(bodies(browserTest, /quote$/).at(-1).entry.people[0].items).toEqual([{ variant: 'shirt-l', quantity: 1 }]);
  });

  test('is nothing of what is included: the runner goes without, also after a reload', async () => {
    const { page, api } = browserTest;
    for (const size of ['s', 'm', 'l']) api.stock.set(`shirt-${size}`, { state: 'gone' });
    api.forms.push(limitedForm);
    await holdSpot(page, api.url, harbour);
    await answerRequired(page);
    await page.getByRole('button', { name: 'Continue to extras' }).click();
    await radio('I go without it').press('Space');
    await page.reload();
    expect(await radio('I go without it').isChecked()).toBe(true);
    await toCheck();
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
    expect(bodies(browserTest, /quote$/)[0].entry.people[0]).toMatchObject({ without: ['shirt'] });
  });
});
