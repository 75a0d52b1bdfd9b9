import { until } from '../support/until';
import { halfId } from './support/fakes/fake-races';
import { focusOnText } from './support/focus';
import {
  askForSpot,
  confirmation,
  forever,
  harbour,
  holds,
  openBrowserTest,
  registrationIds,
  submissions,
  toPay,
} from './support/open-browser-test';
import {
  acceptWaiver,
  ada,
  cardFields,
  fillCard,
  fillRunner,
  goodCard,
  heading,
  holdSpot,
  payButton,
  payWith,
  registerInBrowser,
} from './walk';

const browserTest = openBrowserTest();

describe('the way', () => {
  test('leads from the race to the number', async () => {
    const { page, api, processor } = browserTest;
    expect(await registerInBrowser(page, api.url, { ...harbour, runner: ada, card: goodCard })).toEqual({
      heading: 'You are on the start line',
      number: '1207',
    });
    expect([holds(browserTest), submissions(browserTest).length, registrationIds(browserTest).size]).toEqual([1, 1, 1]);
    const status = api.requests.find(({ method, path }) => method === 'GET' && path.startsWith('/api/registrations/'));
    expect(status?.authorization).toMatch(/^Bearer hold\./);
    expect(JSON.stringify(api.requests)).not.toContain('4242');
    expect(processor.forms).toHaveLength(1);
  });

  test('pays once however often the button is pressed', async () => {
    const { page, processor } = browserTest;
    await toPay(browserTest);
    await fillCard(page, goodCard);
    await payButton(page).evaluate((button: HTMLButtonElement) => {
      for (let click = 0; click < 5; click++) button.click();
    });
    await confirmation(browserTest.page);
    expect([submissions(browserTest).length, processor.forms.length]).toEqual([1, 1]);
  });

  test('goes on after a reload at every step, with one hold and one registration', async () => {
    const { page, api } = browserTest;
    await holdSpot(page, api.url, harbour);
    await page.getByLabel('First name').fill('Ada');
    await page.reload();
    await heading(page, 'Who will run?').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    await fillRunner(page, ada);
    await page.reload();
    await heading(page, 'The waiver').waitFor();
    await acceptWaiver(page);
    await page.reload();
    await heading(page, 'Check and pay').waitFor();
    api.next.status.push({ later: forever });
    await payWith(page, goodCard);
    await page.getByText('on its way into').waitFor();
    await until(() => api.count('GET', /^\/api\/registrations/) === 1);
    await page.reload();
    await confirmation(browserTest.page);
    await page.reload();
    await confirmation(browserTest.page);
    expect([holds(browserTest), submissions(browserTest).length, registrationIds(browserTest).size]).toEqual([1, 1, 1]);
  });

  test('a reload while the answer to the payment is awaited repeats the same request', async () => {
    const { page, api, processor } = browserTest;
    await toPay(browserTest);
    await fillCard(page, goodCard);
    api.next.submit.push({ later: forever });
    await payButton(page).click();
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('startline:draft:harbour') ?? '{}').attempt);
    await page.getByText('We are asking your bank').waitFor();
    await until(() => submissions(browserTest).length === 1);
    await page.reload();
    await confirmation(browserTest.page);
    const [first, second] = submissions(browserTest);
    expect(second).toEqual(first);
    expect(processor.forms).toHaveLength(1);
  });

  test('back and forward keep the hold and what was typed', async () => {
    const { page } = browserTest;
    await toPay(browserTest);
    await page.goBack();
    await heading(page, 'The waiver').waitFor();
    await page.goBack();
    await heading(page, 'Who will run?').waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Runner');
    await page.goForward();
    await page.goForward();
    await heading(page, 'Check and pay').waitFor();
    await askForSpot(browserTest);
    await heading(page, 'Check and pay').waitFor();
    expect(holds(browserTest)).toBe(1);
  });

  test('another distance is only taken up when the runner says so', async () => {
    const { page, api } = browserTest;
    await holdSpot(page, api.url, harbour);
    await page.goto(`${api.url}/races/harbour/register?event=${halfId}`);
    await heading(page, 'You have begun with Marathon').waitFor();
    expect(holds(browserTest)).toBe(1);
    await page.getByRole('button', { name: 'Change to Half marathon' }).click();
    await heading(page, 'Who will run?').waitFor();
    expect([holds(browserTest), registrationIds(browserTest).size]).toEqual([2, 2]);
  });

  test('two tabs make one registration', async () => {
    const { page, processor } = browserTest;
    await toPay(browserTest);
    const other = await browserTest.openTab();
    await other.goto(page.url());
    await heading(other, 'Check and pay').waitFor();
    await Promise.all([fillCard(page, goodCard), fillCard(other, goodCard)]);
    // A tab in the background draws nothing, so it cannot be clicked like by a person. Both buttons are found before one is
    // pressed: the second tab follows the first at once, and its button disappears.
    const buttons = await Promise.all([page, other].map((tab) => payButton(tab).elementHandle()));
    await Promise.all(buttons.map((button) => button?.dispatchEvent('click')));
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await confirmation(tab);
    }
    expect(registrationIds(browserTest).size).toBe(1);
    expect(new Set(submissions(browserTest).map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(processor.forms).toHaveLength(1);
  });

  test('can be walked with the keyboard alone', async () => {
    const { page, api } = browserTest;
    await page.goto(`${api.url}/races/harbour`);
    const way = page.getByRole('link', { name: 'Register for Marathon', exact: true });
    await way.waitFor();
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab');
        const reached = await Promise.all(page.frames().map((frame) => frame.evaluate(focused)));
        if (reached.some((label) => name.test(label))) return;
      }
      throw new Error(`The Tab key never reached ${name}`);
    };
    const focused = () => {
      const at = document.hasFocus() ? document.activeElement : undefined;
      const label =
        at instanceof HTMLInputElement
          ? [...(at.labels ?? [])].map((one) => one.textContent).join(' ')
          : at?.textContent;
      return label ?? '';
    };
    const type = async (label: RegExp, text: string) => {
      await tabTo(label);
      await page.keyboard.type(text);
    };
    await tabTo(/Register for Marathon/);
    await page.keyboard.press('Enter');
    await heading(page, 'Who will run?').waitFor();
    await focusOnText(page, 'Who will run?');
    await type(/First name/, 'Ada');
    await type(/Last name/, 'Runner');
    await type(/E-mail/, 'ada@example.com');
    await type(/Day/, '17');
    await type(/Month/, '5');
    await type(/Year/, '1990');
    await tabTo(/Women/);
    await page.keyboard.press('Space');
    await type(/Emergency/, 'Grace 040 123');
    await page.keyboard.press('Enter');
    await heading(page, 'The waiver').waitFor();
    await focusOnText(page, 'The waiver');
    await tabTo(/accept it/);
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await heading(page, 'Check and pay').waitFor();
    await focusOnText(page, 'Check and pay');
    // The frame of the processor loads after the rest of the screen. Until then, no Tab key leads into it.
    await cardFields(page).getByLabel('Card number').waitFor();
    await type(/Card number/, '4242424242424242');
    await type(/Expires/, '1240');
    await type(/Security code/, '123');
    await tabTo(/^Pay €/);
    await page.keyboard.press('Enter');
    await confirmation(browserTest.page);
    await focusOnText(page, 'You are on the start line');
  });
});
