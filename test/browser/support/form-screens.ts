import type { Page } from 'playwright-core';
import { acceptWaiver, ada, bea, cid, fillIdentity, heading, holdForGroup, holdSpot, payButton } from '../walk';
import type { FakeApi } from './fake-api';
import { fullForm } from './fake-form';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

const harbour = { raceId: 'harbour', eventName: 'Marathon' };

/** Answers what the full form must know of a person. */
export const answerRequired = async (page: Page, runner = ada) => {
  await fillIdentity(page, runner);
  await page.getByRole('radio', { name: 'Women', exact: true }).check();
  await page.getByLabel('Emergency contact').fill(runner.emergencyContact);
  await page.getByRole('radio', { name: 'No', exact: true }).check();
};

const hold: Screen = async (page, api) => {
  api.forms.push(fullForm);
  await holdSpot(page, api.url, harbour);
};
const toExtras: Screen = async (page, api) => {
  await hold(page, api);
  await answerRequired(page);
  await page.getByRole('button', { name: 'Continue to extras' }).click();
  await heading(page, 'Extras').waitFor();
};
const toWaiver: Screen = async (page, api) => {
  await toExtras(page, api);
  await page.getByRole('checkbox', { name: 'Friend' }).check();
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await heading(page, 'The waiver').waitFor();
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
  'form-pay': async (page, api) => {
    await toWaiver(page, api);
    await acceptWaiver(page);
    await payButton(page).waitFor();
  },
};
