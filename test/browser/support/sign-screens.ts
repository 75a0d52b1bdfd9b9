import type { Page } from 'playwright-core';
import { ada, bea, fillIdentity, heading, holdForGroup, holdSpot } from '../walk';
import { problemAnswer } from './fakes/fake-answer';
import type { FakeApi } from './fakes/fake-api';
import { renewedForm, signedForm } from './fakes/fake-form';
import { keptWalk } from './kept-walk';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

const harbour = { raceId: 'harbour', eventName: 'Marathon' };
/** A minor for years. */
export const ralph = { ...bea, firstName: 'Ralph', lastName: 'Runner', birthDate: '2013-05-17' };

/** Answers what the race asks of a person, without a mouse. */
export const answerByKeyboard = async (page: Page, runner = ada) => {
  await fillIdentity(page, runner);
  await page.getByRole('radio', { name: 'Women', exact: true }).press('Space');
  await page.getByLabel('Emergency contact').fill(runner.emergencyContact);
};

/** A spot for one, or for a family with a minor, up to the Sign step. */
export const toSign = async (page: Page, api: FakeApi, people = [ada]) => {
  if (people.length === 1) await holdSpot(page, api.url, harbour);
  else await holdForGroup(page, api.url, { ...harbour, people: people.length });
  for (const [n, one] of people.entries()) {
    if (people.length > 1) await heading(page, `Runner ${n + 1} of ${people.length}`).waitFor();
    await answerByKeyboard(page, one);
    await page.getByRole('button', { name: /^Continue to/ }).press('Enter');
  }
  await heading(page, 'Read and sign').waitFor();
  await page.getByText('Bibs are personal').first().waitFor();
};

const sign: Screen = keptWalk(async (page, api) => {
  api.forms.push(signedForm);
  await toSign(page, api);
});

const signFamily: Screen = keptWalk(async (page, api) => {
  api.forms.push(signedForm);
  await toSign(page, api, [ada, ralph]);
});

/** Every screen of signing, and of rules. */
export const signScreens: Record<string, Screen> = {
  sign,
  'sign-family': signFamily,
  'sign-guardian': async (page, api) => {
    await signFamily(page, api);
    await page.getByRole('radio', { name: 'Somebody who does not run' }).press('Space');
    await page.getByLabel('First and last name of the guardian').fill('Anne Runner');
  },
  'sign-wrong': async (page, api) => {
    await signFamily(page, api);
    await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
    await page.getByRole('link', { name: 'Choose who signs for Ralph Runner' }).waitFor();
  },
  'sign-changed': async (page, api) => {
    await sign(page, api);
    await page.getByLabel('To accept it, type').fill('Ada Runner');
    await page.getByRole('checkbox', { name: 'I have read this and accept it' }).press('Space');
    api.forms.push(renewedForm);
    await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
    await page.getByText('The race changed this text').waitFor();
  },
  'sign-no-text': async (page, api) => {
    api.forms.push(signedForm);
    api.next.text.push(problemAnswer('not-found'), problemAnswer('not-found'));
    await toSignOrFail(page, api);
    await page.getByText('This text could not be loaded').first().waitFor();
  },
  'sign-too-young': async (page, api) => {
    api.forms.push(signedForm);
    await holdSpot(page, api.url, harbour);
    await answerByKeyboard(page, { ...ada, birthDate: '2020-05-17' });
    await page.getByRole('button', { name: 'Continue to sign' }).press('Enter');
    await page.getByRole('link', { name: /at least 12/ }).waitFor();
  },
};

const toSignOrFail = async (page: Page, api: FakeApi) => {
  await holdSpot(page, api.url, harbour);
  await answerByKeyboard(page);
  await page.getByRole('button', { name: 'Continue to sign' }).press('Enter');
  await heading(page, 'Read and sign').waitFor();
};
