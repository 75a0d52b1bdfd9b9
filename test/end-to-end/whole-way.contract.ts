import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { registrationStatus } from '../../lambdas/api/messages/registrations';
import { answerRequired, toPrice } from '../browser/support/form-screens';
import {
  acceptWaiver,
  ada,
  bea,
  cid,
  declinedCard,
  fillCard,
  fillPeople,
  fillRunner,
  goodCard,
  heading,
  holdForGroup,
  holdSpot,
  payButton,
  payWith,
  registerInBrowser,
  type WalkingRunner,
} from '../browser/walk';
import { added, nothing, oneMore, sumOf, together } from './support/books';
import { openPatientClient } from './support/client';
import { linkIn, mailsTo, mailTo } from './support/inbox';
import { functionsNaming, traceOf } from './support/logs';
import { charged, type Money, moneyIs, oneCharge } from './support/money';
import type { Onlookers } from './support/onlookers';
import { raceId } from './support/program';
import type { RunningSystem } from './support/running-system';
import type { Walks } from './support/side-by-side';

const marathon = { raceId, eventName: 'Marathon' };

const somebody = (firstName: string): WalkingRunner => ({
  ...ada,
  firstName,
  email: `${firstName.toLowerCase()}@example.com`,
});
const confirmed = (page: Page) => heading(page, 'You are on the start line').waitFor({ timeout: 240_000 });

/** From the race's page to the link in the mail, with a real browser and nobody beside: the logs of one registration. */
export const oneRunner = (system: RunningSystem, onlookers: Onlookers): void => {
  const { watched } = system;

  test(
    'a runner registers, the link in the mail shows the registration anywhere, and its id and the trace lead through all logs',
    watched(async () => {
      const runner = somebody('Ada');
      const page = await onlookers.open();
      // Messages carry the traces of samples only, and locally nobody chooses any.
      await page.setExtraHTTPHeaders({ 'x-amzn-trace-id': `Root=1-5759e988-${'0'.repeat(24)};Sampled=1` });
      let end: Awaited<ReturnType<typeof registerInBrowser>> | undefined;
      const books = await added(system, raceId, async () => {
        end = await registerInBrowser(page, system.url, { ...marathon, runner, card: goodCard });
      });
      expect(end).toEqual({ heading: 'You are on the start line', number: expect.stringMatching(/^[1-9]\d*$/) });
      expect(books).toEqual(oneMore);

      const mail = await mailTo(system, runner.email);
      expect(mail.subject).toBe('You are in: Marathon, Harbour City Marathon');
      expect(mail.body.text).toContain(`Your number is ${end?.number}.`);
      const { href } = linkIn(mail);
      expect(mail.body.html).toContain(`href="${href}"`);
      expect(href.startsWith(`${system.url}/registrations/`)).toBe(true);

      const elsewhere = await onlookers.open();
      await elsewhere.goto(href);
      await confirmed(elsewhere);
      // The number comes when the page has read that the race gives no bibs.
      await elsewhere.locator('.bib-number', { hasText: new RegExp(`\\D${end?.number}$`) }).waitFor();
      await elsewhere.getByText('€89.00 was charged to your card.').waitFor();
      expect(elsewhere.url()).not.toContain('#');
      expect(await mailsTo(system, runner.email)).toHaveLength(1);
      expect(onlookers.refusals).toEqual([]);

      const { registrationId } = linkIn(mail);
      const logs = join(system.dataDir, 'logs');
      const afterPaying = ['pay', 'record-registrations', 'record-settlements', 'send-mail', 'settle-payments'];
      expect(functionsNaming(logs, registrationId)).toEqual(expect.arrayContaining([...afterPaying, 'register']));
      expect(functionsNaming(logs, traceOf(logs, registrationId))).toEqual(expect.arrayContaining(afterPaying));
    }),
  );
};

/** What else happens on the way from the race's page to the mail, with a real browser. */
export const wholeWay = (system: RunningSystem, { walkInBrowser }: Walks): void => {
  const toPay = async (page: Page, runner: WalkingRunner) => {
    await holdSpot(page, system.url, marathon);
    await fillRunner(page, runner);
    await acceptWaiver(page);
  };
  /** Their mail is the only one, and their money is this. */
  const endsWith = async (runner: WalkingRunner, money: Money) => {
    await moneyIs(system, linkIn(await mailTo(system, runner.email)).registrationId, money);
    expect(await mailsTo(system, runner.email)).toHaveLength(1);
  };

  walkInBrowser('a declined card costs nothing: another one pays for the same spot', oneMore, async (windows) => {
    const runner = somebody('Ben');
    const page = await windows.open();
    let holds = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/holds')) holds++;
    });
    await toPay(page, runner);
    await payWith(page, declinedCard);
    await heading(page, 'Your card was declined').waitFor();
    await page.getByRole('timer', { name: 'Held for' }).waitFor();
    await payWith(page, goodCard);
    await confirmed(page);
    await endsWith(runner, oneCharge);
    expect(holds).toBe(1);
    expect(windows.refusals).toEqual([expect.stringMatching(/^402 PUT \/api\/registrations\//)]);
  });

  walkInBrowser(
    'somebody who presses twice and reloads in the middle is registered, charged and written to once',
    oneMore,
    async (windows) => {
      const runner = somebody('Chloe');
      const page = await windows.open();
      await holdSpot(page, system.url, marathon);
      await page.getByLabel('First name').fill('Chloe');
      await page.reload();
      await fillRunner(page, runner);
      await page.reload();
      await acceptWaiver(page);
      await page.reload();
      await fillCard(page, goodCard);
      const paid = page.waitForRequest((request) => request.method() === 'PUT');
      await payButton(page).dblclick();
      await paid;
      await page.reload();
      await confirmed(page);
      await page.reload();
      await confirmed(page);
      await endsWith(runner, oneCharge);
      expect(windows.refusals).toEqual([]);
    },
  );

  walkInBrowser(
    'three register together by one payment; one gives the spot back for a share of it, and the others stay as they are',
    sumOf([together(3), { ...nothing, registered: -1, captured: -1, refunded: 1 }]),
    async (windows) => {
      const family = [somebody('Dora'), bea, cid];
      const page = await windows.open();
      await holdForGroup(page, system.url, { ...marathon, people: family.length });
      await fillPeople(page, family);
      await acceptWaiver(page);
      await payWith(page, goodCard);
      await heading(page, 'All of you are on the start line').waitFor({ timeout: 240_000 });
      await page.getByText('€89.00 for each of you was charged to your card.').waitFor();

      const client = openPatientClient(system.url);
      const links = await Promise.all(family.map(async ({ email }) => linkIn(await mailTo(system, email))));
      const isPaid = (state: string, kept: number) =>
        moneyIs(system, links[0]?.registrationId ?? '', {
          processor: ['succeeded 26700'],
          database: [`confirmed ${state} ${kept}`],
        });
      await isPaid('captured', 26_700);
      const bearer = ({ token }: (typeof links)[number]) => ({ headers: { authorization: `Bearer ${token}` } });
      const statuses = () =>
        Promise.all(
          links.map(async (link) => {
            const { body } = await client('GET', `/api/registrations/${link.registrationId}`, bearer(link));
            return v.parse(registrationStatus, body);
          }),
        );
      const [dora, child, cousin] = await statuses();
      const share = { status: 'confirmed', amount: 8900, payment: 'captured' };
      expect([dora, child, cousin]).toMatchObject([share, share, share]);
      const numbers = [dora, child, cousin].flatMap((one) => (one?.status === 'confirmed' ? [one.number] : []));
      expect(new Set(numbers).size).toBe(3);
      expect(dora).toMatchObject({ companions: [{ number: numbers[1] }, { number: numbers[2] }] });

      const [, link] = links;
      if (!link) throw new Error('the child has a link of its own');
      const path = `/api/registrations/${link.registrationId}/cancellation`;
      expect(await client('POST', path, { ...bearer(link), json: { refund: 7120 } })).toMatchObject({ status: 200 });
      await isPaid('refunded', 26_700 - 7120);
      const [payer, left, other] = await statuses();
      expect(left).toMatchObject({ status: 'cancelled', refund: 7120 });
      expect([payer, other]).toEqual([dora, cousin]);
      expect((await mailTo(system, bea.email, 'Cancelled')).body.text).toContain('€71.20');
      for (const { email } of [family[0], cid].flatMap((one) => one ?? []))
        expect(await mailsTo(system, email)).toHaveLength(1);
      expect(windows.refusals).toEqual([]);
    },
  );

  walkInBrowser(
    'a race with a form asks it on a narrow screen, and takes exactly what was quoted',
    nothing,
    async (windows) => {
      const runner = somebody('Fay');
      const page = await windows.open();
      await page.setViewportSize({ width: 320, height: 640 });
      await holdSpot(page, system.url, { raceId: 'old-mill-relay-and-run', eventName: '12 km' });
      await answerRequired(page, runner);
      await page.getByRole('button', { name: 'Continue to extras' }).click();
      await heading(page, 'Extras').waitFor();
      const shirt = page.getByRole('group', { name: 'Race shirt' });
      await shirt.getByRole('radio', { name: 'M', exact: true }).check();
      await page.getByRole('radio', { name: '€10.00' }).check();
      await page.getByRole('button', { name: 'Continue to your team' }).click();
      await page.getByRole('radio', { name: 'No team' }).check();
      await page.getByRole('button', { name: 'Continue to sign' }).click();
      await page.getByLabel('To accept it, type').fill(`${runner.firstName} ${runner.lastName}`);
      await toPrice(page);
      await page.getByRole('row', { name: 'Race shirt, M €0.00' }).waitFor();
      await page.getByLabel('Do you have a code?').fill('mill ten');
      await page.getByRole('button', { name: 'Use the code' }).click();
      await page.getByText('With the code “mill ten” you pay €2.90 less.').waitFor();
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await payWith(page, goodCard);
      await confirmed(page);
      await endsWith(runner, charged(3_610));
    },
  );

  walkInBrowser('a race that is over says so, on its page and to who comes by a link', nothing, async (windows) => {
    const page = await windows.open();
    await page.goto(system.url);
    await page.getByRole('link', { name: 'Old Mill Half Marathon' }).click();
    await page
      .getByText(/closed/i)
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: /^Register for/ }).count()).toBe(0);
    await page.goto(`${system.url}/races/old-mill-half-marathon/register?event=0199a000-0000-7000-8000-000000000003`);
    await heading(page, 'Registration is closed').waitFor();
    expect(windows.refusals).toEqual([]);
  });
};
