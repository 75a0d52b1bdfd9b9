import type { Page } from 'playwright-core';
import { ada, bea, cid, fillIdentity, heading, holdForGroup, holdSpot, payButton } from '../walk';
import { problemAnswer } from './fakes/fake-answer';
import type { FakeApi } from './fakes/fake-api';
import { clubForm, fullForm, limitedForm, nextForm } from './fakes/fake-form';
import { keptWalk } from './kept-walk';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

const harbour = { raceId: 'harbour', eventName: 'Marathon' };

/** Answers what the full form must know of a person. */
export const answerRequired = async (page: Page, runner = ada) => {
  await fillIdentity(page, runner);
  await page.getByRole('radio', { name: 'Women', exact: true }).check();
  await page.getByLabel('Emergency contact').fill(runner.emergencyContact);
  await page.getByRole('radio', { name: 'No', exact: true }).check();
};

/** A race in which little is left. */
export const fewLeft: Screen = async (page, api) => {
  api.forms.push(limitedForm);
  for (const [variant, state] of Object.entries({ 'shirt-s': 'gone', 'shirt-l': 'held', 'hoodie-l': 'gone' }))
    api.stock.set(variant, { state });
  api.stock.set('shirt-m', { state: 'few', left: 3 });
  await holdSpot(page, api.url, harbour);
  await answerRequired(page);
  await page.getByRole('button', { name: 'Continue to extras' }).click();
  await page.getByRole('radio', { name: 'M – only 3 left' }).waitFor();
};
/** At Check, where the last shirt and the last hoodie are others'. */
export const toMissing: Screen = async (page, api) => {
  await fewLeft(page, api);
  await page.getByRole('radio', { name: 'M – only 3 left' }).check();
  await page.getByRole('radio', { name: 'M, €45.00' }).check();
  await page.getByRole('checkbox', { name: 'Friend' }).check();
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await heading(page, 'The waiver').waitFor();
  api.stock.set('shirt-l', { state: 'few', left: 1 });
  api.next.quote.push(
    problemAnswer('item-gone', {
      items: [
        { variant: 'shirt-m', state: 'gone', left: 0 },
        { variant: 'hoodie-m', state: 'held', left: 0 },
      ],
    }),
  );
  await toPrice(page);
  await page.getByRole('button', { name: 'Take L' }).waitFor();
};
const hold: Screen = keptWalk(async (page, api) => {
  api.forms.push(fullForm);
  await holdSpot(page, api.url, harbour);
});
const toExtras: Screen = keptWalk(async (page, api) => {
  await hold(page, api);
  await answerRequired(page);
  await page.getByRole('button', { name: 'Continue to extras' }).click();
  await heading(page, 'Extras').waitFor();
});
/** Fills in the extras: a size, two tickets, a donation. */
export const fillExtras = async (page: Page) => {
  await page.getByRole('radio', { name: 'M', exact: true }).first().check();
  await page.getByLabel('Ticket, €12.50').first().selectOption('2');
  await page.getByRole('checkbox', { name: 'Friend' }).check();
  await page.getByRole('radio', { name: '€20.00' }).check();
};
const toWaiver: Screen = keptWalk(async (page, api) => {
  await toExtras(page, api);
  await fillExtras(page);
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await heading(page, 'The waiver').waitFor();
});
/** Accepts the waiver, and waits for the quote. */
export const toPrice = async (page: Page) => {
  await page.getByRole('checkbox', { name: /accept/ }).check();
  await page.getByRole('button', { name: 'Check what it costs' }).click();
  await heading(page, 'Check what it costs').waitFor();
};
const toCheck: Screen = async (page, api) => {
  await toWaiver(page, api);
  await toPrice(page);
};

/** Every screen of a race with a form. */
export const formScreens: Record<string, Screen> = {
  'form-person': hold,
  'form-person-filled': async (page, api) => {
    await hold(page, api);
    await answerRequired(page);
    await page.getByRole('radio', { name: 'Yes', exact: true }).check();
    await page.getByLabel('Where do you get on?').fill('Old mill');
  },
  'form-person-wrong': async (page, api) => {
    await hold(page, api);
    await page.getByRole('radio', { name: 'Yes', exact: true }).check();
    await page.getByLabel('Best time').fill('quick');
    await page.getByLabel('How many marathons').fill('501');
    await page.getByLabel('Mobile phone').fill('040 123');
    const since = page.getByRole('group', { name: 'Member of the club since' });
    await since.getByLabel('Day').fill('31');
    await since.getByLabel('Month').fill('2');
    await since.getByLabel('Year').fill('1990');
    for (const name of ['Water', 'Parking', 'Finish']) await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: 'Continue to extras' }).click();
    await heading(page, 'Who will run?').waitFor();
    await page.getByRole('link', { name: /Best time/ }).waitFor();
  },
  'form-extras': toExtras,
  'form-extras-wrong': async (page, api) => {
    await toExtras(page, api);
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await page.getByRole('link', { name: /How did you hear/ }).waitFor();
  },
  'form-extras-few': fewLeft,
  'form-check-missing': toMissing,
  'form-companion': async (page, api) => {
    api.forms.push(fullForm);
    await holdForGroup(page, api.url, { ...harbour, people: 3 });
    await answerRequired(page);
    await page.getByRole('button', { name: 'Continue to runner 2' }).click();
    await heading(page, 'Runner 2 of 3').waitFor();
    await answerRequired(page, bea);
    await page.getByRole('button', { name: 'Continue to runner 3' }).click();
    await heading(page, 'Runner 3 of 3').waitFor();
    await answerRequired(page, cid);
  },
  'form-extras-other': async (page, api) => {
    await toExtras(page, api);
    await fillExtras(page);
    await page.getByRole('radio', { name: 'Another amount' }).check();
    await page.getByLabel('Amount in EUR').fill('1');
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await page.getByRole('link', { name: /donation must be/ }).waitFor();
  },
  'form-check': async (page, api) => {
    await toCheck(page, api);
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
  },
  'form-check-code': async (page, api) => {
    api.hasCodes = true;
    await toCheck(page, api);
    await page.getByLabel('Do you have a code?').fill('MILL-10');
    await page.getByRole('button', { name: 'Use the code' }).click();
    await page.getByText('you pay €9.05 less').waitFor();
  },
  'form-check-code-refused': async (page, api) => {
    api.hasCodes = true;
    await toCheck(page, api);
    await page.getByLabel('Do you have a code?').fill('MILL-OLD');
    await page.getByRole('button', { name: 'Use the code' }).click();
    await page.getByText('was not used').waitFor();
  },
  'race-code': async (page, api) => {
    api.hasCodes = true;
    await page.goto(`${api.url}/races/harbour`);
    await page.getByRole('button', { name: 'I have a code' }).click();
    await page.getByRole('button', { name: 'Use the code' }).click();
    await page.getByText('Type the code first').waitFor();
  },
  'race-code-opened': async (page, api) => {
    api.hasCodes = true;
    api.forms.push(clubForm);
    await page.goto(`${api.url}/races/harbour?code=CLUB-27`);
    await page.getByText('Your code opens Club mile').waitFor();
  },
  'form-check-quoting': async (page, api) => {
    api.next.quote.push({ later: new Promise(() => {}) });
    await toCheck(page, api);
    await page.getByText('We are working out').first().waitFor();
  },
  'form-check-busy': async (page, api) => {
    api.next.quote.push(problemAnswer('busy', { reason: 'slow', retryAfter: 9 }));
    await toCheck(page, api);
    await page.getByRole('button', { name: 'Ask now' }).waitFor();
  },
  'form-check-refused': async (page, api) => {
    api.next.quote.push(problemAnswer('too-many-quotes'));
    api.alreadyIn.add(ada.email);
    await toCheck(page, api);
    await page.getByText('This price could not be worked out').waitFor();
  },
  'form-check-already': async (page, api) => {
    api.alreadyIn.add(ada.email);
    await toCheck(page, api);
    await page.getByText('seems to be registered').waitFor();
  },
  'form-changed': async (page, api) => {
    await toWaiver(page, api);
    api.forms.push(nextForm);
    await page.getByRole('checkbox', { name: /accept/ }).check();
    await page.getByRole('button', { name: 'Check what it costs' }).click();
    await page.getByLabel('Your club').waitFor();
  },
  'form-pay': async (page, api) => {
    await toCheck(page, api);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await payButton(page).waitFor();
  },
};
