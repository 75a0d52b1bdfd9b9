import type { Page } from 'playwright-core';

export interface WalkingRunner {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** `yyyy-mm-dd` */
  readonly birthDate: string;
  readonly gender: 'female' | 'male' | 'non-binary';
  readonly emergencyContact: string;
}

export interface WalkingCard {
  readonly number: string;
  /** `MM/YY` */
  readonly expiry: string;
  readonly cvc: string;
}

export interface Walk {
  readonly raceId: string;
  /** As the page names the distance. */
  readonly eventName: string;
  readonly runner: WalkingRunner;
  readonly card: WalkingCard;
}

export const goodCard: WalkingCard = { number: '4242424242424242', expiry: '12/40', cvc: '123' };
export const declinedCard: WalkingCard = { ...goodCard, number: '4000000000000002' };

export const ada: WalkingRunner = {
  firstName: 'Ada',
  lastName: 'Runner',
  email: 'ada@example.com',
  birthDate: '1990-05-17',
  gender: 'female',
  emergencyContact: 'Grace Runner, +49 40 1234567',
};

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** From the race's page to a held spot. */
export const holdSpot = async (
  page: Page,
  baseUrl: string,
  { raceId, eventName }: Pick<Walk, 'raceId' | 'eventName'>,
) => {
  await page.goto(`${baseUrl}/races/${raceId}`);
  await page.getByRole('link', { name: `Register for ${eventName}`, exact: true }).click();
  await heading(page, 'Who will run?').waitFor();
};

/** By what a runner is known again. */
export const fillIdentity = async (
  page: Page,
  runner: Pick<WalkingRunner, 'firstName' | 'lastName' | 'email' | 'birthDate'>,
) => {
  const [year = '', month = '', day = ''] = runner.birthDate.split('-');
  await page.getByLabel('First name').fill(runner.firstName);
  await page.getByLabel('Last name').fill(runner.lastName);
  await page.getByLabel('E-mail address').fill(runner.email);
  await page.getByLabel('Day').fill(day);
  await page.getByLabel('Month').fill(month);
  await page.getByLabel('Year').fill(year);
};

export const fillRunner = async (page: Page, runner: WalkingRunner) => {
  const lists = { female: 'Women', male: 'Men', 'non-binary': 'Non-binary' };
  await fillIdentity(page, runner);
  await page.getByRole('radio', { name: lists[runner.gender], exact: true }).check();
  await page.getByLabel('Emergency contact').fill(runner.emergencyContact);
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await heading(page, /waiver/).waitFor();
};

export const acceptWaiver = async (page: Page) => {
  await page.getByRole('checkbox', { name: /accept/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await heading(page, 'Check and pay').waitFor();
};

export const fillCard = async (page: Page, card: WalkingCard) => {
  await page.getByLabel('Card number').fill(card.number);
  await page.getByLabel('Expires').fill(card.expiry);
  await page.getByLabel('Security code').fill(card.cvc);
};

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });

/** The whole way, as a runner walks it. Gives the runner's number and the registration's id, or the heading it ended under. */
export const registerInBrowser = async (
  page: Page,
  baseUrl: string,
  walk: Walk,
): Promise<{ readonly heading: string; readonly number?: string }> => {
  await holdSpot(page, baseUrl, walk);
  await fillRunner(page, walk.runner);
  await acceptWaiver(page);
  await fillCard(page, walk.card);
  await payButton(page).click();
  const end = heading(page, /start line|already registered|No spot|payment failed|declined|has ended/);
  await end.waitFor({ timeout: 60_000 });
  const words = (await end.textContent()) ?? '';
  if (!/start line/.test(words)) return { heading: words };
  const number = (await page.locator('.bib-number').textContent())?.replace(/\D/g, '');
  return { heading: words, ...(number ? { number } : {}) };
};
