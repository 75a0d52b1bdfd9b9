import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../browser/support/browser';
import { bankWindow } from '../../browser/walk';
import { keys } from '../support/shop';
import { openSandbox, secretKey } from './support/stand';
import { openBankPage } from './walk/bank-page';
import { type Walked, walk } from './walk/walk';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let bankPage: Awaited<ReturnType<typeof openBankPage>>;
let browser: Browser;
let page: Page;
const seen: string[] = [];
const faults: string[] = [];
beforeAll(async () => {
  [sandbox, browser] = await Promise.all([openSandbox(), openBrowser()]);
  bankPage = await openBankPage(keys.publishableKey, (what) => seen.push(what), sandbox.url);
  page = await browser.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(bankPage.url);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  bankPage?.close();
  await sandbox?.close();
});

test('the walk goes through in a browser: the page asks what the bank asks, also after it was loaded again', async () => {
  const presses = { pass: ['COMPLETE', 'Yes, it is me'], fail: ['FAIL', 'No, refuse it'] } as const;
  const all: Walked[] = [];
  const account = { secretKey, api: sandbox.url, searchSeconds: 2, attemptMs: 5000 };
  const bank = async (clientSecret: string, outcome: 'pass' | 'fail') => {
    const answered = bankPage.bank(clientSecret, outcome);
    const [told, press] = presses[outcome];
    const button = bankWindow(page).getByRole('button', { name: press });
    await button.waitFor();
    await page.reload();
    await page.getByText(`Press ${told} in the bank’s window.`).waitFor();
    await button.click();
    await answered;
  };
  for await (const walked of walk({ ...account, bank })) all.push(walked);
  expect(all.filter(({ state }) => state === 'otherwise').map(({ name, what }) => `${name}: ${what}`)).toEqual([]);
  expect(all.filter(({ state }) => state === 'skipped')).toEqual([]);
  expect(seen).toEqual(expect.arrayContaining([expect.stringContaining('the element is ready under our policy')]));
  expect(seen.filter((what) => / blocks |did not load/.test(what))).toEqual([]);
  expect(seen.filter((what) => what.includes('bank'))).toEqual([
    '{"bank":"answered"}',
    '{"bank":"payment_intent_authentication_failure"}',
  ]);
  expect(faults).toEqual([]);
}, 120_000);
