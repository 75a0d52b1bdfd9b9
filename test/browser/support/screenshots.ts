import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { buildSite } from '../../../static/build';
import { openShop } from '../../payment/support/shop';
import { acceptWaiver, ada, declinedCard, fillRunner, goodCard, heading, holdSpot, payButton, payWith } from '../walk';
import { openBrowser } from './browser';
import { cardScreens } from './card-screens';
import { problemAnswer } from './fakes/fake-answer';
import { type FakeApi, startFakeApi } from './fakes/fake-api';
import { halfId, marathonId } from './fakes/fake-races';
import { feedScreens } from './feed-screens';
import { formScreens } from './form-screens';
import { givingScreens } from './giving-screens';
import { groupScreens } from './group-screens';
import { lazyScreens } from './lazy-screens';
import { lineScreens } from './line-screens';
import { resultScreens } from './result-screens';
import { signScreens } from './sign-screens';
import { teamScreens } from './team-screens';

/** Pictures of every screen: `npx tsx test/browser/support/screenshots.ts <folder> [width] [light|dark] [screen]`. */
const [folder = 'dist/screens', onlyWidth, onlyScheme, onlyScreen] = process.argv.slice(2);

const harbour = { raceId: 'harbour', eventName: 'Marathon' };
const forever = new Promise<void>(() => {});

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

const toPay: Screen = async (page, api) => {
  await holdSpot(page, api.url, harbour);
  await fillRunner(page, ada);
  await acceptWaiver(page);
};
const pay = async (page: Page, api: FakeApi, card = goodCard) => {
  await toPay(page, api);
  await payWith(page, card);
};
const askAndSee = async (page: Page, api: FakeApi, name: string | RegExp) => {
  await page.goto(`${api.url}/races/harbour`);
  await page.getByRole('link', { name: 'Register for Marathon', exact: true }).click();
  await heading(page, name).waitFor();
};

const screens: Record<string, Screen> = {
  list: (page, api) => page.goto(api.url).then(() => page.getByText('Upcoming').waitFor()),
  race: (page, api) => page.goto(`${api.url}/races/harbour`).then(() => page.getByText('1,432 of').first().waitFor()),
  early: (page, api) => page.goto(`${api.url}/races/ridge`).then(() => page.getByText('Early entry').first().waitFor()),
  soldout: (page, api) => {
    api.sale = 'sold-out';
    return page.goto(`${api.url}/races/harbour`).then(() => page.getByText('Sold out').first().waitFor());
  },
  start: (page, api) =>
    page.goto(`${api.url}/races/harbour/register?event=${marathonId}`).then(() => heading(page, 'Marathon').waitFor()),
  runner: (page, api) => holdSpot(page, api.url, harbour),
  'runner-wrong': async (page, api) => {
    await holdSpot(page, api.url, harbour);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@');
    await page.getByLabel('Day').fill('31');
    await page.getByLabel('Month').fill('2');
    await page.getByLabel('Year').fill('1990');
    await page.getByRole('button', { name: 'Continue' }).click();
  },
  waiver: async (page, api) => {
    await holdSpot(page, api.url, harbour);
    await fillRunner(page, ada);
  },
  pay: async (page, api) => {
    await toPay(page, api);
    await payButton(page).waitFor();
  },
  declined: async (page, api) => {
    await pay(page, api, declinedCard);
    await heading(page, 'Your card was declined').waitFor();
  },
  unknown: async (page, api) => {
    api.next.submit.push(problemAnswer('payment-unknown', { retryAfter: 8 }));
    await pay(page, api);
    await page.getByText('Next try').waitFor();
  },
  waiting: async (page, api) => {
    api.next.status.push({ later: forever });
    await pay(page, api);
    await page.getByText('on its way into').waitFor();
  },
  confirmed: async (page, api) => {
    await pay(page, api);
    await heading(page, /start line/).waitFor();
  },
  duplicate: async (page, api) => {
    await toPay(page, api);
    const id = JSON.parse(
      (await page.evaluate(() => localStorage.getItem('startline:draft:harbour'))) ?? '{}',
    ).registrationId;
    api.next.status.push({
      body: {
        registrationId: id,
        raceId: 'harbour',
        raceName: 'Harbour Marathon',
        eventId: marathonId,
        eventName: 'Marathon',
        status: 'duplicate',
      },
    });
    await payWith(page, goodCard);
    await heading(page, 'You are already registered').waitFor();
  },
  expired: async (page, api) => {
    api.holdSeconds = 2;
    await holdSpot(page, api.url, harbour);
    await heading(page, 'Your hold has ended').waitFor();
  },
  'all-held': (page, api) => {
    api.next.hold.push(problemAnswer('all-held', { retryAfter: 30 }));
    return askAndSee(page, api, 'All spots are held right now');
  },
  paused: async (page, api) => {
    api.sale = 'paused';
    await page.goto(`${api.url}/races/harbour`);
    await page.getByText('Registration is paused').first().waitFor();
  },
  'sale-paused': (page, api) => {
    api.next.hold.push(problemAnswer('sale-paused', { retryAfter: 30 }));
    return askAndSee(page, api, 'Registration is paused');
  },
  busy: (page, api) => {
    api.next.hold.push(problemAnswer('busy', { retryAfter: 9 }));
    return askAndSee(page, api, 'Many people');
  },
  'sold-out': (page, api) => {
    api.next.hold.push(problemAnswer('sold-out'));
    return askAndSee(page, api, 'Sold out');
  },
  'not-open': (page, api) => {
    api.next.hold.push(problemAnswer('not-open-yet', { opensAt: new Date(Date.now() + 95_000).toISOString() }));
    return askAndSee(page, api, 'Registration has not opened yet');
  },
  offline: (page, api) => {
    api.next.hold.push({ cut: true }, { cut: true }, { cut: true }, { cut: true }, { cut: true });
    return askAndSee(page, api, 'No connection');
  },
  'other-event': async (page, api) => {
    await holdSpot(page, api.url, harbour);
    await page.goto(`${api.url}/races/harbour/register?event=${halfId}`);
    await heading(page, /begun/).waitFor();
  },
  'not-found': (page, api) =>
    page.goto(`${api.url}/races/nowhere`).then(() => heading(page, 'There is nothing here').waitFor()),
  ...lazyScreens,
  ...groupScreens,
  ...cardScreens,
  ...formScreens,
  ...signScreens,
  ...givingScreens,
  ...teamScreens,
  ...resultScreens,
  ...feedScreens,
  ...lineScreens,
  link: (page, api) => page.goto(`${api.url}/registrations`).then(() => heading(page, /link/).waitFor()),
};

const main = async () => {
  await mkdir(folder, { recursive: true });
  await buildSite({ outDir: 'dist/site-screens', minify: true });
  const shop = await openShop();
  const browser = await openBrowser();
  for (const width of [320, 768, 1200, 1280].filter(
    (one) => !onlyWidth || onlyWidth === 'all' || one === Number(onlyWidth),
  )) {
    for (const colorScheme of (['light', 'dark'] as const).filter(
      (one) => !onlyScheme || onlyScheme === 'all' || one === onlyScheme,
    )) {
      for (const [name, show] of Object.entries(screens).filter(
        ([one]) => !onlyScreen || onlyScreen.split(',').includes(one),
      )) {
        const api = await startFakeApi('dist/site-screens', shop);
        const page = await browser.newPage({ viewport: { width, height: width < 500 ? 640 : 900 }, colorScheme });
        page.on(
          'console',
          (message) =>
            message.type() === 'error' &&
            !/status of (40|41|50)/.test(message.text()) &&
            console.log(name, message.text()),
        );
        page.on('pageerror', (error) => console.log(name, error));
        page.setDefaultTimeout(6000);
        await show(page, api).catch((error) => console.log(name, String(error).slice(0, 300)));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) console.log(`${name} ${width} scrolls sideways by ${wide}`);
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
        await page.close();
        await api.close();
      }
    }
  }
  await browser.close();
  await shop.close();
};

void main();
