import type { Page } from 'playwright-core';
import { ada, bea, heading } from '../walk';
import { problemAnswer } from './fakes/fake-answer';
import type { FakeApi } from './fakes/fake-api';
import { fullForm } from './fakes/fake-form';
import { dinnerId, giftsId, shortEvents } from './fakes/fake-fundraisers';
import { keptWalk } from './kept-walk';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

/** A race that takes gifts and sells tickets. */
export const withShortEvents = (api: FakeApi) => {
  api.forms.push(fullForm);
  const [race] = api.races;
  if (!race) return;
  race.form = 1;
  race.events.push(...shortEvents);
};

/** Types who somebody is that does not run, without a mouse. */
export const typeShort = async (page: Page, { firstName, lastName, email } = ada) => {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('E-mail address').fill(email);
};

const toPage: Screen = async (page, api) => {
  withShortEvents(api);
  await page.goto(`${api.url}/races/harbour/fundraisers/for-the-trees`);
  await heading(page, 'For the trees').waitFor();
};
const toGift: Screen = keptWalk(async (page, api) => {
  await toPage(page, api);
  await page.getByRole('link', { name: 'Donate' }).press('Enter');
  await heading(page, 'Who gives?').waitFor();
});
const toAmount: Screen = keptWalk(async (page, api) => {
  await toGift(page, api);
  await typeShort(page);
  await page.getByRole('button', { name: 'Continue to your gift' }).press('Enter');
  await heading(page, 'Your gift').waitFor();
});
const toCheck: Screen = async (page, api) => {
  await toAmount(page, api);
  await page.getByRole('radio', { name: '€20.00' }).press('Space');
  await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
  await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
};
const startAt =
  (eventId: string): Screen =>
  async (page, api) => {
    withShortEvents(api);
    await page.goto(`${api.url}/races/harbour/register?event=${eventId}`);
    await page.getByRole('button').first().waitFor();
  };
/** A status that the page is told in place of a confirmation. */
const told =
  (eventId: string, eventKind: 'gift' | 'ticket', status: object): Screen =>
  async (page, api) => {
    withShortEvents(api);
    const id = '01890000-0000-7000-8000-000000000001';
    const about = {
      registrationId: id,
      raceId: 'harbour',
      raceName: 'Harbour Marathon',
      eventId,
      eventName: 'Event',
      eventKind,
    };
    api.next.status.push({ body: { ...about, ...status } });
    await page.goto(`${api.url}/registrations/${id}#link`);
    await page.getByRole('link', { name: 'See the race' }).waitFor();
  };
const confirmed = {
  status: 'confirmed',
  number: 17,
  payment: 'captured',
  amount: 2000,
  currency: 'EUR',
  runner: { firstName: 'Ada', lastName: 'Runner', email: 'ada@example.com' },
  registeredAt: '2027-01-03T10:00:00.000Z',
};
export const toCollect: Screen = async (page, api) => {
  withShortEvents(api);
  await page.goto(`${api.url}/registrations/01890000-0000-7000-8000-000000000001#link.token`);
  await page.getByRole('link', { name: 'Make your page' }).press('Enter');
  await heading(page, 'Collect for a cause').waitFor();
};

/** Every screen of gifts, tickets and fundraisers. */
export const givingScreens: Record<string, Screen> = {
  'race-besides': async (page, api) => {
    withShortEvents(api);
    await page.goto(`${api.url}/races/harbour`);
    await page.getByRole('link', { name: 'Get a ticket for Pasta evening' }).waitFor();
  },
  fundraisers: async (page, api) => {
    withShortEvents(api);
    await page.goto(`${api.url}/races/harbour/fundraisers`);
    await page.getByText('25 pages').waitFor();
  },
  'fundraisers-none': async (page, api) => {
    withShortEvents(api);
    await page.goto(`${api.url}/races/harbour/fundraisers`);
    await page.getByLabel('Search by title or name').fill('nobody');
    await page.getByRole('button', { name: 'Search' }).press('Enter');
    await page.getByText('No page fits this search.').waitFor();
  },
  fundraiser: toPage,
  'fundraiser-closed': async (page, api) => {
    withShortEvents(api);
    await page.goto(`${api.url}/races/harbour/fundraisers/page-22`);
    await page.getByText('does not collect any more').waitFor();
  },
  'gift-start': startAt(giftsId),
  'gift-who': toGift,
  'gift-amount': toAmount,
  'gift-missing': async (page, api) => {
    await toAmount(page, api);
    await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
    await page.getByRole('link', { name: 'Choose how much' }).waitFor();
  },
  'gift-other': async (page, api) => {
    await toAmount(page, api);
    await page.getByRole('radio', { name: 'Another amount' }).press('Space');
    await page.getByLabel('Amount in EUR').fill('1');
    await page.getByRole('button', { name: 'Check what it costs' }).press('Enter');
    await page.getByRole('link', { name: 'The donation must be from' }).waitFor();
  },
  'gift-check': toCheck,
  'gift-pay': async (page, api) => {
    await toCheck(page, api);
    await page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
    await page.getByRole('button', { name: 'Pay €', exact: false }).waitFor();
  },
  'gift-given': told(giftsId, 'gift', confirmed),
  'gift-named': async (page, api) => {
    api.line.donation = { slug: 'for-the-trees', title: 'For the trees', isHidden: false, isNamed: true };
    await told(giftsId, 'gift', confirmed)(page, api);
    await page.getByRole('button', { name: 'Do not show my name' }).waitFor();
  },
  'gift-refused': told(giftsId, 'gift', { status: 'refused' }),
  'gift-unpaid': told(giftsId, 'gift', { status: 'payment-failed' }),
  'ticket-start': startAt(dinnerId),
  'ticket-sold-out': async (page, api) => {
    withShortEvents(api);
    api.next.hold.push(problemAnswer('sold-out'));
    await page.goto(`${api.url}/races/harbour/register?event=${dinnerId}`);
    await page.getByRole('button', { name: 'Hold a ticket for me' }).press('Enter');
    await heading(page, 'No ticket is left').waitFor();
  },
  'ticket-two': async (page, api) => {
    withShortEvents(api);
    await page.goto(`${api.url}/races/harbour/register?event=${dinnerId}&people=2`);
    await page.getByRole('button', { name: 'Hold 2 tickets for us' }).press('Enter');
    await heading(page, 'Ticket 1 of 2').waitFor();
    await typeShort(page);
    await page.getByRole('button', { name: 'Continue to ticket 2' }).press('Enter');
    await heading(page, 'Ticket 2 of 2').waitFor();
    await typeShort(page, bea);
  },
  'ticket-expired': async (page, api) => {
    withShortEvents(api);
    api.holdSeconds = 2;
    await page.goto(`${api.url}/races/harbour/register?event=${dinnerId}`);
    await page.getByRole('button', { name: 'Hold a ticket for me' }).press('Enter');
    await heading(page, 'Your ticket is held no more').waitFor();
  },
  'ticket-booked': told(dinnerId, 'ticket', confirmed),
  'ticket-cancelled': told(dinnerId, 'ticket', { status: 'cancelled', refund: 1000, currency: 'EUR' }),
  collect: toCollect,
  'collect-wrong': async (page, api) => {
    await toCollect(page, api);
    await page.getByLabel('Your target in EUR').fill('many');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('need another look').waitFor();
  },
  'collect-saved': async (page, api) => {
    await toCollect(page, api);
    await page.getByLabel('Title of your page').fill('My kilometres');
    await page.getByLabel('Your story').fill('I run for the trees.');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Everybody sees it within a minute').waitFor();
  },
};
