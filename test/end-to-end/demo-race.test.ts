import type { Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { registrationStatus } from '../../lambdas/api/messages/registrations';
import { millRace } from '../../local/prepare/demo-races';
import { ralph } from '../browser/support/sign-screens';
import { ada, bea, cardFields, goodCard, heading, payButton, type WalkingRunner } from '../browser/walk';
import { openPatientClient } from './support/client';
import { linkIn, mailTo } from './support/inbox';
import { charged, moneyIs } from './support/money';
import { watchBrowsers } from './support/onlookers';
import { runSystem } from './support/running-system';

jest.setTimeout(300_000);

/** The race with everything as `npm start` makes it, on the narrowest screen, without a mouse: each thing is reached by its keys. */
const system = runSystem();
const onlookers = watchBrowsers();

const mostPresses = 150;

/** Presses Tab until this has the focus, and the arrows among the radio buttons of one group. */
const reach = async (page: Page, target: Locator) => {
  await target.waitFor();
  const lookAt = () =>
    target.evaluate((one) => {
      const { activeElement } = one.ownerDocument;
      const isRadio = (it: Element | null): it is HTMLInputElement =>
        it instanceof HTMLInputElement && it.type === 'radio';
      return {
        isReached: one === activeElement && one.ownerDocument.hasFocus(),
        isBeside: isRadio(one) && isRadio(activeElement) && activeElement.name === one.name,
      };
    });
  for (let presses = 0; presses < mostPresses; presses++) {
    const { isReached, isBeside } = await lookAt();
    if (isReached) return;
    await page.keyboard.press(isBeside ? 'ArrowDown' : 'Tab');
  }
  throw new Error(`no key leads to ${target}`);
};

const press = async (page: Page, target: Locator, key: string) => {
  await reach(page, target);
  await page.keyboard.press(key);
};
const choose = (page: Page, target: Locator) => press(page, target, 'Space');
const goOn = (page: Page, name: string) => press(page, page.getByRole('button', { name }), 'Enter');
const type = async (page: Page, target: Locator, text: string) => {
  await reach(page, target);
  await page.keyboard.type(text);
};

/** What the form asks of everybody. */
const answer = async (page: Page, runner: WalkingRunner) => {
  const [year = '', month = '', day = ''] = runner.birthDate.split('-');
  await type(page, page.getByLabel('First name'), runner.firstName);
  await type(page, page.getByLabel('Last name'), runner.lastName);
  await type(page, page.getByLabel('E-mail address'), runner.email);
  const birth = page.getByRole('group', { name: 'Date of birth' });
  await type(page, birth.getByLabel('Day'), day);
  await type(page, birth.getByLabel('Month'), month);
  await type(page, birth.getByLabel('Year'), year);
  await choose(page, page.getByRole('radio', { name: 'Women', exact: true }));
  await type(page, page.getByLabel('Emergency contact'), runner.emergencyContact);
  await choose(page, page.getByRole('radio', { name: 'No', exact: true }));
};

const hold = async (page: Page, eventName: string, people: readonly WalkingRunner[]) => {
  await page.goto(`${system.url}/races/${millRace}`);
  const count = people.length;
  if (count === 1)
    await press(page, page.getByRole('link', { name: `Register for ${eventName}`, exact: true }), 'Enter');
  else {
    await type(page, page.getByLabel(`How many of you? For ${eventName}`, { exact: true }), String(count));
    const together = page.getByRole('link', { name: `Register ${count} together for ${eventName}`, exact: true });
    await press(page, together, 'Enter');
  }
  for (const [n, runner] of people.entries()) {
    await heading(page, count === 1 ? 'Who will run?' : `Runner ${n + 1} of ${count}`).waitFor();
    await answer(page, runner);
    await goOn(page, n + 1 < count ? `Continue to runner ${n + 2}` : 'Continue to extras');
  }
  await heading(page, 'Extras').waitFor();
};

/** A shirt for each. */
const takeShirts = async (page: Page) => {
  const shirts = page.getByRole('group', { name: 'Race shirt' });
  await shirts.first().waitFor();
  for (const shirt of await shirts.all()) await choose(page, shirt.getByRole('radio', { name: 'M', exact: true }));
};

/** Signs whatever is shown, each box in its turn. */
const sign = async (page: Page, payer: WalkingRunner) => {
  await heading(page, 'Read and sign').waitFor();
  const names = page.getByLabel(/^To accept it/);
  await names.first().waitFor();
  for (const name of await names.all()) await type(page, name, `${payer.firstName} ${payer.lastName}`);
  for (const box of await page.getByRole('checkbox', { name: /accept/ }).all()) await choose(page, box);
  await goOn(page, 'Check what it costs');
};

const pay = async (page: Page) => {
  await heading(page, 'Check what it costs').waitFor();
  await goOn(page, 'Continue to payment');
  const fields = cardFields(page);
  await fields.getByLabel('Card number').waitFor();
  await type(page, fields.getByLabel('Card number'), goodCard.number);
  await type(page, fields.getByLabel('Expires'), goodCard.expiry.replace('/', ''));
  await type(page, fields.getByLabel('Security code'), goodCard.cvc);
  await press(page, payButton(page), 'Enter');
  await heading(page, /on the start line$/).waitFor({ timeout: 240_000 });
};

const open = async () => {
  const page = await onlookers.open(320);
  return {
    page,
    staysNarrow: async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320),
  };
};

const statusOf = async (runner: WalkingRunner) => {
  const link = linkIn(await mailTo(system, runner.email));
  const headers = { authorization: `Bearer ${link.token}` };
  const { body } = await openPatientClient(system.url)('GET', `/api/registrations/${link.registrationId}`, { headers });
  return { registrationId: link.registrationId, status: v.parse(registrationStatus, body) };
};

const somebody = (firstName: string, like: WalkingRunner = ada): WalkingRunner => ({
  ...like,
  firstName,
  email: `${firstName.toLowerCase()}@demo.example.com`,
});

test('one person enters the race with everything: questions, shirt, hoodie, donation, signature, code', async () => {
  const { page, staysNarrow } = await open();
  const runner = somebody('Nora');
  await hold(page, '12 km', [runner]);
  await takeShirts(page);
  await choose(page, page.getByRole('group', { name: 'Mill hoodie' }).getByRole('radio', { name: /^L, €39\.00/ }));
  await choose(page, page.getByRole('radio', { name: '€10.00' }));
  await staysNarrow();
  await goOn(page, 'Continue to your team');
  await heading(page, 'Your team').waitFor();
  await choose(page, page.getByRole('radio', { name: 'No team' }));
  await goOn(page, 'Continue to sign');
  await sign(page, runner);
  await heading(page, 'Check what it costs').waitFor();
  await type(page, page.getByLabel('Do you have a code?'), 'mill ten');
  await page.keyboard.press('Enter');
  await page.getByText('With the code “mill ten” you pay').waitFor();
  await staysNarrow();
  await pay(page);
  await staysNarrow();
  const { registrationId, status } = await statusOf(runner);
  // A tenth less of the entry and the hoodie; nothing less of what is given away.
  const total = 2_610 + 3_510 + 1_000;
  expect(status).toMatchObject({ status: 'confirmed', amount: total });
  await moneyIs(system, registrationId, charged(total));
  expect(onlookers.refusals).toEqual([]);
});

test('a family with a minor enters it: the parent signs for the child', async () => {
  const { page, staysNarrow } = await open();
  const [parent, child] = [somebody('Olga'), somebody('Ole', ralph)];
  await hold(page, '5 km', [parent, child]);
  await takeShirts(page);
  await goOn(page, 'Continue to your team');
  await choose(page, page.getByRole('radio', { name: 'No team' }));
  await goOn(page, 'Continue to sign');
  const guardians = page.getByRole('group', { name: `Who signs for Ole ${child.lastName}?` });
  await choose(page, guardians.getByLabel(`Olga ${parent.lastName}`));
  await staysNarrow();
  await sign(page, parent);
  await pay(page);
  const [ofParent, ofChild] = [await statusOf(parent), await statusOf(child)];
  expect([ofParent.status, ofChild.status]).toMatchObject([
    { status: 'confirmed', amount: 1_500 },
    { status: 'confirmed', amount: 1_500 },
  ]);
  await moneyIs(system, ofParent.registrationId, charged(3_000));
  expect(onlookers.refusals).toEqual([]);
});

test('a relay enters it: its captain founds the team, and each of them has a leg', async () => {
  const { page, staysNarrow } = await open();
  const [captain, other] = [somebody('Pia'), somebody('Quinn', { ...bea, birthDate: '1991-01-02', lastName: 'Byron' })];
  await hold(page, 'Relay, 4 × 3 km', [captain, other]);
  await takeShirts(page);
  await goOn(page, 'Continue to your team');
  await heading(page, 'Your team').waitFor();
  await choose(page, page.getByRole('radio', { name: 'Start a new team' }));
  const kind = page.getByRole('radio', { name: /^Relay of four/ });
  if ((await kind.count()) > 0) await choose(page, kind);
  await type(page, page.getByLabel('Name of the team'), 'Pond Skaters');
  await type(page, page.getByLabel(`Leg of Pia ${captain.lastName}`), '2');
  await type(page, page.getByLabel(`Leg of Quinn ${other.lastName}`), '4');
  await staysNarrow();
  await goOn(page, 'Continue to sign');
  for (const [n, one] of [captain, other].entries()) {
    const name = page.getByLabel(/^To accept it/).nth(n);
    await type(page, name, `${one.firstName} ${one.lastName}`);
  }
  for (const box of await page.getByRole('checkbox', { name: /accept/ }).all()) await choose(page, box);
  await goOn(page, 'Check what it costs');
  await pay(page);
  const [ofCaptain, ofOther] = [await statusOf(captain), await statusOf(other)];
  expect([ofCaptain.status, ofOther.status]).toMatchObject([
    { status: 'confirmed', amount: 1_200 },
    { status: 'confirmed', amount: 1_200 },
  ]);
  await moneyIs(system, ofCaptain.registrationId, charged(2_400));
  await page.getByText('Pond Skaters').first().waitFor();
  expect(onlookers.refusals).toEqual([]);
});
