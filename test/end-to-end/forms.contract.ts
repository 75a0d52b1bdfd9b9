import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { registrationDeferred } from '../../lambdas/api/messages/deferrals';
import { stock } from '../../lambdas/api/messages/form/stock';
import { ownTeam } from '../../lambdas/api/messages/form/teams';
import { holdGranted } from '../../lambdas/api/messages/holds';
import { quoteGiven } from '../../lambdas/api/messages/quotes';
import { race } from '../../lambdas/api/messages/races';
import { registrationStatus } from '../../lambdas/api/messages/registrations';
import { findingsIn, measure } from '../../lambdas/watch/differences';
import { lateAfterSeconds } from '../../lambdas/watch/figures';
import { PostgresBooks } from '../../lambdas/watch/postgres-books';
import { uuid7 } from '../../loadtest/uuid7';
import { answerRequired, toPrice } from '../browser/support/form-screens';
import { ada, goodCard, heading, holdSpot, payWith, type WalkingRunner } from '../browser/walk';
import { until } from '../support/until';
import { nothing } from './support/books';
import { type Client, openPatientClient } from './support/client';
import { withDatabase } from './support/database';
import { direct } from './support/director';
import { linkIn, mailTo } from './support/inbox';
import { charged, moneyIs } from './support/money';
import { decided, newPerson, submissionFor } from './support/program';
import type { RunningSystem } from './support/running-system';
import type { Walks } from './support/side-by-side';

const en = (text: string) => ({ en: text });
const options = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label: en(label) }));
const text = { type: 'text', of: 'person', required: true };
const asked = [
  {
    ...{ id: 'gender', type: 'choice', role: 'gender', required: true, label: en('Result list') },
    options: ['female', 'male', 'non-binary'].map((id, n) => ({ id, label: en(['Women', 'Men', 'Other'][n] ?? '') })),
  },
  { id: 'contact', role: 'emergency-contact', label: en('Emergency contact'), ...text },
  { id: 'bus', type: 'choice', required: true, label: en('Do you come by bus?'), options: options('Yes', 'No') },
];
const hoodie = {
  id: 'hoodie',
  label: en('Hoodie'),
  exchangeUntil: '2097-01-01T00:00:00Z',
  variants: ['m', 'l'].map((id) => ({ id: `hoodie-${id}`, label: en(id.toUpperCase()), price: 2_000, limited: true })),
};
const day = 86_400_000;

/** A race of one event for 40 euros, whose form asks and sells this. */
const makeRace = async (system: RunningSystem, id: string, form: object, hoodies: object) => {
  const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
  const eventId = uuid7();
  const createRace = {
    ...{ id, name: `The ${id}`, place: 'Millbrook', date: inDays(90).slice(0, 10), timeZone: 'Europe/Berlin' },
    ...{ description: 'Around the mill pond.', currency: 'EUR', opensAt: inDays(-1), closesAt: inDays(60) },
    series: 'Forms',
    changes: {
      ...{ cancelUntil: inDays(30), refundPercent: 80, transferUntil: inDays(30) },
      deferral: { until: inDays(30), worth: 'entry', fee: 500, creditUntil: inDays(500) },
    },
    waiver: { version: '1', text: 'I am fit to run.' },
    events: [
      {
        ...{ id: eventId, name: 'Ten', distance: 10_000, capacity: 40 },
        prices: [{ label: 'Regular', from: inDays(-2), amount: 4_000 }],
      },
    ],
  };
  await direct(system, [
    { createRace },
    ...Object.entries(hoodies).map(([variant, stock]) => ({ setStock: { raceId: id, variant, stock } })),
    { saveForm: { raceId: id, form: { language: 'en', questions: asked, items: [hoodie], ...form } } },
    { publishForm: { raceId: id, revision: 1 } },
  ]);
  return { raceId: id, eventId, eventName: 'Ten' };
};

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Asks until the card was charged: until then nothing can be changed. */
const onceSettled = async (ask: () => ReturnType<Client>) => {
  const answer = await until(async () => {
    const one = await ask();
    return JSON.stringify(one.body).includes('still-settling') ? undefined : one;
  }, 240);
  return answer;
};

/** Gives a spot back for what the race gives for it, and tells how much that is. */
const giveBack = async (client: Client, registrationId: string, token: string) => {
  const send = (refund: number) =>
    client('POST', `/api/registrations/${registrationId}/cancellation`, { ...bearer(token), json: { refund } });
  const { refund } = v.parse(v.object({ refund: v.number() }), (await onceSettled(() => send(1))).body);
  expect(await send(refund)).toMatchObject({ status: 200 });
  return refund;
};

/** Races with a form, of their own: what is limited, what changes meanwhile, and what changes afterwards. */
export const racesWithForms = (system: RunningSystem, { walk, walkInBrowser }: Walks): void => {
  const somebody = (firstName: string): WalkingRunner => ({
    ...ada,
    firstName,
    email: `${firstName.toLowerCase()}@forms.example.com`,
  });
  const toExtras = async (page: Page, where: Parameters<typeof holdSpot>[2], runner: WalkingRunner) => {
    await holdSpot(page, system.url, where);
    await answerRequired(page, runner);
    await page.getByRole('button', { name: 'Continue to extras' }).click();
    await heading(page, 'Extras').waitFor();
    await page.getByRole('radio', { name: /^M, €20\.00/ }).check();
  };
  const pay = async (page: Page) => {
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await payWith(page, goodCard);
    await heading(page, 'You are on the start line').waitFor({ timeout: 240_000 });
  };
  const linkOf = async ({ email }: { email: string }) => linkIn(await mailTo(system, email));

  walkInBrowser(
    'of two who ask for the last hoodie at one moment one has it, and the other hears what is left before they pay',
    nothing,
    async (windows) => {
      const where = await makeRace(system, 'last-hoodie-run', {}, { 'hoodie-m': 1, 'hoodie-l': 5 });
      const people = [somebody('Gia'), somebody('Hal')];
      const pages = await Promise.all(
        people.map(async (runner) => {
          const page = await windows.open();
          await toExtras(page, where, runner);
          await page.getByRole('button', { name: 'Continue to the waiver' }).click();
          await page.getByRole('checkbox', { name: /accept/ }).check();
          return page;
        }),
      );
      await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Check what it costs' }).click()));
      const has = await Promise.all(
        pages.map(async (page) => {
          const row = page.getByRole('row', { name: 'Hoodie, M €20.00' });
          await row.or(page.getByRole('button', { name: 'Take L' })).waitFor();
          return row.isVisible();
        }),
      );
      expect([...has].sort()).toEqual([false, true]);
      const [first, second] = [has.indexOf(true), has.indexOf(false)];
      const [winner, loser] = [pages[first], pages[second]];
      const [ofWinner, ofLoser] = [people[first], people[second]];
      if (!winner || !loser || !ofWinner || !ofLoser) throw new Error('one of two has it');

      await loser.getByText('The last of Hoodie, M are in others’ baskets.').waitFor();
      expect(await loser.getByRole('button', { name: 'Continue to payment' }).count()).toBe(0);
      await loser.getByRole('button', { name: 'Take L' }).click();
      await loser.getByRole('row', { name: 'Hoodie, L €20.00' }).waitFor();
      await Promise.all([winner, loser].map(pay));
      const client = openPatientClient(system.url);
      const stockOf = async () => {
        const { variants } = v.parse(stock, (await client('GET', `/api/races/${where.raceId}/stock`)).body);
        return variants.map((one) =>
          one.state === 'few' ? `${one.variant} ${one.left}` : `${one.variant} ${one.state}`,
        );
      };
      /** What is shown of it may be some seconds old. */
      const stockIs = async (wanted: readonly string[]) => {
        let now: readonly string[] = [];
        const isSo = async () => {
          now = await stockOf();
          return JSON.stringify(now) === JSON.stringify(wanted);
        };
        await until(isSo, 60, () => `the stock is ${wanted.join()}; it is ${now.join()}`);
      };
      await stockIs(['hoodie-l 4', 'hoodie-m gone']);
      await moneyIs(system, (await linkOf(ofLoser)).registrationId, charged(6_000));

      const { registrationId, token } = await linkOf(ofWinner);
      expect(await giveBack(client, registrationId, token)).toBe(5_200);
      await stockIs(['hoodie-l 4', 'hoodie-m 1']);
      expect(windows.refusals).toEqual([expect.stringMatching(/^409 PUT \S+\/quote$/)]);
    },
  );

  walkInBrowser(
    'a director changes the form while somebody fills it in: the page says what is new, and nothing typed is lost',
    nothing,
    async (windows) => {
      const where = await makeRace(system, 'changing-run', {}, { 'hoodie-m': 5, 'hoodie-l': 5 });
      const { raceId } = where;
      const runner = somebody('Ira');
      const page = await windows.open(320);
      await toExtras(page, where, runner);
      await page.getByRole('button', { name: 'Continue to the waiver' }).click();

      const club = { id: 'club', label: en('Your club'), ...text };
      await direct(system, [
        { saveForm: { raceId, form: { language: 'en', questions: [...asked, club], items: [hoodie] } } },
        { publishForm: { raceId, revision: 2 } },
      ]);
      const client = openPatientClient(system.url);
      const isNew = async () => v.parse(race, (await client('GET', `/api/races/${raceId}`)).body).form === 2;
      await until(isNew, 60, () => 'the race has its new form');
      await page.getByRole('checkbox', { name: /accept/ }).check();
      await page.getByRole('button', { name: 'Check what it costs' }).click();
      await page.getByText('New: Your club.').waitFor();
      expect(await page.getByLabel('Emergency contact').inputValue()).toBe(runner.emergencyContact);
      expect(await page.getByLabel('E-mail address').inputValue()).toBe(runner.email);
      await page.getByLabel('Your club').fill('Old Mill Runners');
      await page.reload();
      expect(await page.getByLabel('Your club').inputValue()).toBe('Old Mill Runners');
      await page.getByRole('button', { name: 'Continue to extras' }).click();
      expect(await page.getByRole('radio', { name: /^M, €20\.00/ }).isChecked()).toBe(true);
      await page.getByRole('button', { name: 'Continue to the waiver' }).click();
      await toPrice(page);
      await page.getByRole('row', { name: 'Hoodie, M €20.00' }).waitFor();
      await pay(page);
      const { registrationId, token } = await linkOf(runner);
      await moneyIs(system, registrationId, charged(6_000));
      const shown = await client('GET', `/api/registrations/${registrationId}`, bearer(token));
      expect(v.parse(registrationStatus, shown.body)).toMatchObject({ status: 'confirmed', form: 2 });
      expect(windows.refusals).toEqual([expect.stringMatching(/^409 PUT \S+\/quote$/)]);
    },
  );

  walk(
    'exchanged, passed on, given back, deferred and taken up: stock, codes, team and money agree, and the watch finds nothing',
    nothing,
    async () => {
      const kinds = [{ id: 'club', label: en('Club'), size: 4 }];
      const made = await makeRace(system, 'changes-run', { teams: { kinds } }, { 'hoodie-m': 2, 'hoodie-l': 2 });
      const later = await makeRace(system, 'changes-run-later', {}, { 'hoodie-m': 1, 'hoodie-l': 1 });
      const { raceId } = made;
      const off = { kind: 'percent', value: 50 };
      await direct(system, [{ makeCodes: { raceId, batch: 'half', words: ['HALF-NOW'], off, uses: 2, perPerson: 1 } }]);

      const answers = (one: ReturnType<typeof newPerson>) => {
        const { firstName, lastName, email, birthDate, emergencyContact } = one;
        const identity = { firstName, lastName, email, birthDate };
        return { ...identity, answers: { gender: 'female', contact: emergencyContact, bus: 'no' } };
      };
      /** Somebody who registers; the same person once more, where one is given. */
      const register = async (
        { raceId, eventId }: typeof made,
        { variant, team, code }: { variant?: string; team?: object; code?: string },
        person = newPerson(),
      ) => {
        const client = openPatientClient(system.url);
        const json = { registrationId: uuid7(), eventId };
        const held = v.parse(holdGranted, (await client('POST', `/api/races/${raceId}/holds`, { json })).body);
        const { registrationId, hold } = held;
        const items = variant === undefined ? {} : { items: [{ variant, quantity: 1 }] };
        const entry = {
          people: [{ registrationId, ...answers(person), ...items }],
          order: { answers: {}, ...(team && { team }) },
        };
        const path = `/api/registrations/${registrationId}`;
        const asked = { hold, form: 1, entry, ...(code !== undefined && { codes: [code] }) };
        const quoted = await client('PUT', `${path}/quote`, { json: asked });
        expect(quoted).toMatchObject({ status: 200 });
        const { quote, entry: signed, total } = v.parse(quoteGiven, quoted.body);
        const { runner: _, ...paid } = submissionFor(held);
        expect(await client('PUT', path, { json: { ...paid, quote, entry: signed } })).toMatchObject({ status: 202 });
        expect(await decided(client, held)).toMatchObject({ status: 'confirmed', amount: total });
        const ask = (method: string, end: string, body?: object) =>
          onceSettled(() => client(method, `${path}${end}`, { ...bearer(hold), ...(body && { json: body }) }));
        return { registrationId, person, client, hold, total, ask };
      };
      const teamOf = async ({ ask }: Awaited<ReturnType<typeof register>>) =>
        v.parse(ownTeam, (await ask('GET', '/team')).body).team;

      const code = 'half now';
      const create = { kind: 'club', name: 'Mill Owls' };
      const captain = await register(made, { variant: 'hoodie-m', team: { create }, code });
      const team = await until(async () => teamOf(captain), 60);
      const join = { id: team.id, code: team.code ?? '' };
      const member = await register(made, { variant: 'hoodie-m', team: { join }, code });
      expect([captain.total, member.total]).toEqual([4_000, 4_000]);

      expect(await captain.ask('PUT', '/items/1', { variant: 'hoodie-l' })).toMatchObject({ status: 200 });

      const heir = newPerson();
      const transferId = uuid7();
      const recipient = { firstName: heir.firstName, email: heir.email };
      expect(await member.ask('PUT', '/transfer', { transferId, recipient })).toMatchObject({ status: 202 });
      const offer = new RegExp(`/transfers/${transferId}#(\\S+)`).exec((await mailTo(system, heir.email)).body.text);
      const { waiver } = v.parse(race, (await captain.client('GET', `/api/races/${raceId}`)).body);
      const took = await captain.client('PUT', `/api/transfers/${transferId}`, {
        ...bearer(offer?.[1] ?? ''),
        json: {
          form: 1,
          entry: { people: [{ registrationId: transferId, ...answers(heir) }], order: { answers: {} } },
          waiver: { hash: waiver.hash, accepted: true },
        },
      });
      expect(took).toMatchObject({ status: 200, body: { status: 'accepted' } });

      expect(await giveBack(captain.client, captain.registrationId, captain.hold)).toBe(1_600 + 2_000);
      await moneyIs(system, captain.registrationId, {
        processor: ['succeeded 4000'],
        database: ['confirmed refunded 400'],
      });

      const one = await register(made, {});
      const deferred = await one.ask('POST', '/deferral', { worth: 'entry', fee: 500 });
      const { credit } = v.parse(registrationDeferred, deferred.body);
      const again = await register(later, { code: credit.code }, one.person);
      expect(again.total).toBe(500);
      await moneyIs(system, again.registrationId, charged(500));

      const { sold, members, findings } = await withDatabase(system, async (postgres) => {
        const books = new PostgresBooks(postgres, lateAfterSeconds);
        const pass = { figures: await books.look(), comparison: await books.compare(), cache: undefined };
        return {
          sold: await postgres.query<{ ref: string; given: number }>(
            `SELECT CASE WHEN p.kind = 'item' THEN p.ref ELSE coalesce(c.batch, 'credit') END AS ref, count(l.unit)::int AS given FROM pool p
             LEFT JOIN registration_line l ON l.pool_id = p.id LEFT JOIN code c ON c.pool_id = p.id
             WHERE p.race_id = $1 AND p.kind IN ('item', 'code') GROUP BY 1 ORDER BY 1`,
            [raceId],
          ),
          members: await postgres.query<{ id: string; is_captain: boolean }>(
            `SELECT r.id, r.id = t.captain AS is_captain FROM registration r JOIN team t ON t.id = r.team_id
             WHERE t.race_id = $1 AND r.live`,
            [raceId],
          ),
          findings: findingsIn(measure(pass)).filter(({ severity }) => severity === 'broken'),
        };
      });
      expect(sold).toEqual([
        { ref: 'credit', given: 1 },
        { ref: 'half', given: 1 },
        { ref: 'hoodie-l', given: 0 },
        { ref: 'hoodie-m', given: 1 },
      ]);
      expect(members).toEqual([{ id: transferId, is_captain: true }]);
      expect(findings).toEqual([]);
    },
  );
};
