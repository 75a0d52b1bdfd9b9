import type { Page } from 'playwright-core';
import {
  acceptWaiver,
  ada,
  askedCard,
  bankWindow,
  cardFields,
  fillRunner,
  heading,
  holdSpot,
  payButton,
  payWith,
} from '../walk';
import type { FakeApi } from './fakes/fake-api';
import { keptWalk } from './kept-walk';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

const harbour = { raceId: 'harbour', eventName: 'Marathon' };
const asks = 'Your bank wants to know that it is you';

const toPay: Screen = async (page, api) => {
  await holdSpot(page, api.url, harbour);
  await fillRunner(page, ada);
  await acceptWaiver(page);
};
/** For screens on which nobody pays. */
const atPay = keptWalk(toPay);
const toBank: Screen = async (page, api) => {
  await toPay(page, api);
  await payWith(page, askedCard);
  await heading(page, asks).waitFor();
  await bankWindow(page).getByRole('button', { name: 'Yes, it is me' }).waitFor();
};
const loseWindow = (page: Page) => page.evaluate(() => document.querySelector('dialog')?.remove());

/** Every screen of the processor’s fields and of the bank’s question. */
export const cardScreens: Record<string, Screen> = {
  'card-loading': async (page, api) => {
    await page.route('**/element', () => {}, { times: 1 });
    await atPay(page, api);
    await page.getByRole('button', { name: 'Loading the card form' }).waitFor();
  },
  'card-blocked': async (page, api) => {
    await page.route('**/stripe.js', (route) => route.abort());
    await atPay(page, api);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/stripe.js');
  },
  'card-wrong': async (page, api) => {
    await atPay(page, api);
    await payButton(page).click();
    await cardFields(page).getByText('Enter the card number').waitFor();
  },
  'card-wallet': async (page, api) => {
    await atPay(page, api);
    await cardFields(page).getByLabel('Sandbox Pay').check();
  },
  'card-tests': async (page, api) => {
    await atPay(page, api);
    await cardFields(page).getByText('Test cards').click();
    await cardFields(page).getByText('The bank asks its customer, always').waitFor();
  },
  'card-free': async (page, api) => {
    for (const race of api.races)
      race.events = race.events.map((event) => ({
        ...event,
        prices: event.prices.map((one) => ({ ...one, amount: 0 })),
      }));
    await holdSpot(page, api.url, harbour);
    await fillRunner(page, ada);
    await page.getByRole('checkbox', { name: /accept/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await heading(page, 'Check and register').waitFor();
  },
  bank: toBank,
  'bank-no-window': async (page, api) => {
    await toBank(page, api);
    await loseWindow(page);
  },
  'bank-first-card': async (page, api) => {
    await toBank(page, api);
    await loseWindow(page);
    await page.getByRole('button', { name: 'Use another card' }).click();
    await payWith(page, askedCard);
    await page.getByText('It still asks about the card before.').waitFor();
    await bankWindow(page).getByRole('button', { name: 'Yes, it is me' }).waitFor();
    await loseWindow(page);
  },
  'bank-other-tab': async (page, api) => {
    await toPay(page, api);
    await page.evaluate(() => {
      const { registrationId } = JSON.parse(localStorage.getItem('startline:draft:harbour') ?? '{}');
      void navigator.locks.request(`authenticate:${registrationId}`, () => new Promise(() => {}));
    });
    await payWith(page, askedCard);
    await heading(page, 'Answer your bank in the other tab').waitFor();
  },
  'bank-failed': async (page, api) => {
    await toBank(page, api);
    await bankWindow(page).getByRole('button', { name: 'No, refuse it' }).click();
    await heading(page, 'Your card was declined').waitFor();
    await payButton(page).waitFor();
  },
  'bank-too-late': async (page, api) => {
    await toBank(page, api);
    api.ahead += 721_000;
    await bankWindow(page).getByRole('button', { name: 'Yes, it is me' }).click();
    await heading(page, 'Your hold has ended').waitFor();
    api.ahead = 0;
  },
};
