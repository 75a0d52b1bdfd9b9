import type { Page } from 'playwright-core';
import { acceptWaiver, ada, bea, cid, fillPeople, goodCard, heading, holdForGroup, payWith, typeRunner } from '../walk';
import { problemAnswer } from './fakes/fake-answer';
import type { FakeApi } from './fakes/fake-api';
import { marathonId } from './fakes/fake-races';
import { keptWalk } from './kept-walk';

const id = '01890000-0000-7000-8000-000000000001';
const family = [ada, bea, cid];

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

const hold: Screen = (page, api) =>
  holdForGroup(page, api.url, { raceId: 'harbour', eventName: 'Marathon', people: family.length });
const toSecond = keptWalk(async (page, api) => {
  await hold(page, api);
  await typeRunner(page, ada);
  await page.getByRole('button', { name: 'Continue to runner 2' }).click();
  await heading(page, 'Runner 2 of 3').waitFor();
});
const toWaiver: Screen = async (page, api) => {
  await hold(page, api);
  await fillPeople(page, family);
};
/** For screens on which nobody pays. */
const atWaiver = keptWalk(toWaiver);
const toPay: Screen = async (page, api) => {
  await toWaiver(page, api);
  await acceptWaiver(page);
};
const pay: Screen = async (page, api) => {
  await toPay(page, api);
  await payWith(page, goodCard);
};
const toPlace = async (page: Page, api: FakeApi, status: FakeApi['line']['status'], name: RegExp) => {
  api.line.status = status;
  api.line.runners.set(id, { ...ada, eventId: marathonId, size: 3 });
  await page.goto(`${api.url}/waiting-list/${id}#ticket`);
  await heading(page, name).waitFor();
};

/** Every screen that is different for a group. */
export const groupScreens: Record<string, Screen> = {
  'together-race': async (page, api) => {
    await page.goto(`${api.url}/races/harbour`);
    await page.getByLabel('How many of you? For Marathon').selectOption('3');
    await page.getByText('All 3 of you get a spot together').waitFor();
  },
  'together-start': async (page, api) => {
    await page.goto(`${api.url}/races/harbour/register?event=${marathonId}&people=3`);
    await page.getByRole('button', { name: 'Hold 3 spots for us' }).waitFor();
  },
  'together-runner': hold,
  'together-companion': toSecond,
  'together-twice': async (page, api) => {
    await toSecond(page, api);
    await typeRunner(page, ada);
    await page.getByRole('button', { name: 'Continue to runner 3' }).click();
    await page.getByRole('link', { name: /same person as runner 1/ }).waitFor();
  },
  'together-waiver': atWaiver,
  'together-pay': async (page, api) => {
    await atWaiver(page, api);
    await acceptWaiver(page);
  },
  'together-already': async (page, api) => {
    api.next.check.push(...family.map(() => ({ body: { registrationId: id, registered: 'yes' } })));
    await atWaiver(page, api);
    await page.getByRole('checkbox', { name: /accept/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await heading(page, /is registered already/).waitFor();
  },
  'together-confirmed': async (page, api) => {
    await pay(page, api);
    await heading(page, 'All of you are on the start line').waitFor();
  },
  'together-duplicate': async (page, api) => {
    await toPay(page, api);
    const { registrationId } = await page.evaluate(() =>
      JSON.parse(localStorage.getItem('startline:draft:harbour') ?? 'null'),
    );
    const about = { raceId: 'harbour', raceName: 'Harbour Marathon', eventId: marathonId, eventName: 'Marathon' };
    api.next.status.push({ body: { registrationId, ...about, status: 'duplicate' } });
    await payWith(page, goodCard);
    await heading(page, 'One of you is already registered').waitFor();
  },
  'together-too-few': async (page, api) => {
    api.next.hold.push(problemAnswer('too-few-spots', { free: 2 }));
    await page.goto(`${api.url}/races/harbour/register?event=${marathonId}&people=3`);
    await page.getByRole('button', { name: 'Hold 3 spots for us' }).click();
    await heading(page, 'Only 2 spots are free').waitFor();
  },
  'together-other-number': async (page, api) => {
    await hold(page, api);
    await page.goto(`${api.url}/races/harbour/register?event=${marathonId}&people=2`);
    await heading(page, 'You have begun with Marathon for 3 runners').waitFor();
  },
  'together-join': async (page, api) => {
    api.sale = 'sold-out';
    await page.goto(`${api.url}/races/harbour/waiting-list?event=${marathonId}&people=3`);
    await page.getByText('3 spots are offered to you at once').waitFor();
  },
  'together-waiting': (page, api) => toPlace(page, api, 'waiting', /42 on the list, for 3 of you/),
  'together-offered': async (page, api) => {
    await toPlace(page, api, 'offered', /3 spots are yours/);
    await page.getByText('Until').waitFor();
  },
};
