import type { FrameLocator, Page } from 'playwright-core';

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
/** A card whose bank asks. */
export const askedCard: WalkingCard = { ...goodCard, number: '4000002760003184' };

export const ada: WalkingRunner = {
  firstName: 'Ada',
  lastName: 'Runner',
  email: 'ada@example.com',
  birthDate: '1990-05-17',
  gender: 'female',
  emergencyContact: 'Grace Runner, +49 40 1234567',
};

/** Somebody in the group of Ada. */
export const bea: WalkingRunner = {
  firstName: 'Bea',
  lastName: 'Byron',
  email: 'bea@example.com',
  birthDate: '2012-01-02',
  gender: 'female',
  emergencyContact: 'Ada Runner, +49 40 7654321',
};
export const cid: WalkingRunner = {
  ...bea,
  firstName: 'Cid',
  email: 'cid@example.com',
  birthDate: '1988-11-30',
  gender: 'male',
};

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** The summary of errors takes the focus after it is painted: keys that come before would go to it. */
export const summaryFocused = (page: Page) => page.locator('section.summary:focus').waitFor();

/** Goes from the page of the race to a held spot. */
export const holdSpot = async (
  page: Page,
  baseUrl: string,
  { raceId, eventName }: Pick<Walk, 'raceId' | 'eventName'>,
) => {
  await page.goto(`${baseUrl}/races/${raceId}`);
  await page.getByRole('link', { name: `Register for ${eventName}`, exact: true }).click();
  await heading(page, 'Who will run?').waitFor();
};

/** Fills in the inputs that identify a runner. */
export const fillIdentity = async (
  page: Page,
  runner: Pick<WalkingRunner, 'firstName' | 'lastName' | 'email' | 'birthDate'>,
) => {
  const [year = '', month = '', day = ''] = runner.birthDate.split('-');
  await page.getByLabel('First name').fill(runner.firstName);
  await page.getByLabel('Last name').fill(runner.lastName);
  await page.getByLabel('E-mail address').fill(runner.email);
  const birth = page.getByRole('group', { name: 'Date of birth' });
  await birth.getByLabel('Day').fill(day);
  await birth.getByLabel('Month').fill(month);
  await birth.getByLabel('Year').fill(year);
};

/** Fills in the form about one runner, without submitting it. */
export const typeRunner = async (page: Page, runner: WalkingRunner) => {
  const lists = { female: 'Women', male: 'Men', 'non-binary': 'Non-binary' };
  await fillIdentity(page, runner);
  await page.getByRole('radio', { name: lists[runner.gender], exact: true }).check();
  await page.getByLabel('Emergency contact').fill(runner.emergencyContact);
};

export const fillRunner = async (page: Page, runner: WalkingRunner) => {
  await typeRunner(page, runner);
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await heading(page, /waiver/).waitFor();
};

export const acceptWaiver = async (page: Page) => {
  await page.getByRole('checkbox', { name: /accept/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await heading(page, 'Check and pay').waitFor();
};

/** The frame of the processor with the fields of the card. */
export const cardFields = (page: Page): FrameLocator => page.frameLocator('iframe[title="Secure payment input frame"]');

/** The frame of the sandbox's bank. */
export const bankWindow = (page: Page): FrameLocator => page.frameLocator('iframe[name="bank-challenge"]');

export const fillCard = async (page: Page, card: WalkingCard) => {
  const fields = cardFields(page);
  await fields.getByLabel('Card number').fill(card.number);
  await fields.getByLabel('Expires').fill(card.expiry);
  await fields.getByLabel('Security code').fill(card.cvc);
  await payButton(page).waitFor();
};

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });

/** Fills in the card and presses the button. The answer may still be on its way. */
export const payWith = async (page: Page, card: WalkingCard) => {
  await fillCard(page, card);
  await payButton(page).click();
};

/** Goes from the page of the race to held spots for a group. */
export const holdForGroup = async (
  page: Page,
  baseUrl: string,
  { raceId, eventName, people }: Pick<Walk, 'raceId' | 'eventName'> & { readonly people: number },
) => {
  await page.goto(`${baseUrl}/races/${raceId}`);
  await page.getByLabel(`How many of you? For ${eventName}`, { exact: true }).selectOption(String(people));
  await page.getByRole('link', { name: `Register ${people} together for ${eventName}`, exact: true }).click();
  await heading(page, `Runner 1 of ${people}`).waitFor();
};

/** Fills in one form for each person, up to the waiver. */
export const fillPeople = async (page: Page, people: readonly WalkingRunner[]) => {
  for (const [n, runner] of people.entries()) {
    await heading(page, `Runner ${n + 1} of ${people.length}`).waitFor();
    await typeRunner(page, runner);
    await page.getByRole('button', { name: /^Continue to/ }).click();
  }
  await heading(page, 'The waiver').waitFor();
};

/**
 * Registers one runner. Gives the heading of the last screen and, after a confirmation, the number. Waits up to 240 s for
 * it.
 */
export const registerInBrowser = async (
  page: Page,
  baseUrl: string,
  walk: Walk,
): Promise<{ readonly heading: string; readonly number?: string }> => {
  await holdSpot(page, baseUrl, walk);
  await fillRunner(page, walk.runner);
  await acceptWaiver(page);
  await payWith(page, walk.card);
  const end = heading(page, /start line|already registered|No spot|payment failed|declined|has ended/);
  await end.waitFor({ timeout: 240_000 });
  const words = (await end.textContent()) ?? '';
  if (!/start line/.test(words)) return { heading: words };
  const number = (await page.locator('.bib-number').textContent())?.replace(/\D/g, '');
  return { heading: words, ...(number ? { number } : {}) };
};

/** Waits for a screen whose `h1` has the focus. */
export const arriveAt = async (page: Page, name: string | RegExp) => {
  await heading(page, name).and(page.locator(':focus')).waitFor();
};
