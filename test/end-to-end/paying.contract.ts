import type { Page } from 'playwright-core';
import type { Hold } from '../../lambdas/domain/hold';
import { authenticationGraceSeconds } from '../../lambdas/domain/registration';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { SignedTokens } from '../../lambdas/registration/signed-tokens';
import { secretIds } from '../../local/services/secrets/secret-ids';
import {
  acceptWaiver,
  ada,
  askedCard,
  bankWindow,
  cardFields,
  fillCard,
  fillRunner,
  goodCard,
  heading,
  holdSpot,
  payButton,
} from '../browser/walk';
import { until } from '../support/until';
import { nothing, oneMore, sumOf } from './support/books';
import { type Money, moneyIs, oneCharge, secretsOf } from './support/money';
import type { Windows } from './support/onlookers';
import { raceId } from './support/program';
import type { RunningSystem } from './support/running-system';
import type { Walks } from './support/side-by-side';

const asks = 'Your bank wants to know that it is you';
const elsewhere = 'Answer your bank in the other tab';
/** What the processor says of a payment that took nothing. */
const noCharge = (status: string): Money => ({ processor: [`${status} 0`], database: [] });

let runners = 0;

/** How paying ends, with a real browser: each way in one charge or in none, and the page says in which. */
export const paying = (system: RunningSystem, { walkInBrowser }: Walks): void => {
  const draftKey = `startline:draft:${raceId}`;
  const registrationOf = async (page: Page): Promise<string> =>
    JSON.parse((await page.evaluate((key) => localStorage.getItem(key), draftKey)) ?? '{}').registrationId;

  /** A runner with a spot, at the step where the card is asked for. */
  const toPay = async (page: Page) => {
    await holdSpot(page, system.url, { raceId, eventName: 'Marathon' });
    await fillRunner(page, { ...ada, email: `payer-${++runners}@example.com` });
    await acceptWaiver(page);
  };
  const pay = async (page: Page, card = goodCard) => {
    await fillCard(page, card);
    await payButton(page).click();
  };
  const question = (page: Page, words: string) => bankWindow(page).getByRole('button', { name: words });
  const answer = (page: Page, words: string) => question(page, words).click();
  const toBank = async (page: Page) => {
    await toPay(page);
    await pay(page, askedCard);
    await question(page, 'Yes, it is me').waitFor();
  };
  const isIn = async (page: Page) => {
    await heading(page, 'You are on the start line').waitFor({ timeout: 120_000 });
    await page.getByText('€89.00 was charged to your card.').waitFor();
  };
  const isDeclined = async (page: Page) => {
    await heading(page, 'Your card was declined').waitFor();
    await page.getByText('Your bank did not confirm that it is you.').waitFor();
    await page.getByText('Nothing was charged').waitFor();
  };

  const endsWith = async (page: Page, money: Money) => {
    await moneyIs(system, await registrationOf(page), money);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  };

  const tokens = new SignedTokens(openSigner(async () => secretsOf(system)[secretIds.signingKeys] ?? {}));
  /** The same hold as if it had been asked for earlier. A test cannot wait for the end of one, which takes minutes. */
  const endedBefore = async (
    token: string,
    secondsAgo: number,
  ): Promise<Pick<Hold, 'expiresAt'> & { token: string }> => {
    const hold = await tokens.readHold(token);
    if (!hold) throw new Error('The page has a hold that is not of this system');
    const expiresAt = Date.now() - secondsAgo * 1000;
    return { expiresAt, token: await tokens.signHold({ ...hold, expiresAt }) };
  };

  /** On a phone and on a desk at the same time. `refusal`: the status of the one answer that refuses. */
  const onBoth = (
    what: string,
    money: Money,
    walk: (page: Page, windows: Windows) => Promise<void>,
    refusal?: number,
  ) =>
    walkInBrowser(what, money === oneCharge ? sumOf([oneMore, oneMore]) : nothing, async (windows) => {
      await Promise.all(
        [320, 1200].map(async (width) => {
          const page = await windows.open(width);
          await walk(page, windows);
          await endsWith(page, money);
        }),
      );
      const refused = expect.stringContaining(`${refusal} PUT /api/registrations/`);
      expect(windows.refusals).toEqual(refusal ? [refused, refused] : []);
    });

  onBoth('a card that the bank takes at once is charged once', oneCharge, async (page) => {
    await toPay(page);
    await pay(page);
    await isIn(page);
  });

  onBoth('the wallet of the device is charged once', oneCharge, async (page) => {
    await toPay(page);
    await cardFields(page).getByLabel('Sandbox Pay').check();
    await payButton(page).click();
    await isIn(page);
  });

  onBoth('a runner who says yes to their bank is charged once', oneCharge, async (page) => {
    await toBank(page);
    await endsWith(page, noCharge('requires_action'));
    await answer(page, 'Yes, it is me');
    await isIn(page);
  });

  onBoth(
    'a runner who says no is charged nothing, and another card once',
    oneCharge,
    async (page) => {
      await toBank(page);
      await answer(page, 'No, refuse it');
      await isDeclined(page);
      await endsWith(page, noCharge('requires_payment_method'));
      await pay(page);
      await isIn(page);
    },
    402,
  );

  onBoth('a yes within the grace after the end of the hold is charged once', oneCharge, async (page) => {
    await toBank(page);
    const draft = JSON.parse((await page.evaluate((key) => localStorage.getItem(key), draftKey)) ?? '{}');
    const { token, expiresAt } = await endedBefore(draft.hold.hold, 2);
    const hold = { ...draft.hold, hold: token, expiresAt: new Date(expiresAt).toISOString() };
    await page.evaluate(
      ([key = '', text = '']) => localStorage.setItem(key, text),
      [draftKey, JSON.stringify({ ...draft, hold })],
    );
    await page.reload();
    await heading(page, asks).waitFor();
    await page.getByText(/Time for your answer: 1:\d\d/).waitFor();
    await answer(page, 'Yes, it is me');
    await isIn(page);
  });

  onBoth('two tabs are charged once', oneCharge, async (first, windows) => {
    await toPay(first);
    const second = await windows.openTab(first);
    await second.goto(first.url());
    await heading(second, 'Check and pay').waitFor();
    await pay(first, askedCard);
    const tabs = [first, second] as const;
    const isWaiting = () => Promise.all(tabs.map((tab) => heading(tab, elsewhere).isVisible()));
    const asking = await until(async () => {
      const waiting = await isWaiting();
      return waiting.filter(Boolean).length === 1 && tabs[waiting[0] ? 1 : 0];
    }, 60);
    await asking.bringToFront();
    await answer(asking, 'Yes, it is me');
    for (const tab of tabs) {
      await tab.bringToFront();
      await isIn(tab);
    }
  });

  // Last, because they leave unpaid spots behind, which count for the address of this machine.
  onBoth(
    'a runner who reloads in the question and then closes it is charged nothing, also after another reload',
    noCharge('requires_payment_method'),
    async (page) => {
      await toBank(page);
      await page.reload();
      await answer(page, 'Close the window');
      await isDeclined(page);
      await page.reload();
      await heading(page, 'Check and pay').waitFor();
      await page.getByRole('timer', { name: 'Held for' }).waitFor();
    },
    402,
  );

  onBoth(
    'a yes after the grace is charged nothing',
    // Nobody confirms it any more: the sweep cancels it.
    noCharge('requires_confirmation'),
    async (page) => {
      await toBank(page);
      // The page slept, and does not know how late it is. The server decides.
      await page.route('**/api/registrations/*', async (route) => {
        const sent = route.request().postDataJSON();
        const { token } = await endedBefore(sent.hold, authenticationGraceSeconds + 1);
        await route.continue({ postData: JSON.stringify({ ...sent, hold: token }) });
      });
      await answer(page, 'Yes, it is me');
      await heading(page, 'Your hold has ended').waitFor();
      await page
        .getByText(
          'Your bank said yes, but we heard of it after the time for this spot was over. You have not been charged.',
        )
        .waitFor();
    },
    410,
  );
};
