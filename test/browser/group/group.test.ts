import { nothingTyped } from '../../../static/src/flow/draft';
import { marathonId } from '../support/fakes/fake-races';
import { allOnTheStartLine, bodies, family, hold, pay } from '../support/fill-in-group';
import { focusOnText } from '../support/focus';
import { holds, openBrowserTest, pass, submissions } from '../support/open-browser-test';
import { acceptWaiver, ada, bea, cid, fillPeople, heading, typeRunner } from '../walk';

const browserTest = openBrowserTest();

describe('several register together', () => {
  test('with one hold, one card and one message, and each gets a number', async () => {
    const { page, api, processor } = browserTest;
    await hold(browserTest);
    await page.getByText('Your 3 spots in Marathon').waitFor();
    await page.getByText('All 3 of you get a spot together, or nobody does.').waitFor();
    await fillPeople(page, family);
    await page.getByText('for myself and for Bea Byron and Cid Byron').waitFor();
    await acceptWaiver(page);
    await page.getByText('3 × Marathon').waitFor();
    await page.getByRole('button', { name: 'Pay €271.50 and register all 3' }).waitFor();
    await pay(browserTest);
    await allOnTheStartLine(browserTest);
    expect(await page.getByRole('listitem').filter({ hasText: 'Byron' }).allTextContents()).toEqual([
      'Bea Byronnumber 1208',
      'Cid Byronnumber 1209',
    ]);
    await page.getByText('€90.50 for each of you was charged to your card.').waitFor();
    await page.getByText('Each of the others gets a mail with a link of their own.').waitFor();

    const [wish] = bodies(browserTest, /holds$/);
    const ids: string[] = [wish.registrationId, ...wish.companions];
    expect(new Set(ids).size).toBe(3);
    const [sent, ...more] = submissions(browserTest);
    expect([holds(browserTest), more.length, processor.forms.length]).toEqual([1, 0, 1]);
    expect(sent).toMatchObject({ path: `/api/registrations/${ids[0]}`, body: { runner: ada, companions: [bea, cid] } });
    const asked = api.requests.filter(({ path }) => path.endsWith('/checks')).map(({ path }) => path.split('/')[3]);
    expect(new Set(asked)).toEqual(new Set(ids));
  });

  test('whatever is reloaded or gone back to on the way, it is one hold and one registration, and a bib that comes later is no number yet', async () => {
    const { page, api } = browserTest;
    api.line.bib = { ...api.line.bib, givesBibs: true };
    await hold(browserTest);
    await typeRunner(page, ada);
    await page.getByRole('button', { name: 'Continue to runner 2' }).click();
    await heading(page, 'Runner 2 of 3').waitFor();
    await focusOnText(page, 'Runner 2 of 3');
    await page.getByLabel('First name').fill('Bea');
    await page.reload();
    await heading(page, 'Runner 2 of 3').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Bea');
    await page.getByRole('button', { name: 'Back' }).click();
    await heading(page, 'Runner 1 of 3').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    await page.goBack();
    await heading(page, 'Runner 2 of 3').waitFor();
    await typeRunner(page, bea);
    await page.getByRole('button', { name: 'Continue to runner 3' }).click();
    await typeRunner(page, cid);
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await acceptWaiver(page);
    await page.reload();
    await heading(page, 'Check and pay').waitFor();
    await page.getByRole('link', { name: 'Change the details of runner 3' }).click();
    await heading(page, 'Runner 3 of 3').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Cid');
    await page.goBack();
    await heading(page, 'Check and pay').waitFor();
    await pay(browserTest);
    await allOnTheStartLine(browserTest);
    await page.reload();
    await allOnTheStartLine(browserTest);
    await page.getByText('Bibs are given later: the link in your mail shows yours then.').waitFor();
    // The numbers of the spots are nobody's bibs.
    expect(await page.getByRole('main').textContent()).not.toMatch(/120[789]/);
    expect(await page.locator('.bib-number').textContent()).toContain('–');
    expect(await page.getByRole('listitem').filter({ hasText: 'Byron' }).allTextContents()).toEqual([
      'Bea Byron',
      'Cid Byron',
    ]);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/bibs-later.png`, fullPage: true });
    expect([holds(browserTest), submissions(browserTest).length]).toEqual([1, 1]);
  });

  test('a hold that ran out is asked for again under new ids, with everything typed about everybody', async () => {
    const { page, api } = browserTest;
    await page.clock.install();
    await hold(browserTest, 2);
    await page.getByLabel('First name').fill('Ada');
    await pass(browserTest, api.holdSeconds);
    await heading(page, 'Your hold has ended').waitFor();
    await page.getByRole('button', { name: 'Hold 2 spots again' }).click();
    await heading(page, 'Runner 1 of 2').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    const wishes = bodies(browserTest, /holds$/).map(({ registrationId, companions }) => [
      registrationId,
      ...companions,
    ]);
    expect(new Set(wishes.flat()).size).toBe(4);
  });

  test('a browser that has lost the draft continues with the group that the server has', async () => {
    const { page, api, context } = browserTest;
    await context.addInitScript(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the script is to find it where the page looks
      document.cookie = '__Host-startline-held=1; Path=/; Secure; SameSite=Lax';
    });
    const [lead, other] = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002'];
    const typed = (firstName: string) => ({ ...nothingTyped, firstName });
    const now = new Date().toISOString();
    const held = { registrationId: lead, raceId: 'harbour', eventId: marathonId, companions: [other] };
    const draft = { ...typed('Ada'), companions: [typed('Bea')] };
    await page.route('**/api/session', (route) =>
      route.fulfill({ json: { holds: [{ ...held, hold: 'a.hold', expiresAt: now }], draft, now } }),
    );
    await page.goto(`${api.url}/races/harbour/register`);
    await heading(page, 'Runner 1 of 2').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    expect(bodies(browserTest, /holds$/)).toEqual([{ registrationId: lead, eventId: marathonId, companions: [other] }]);
    await page.unroute('**/api/session');
    const left: unknown[] = [];
    await page.route('**/api/session/draft', (route) => {
      left.push(route.request().postDataJSON());
      return route.fulfill({ json: { status: 'kept' } });
    });
    await typeRunner(page, ada);
    await page.getByRole('button', { name: 'Continue to runner 2' }).click();
    await heading(page, 'Runner 2 of 2').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Bea');
    await page.getByLabel('Last name').fill('Byron');
    const answered = page.waitForResponse('**/api/session/draft');
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await answered;
    expect(left).toMatchObject([{ firstName: 'Ada', companions: [{ firstName: 'Bea', lastName: 'Byron' }] }]);
  });
});

describe('a link from the mail', () => {
  const id = '01890000-0000-7000-8000-000000000001';
  const status = (more: object) => ({
    body: {
      registrationId: id,
      raceId: 'harbour',
      raceName: 'Harbour Marathon',
      eventId: marathonId,
      eventName: 'Marathon',
      status: 'confirmed',
      number: 7,
      payment: 'captured',
      amount: 9050,
      currency: 'EUR',
      runner: { firstName: 'Bea', lastName: 'Byron', email: 'bea@example.com' },
      registeredAt: new Date().toISOString(),
      ...more,
    },
  });

  test('shows a companion only their own registration, and that somebody else paid', async () => {
    const { page, api } = browserTest;
    api.next.status.push(status({ paidByAnother: true }));
    await page.goto(`${api.url}/registrations/${id}#link`);
    await heading(page, 'You are on the start line').waitFor();
    await page.getByText('€90.50 was paid by the one who registered you.').waitFor();
    await page.getByText('€72.40 of €90.50 goes back to the one who paid for it').waitFor();
    expect(await page.getByText('Ada').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Receipt', exact: true }).count()).toBe(0);
  });

  test('leads a companion who paid for a move to the receipt of it', async () => {
    const { page, api } = browserTest;
    api.next.status.push(status({ paidByAnother: true, paidBesides: true }));
    await page.goto(`${api.url}/registrations/${id}#link`);
    await page.getByRole('link', { name: 'Receipt', exact: true }).waitFor();
  });

  test('says what could not be charged to a runner who keeps the spot', async () => {
    const { page, api } = browserTest;
    api.next.status.push(status({ unpaid: 1500 }));
    await page.goto(`${api.url}/registrations/${id}#link`);
    await page
      .getByText('Your bank refused €15.00 when we charged it, so that was not paid. You keep this spot.')
      .waitFor();
  });

  test('shows the person who paid the others in their group', async () => {
    const { page, api } = browserTest;
    const companions = [{ registrationId: id, firstName: 'Cid', lastName: 'Byron', number: 8 }];
    api.next.status.push(status({ companions }));
    await page.goto(`${api.url}/registrations/${id}#link`);
    await heading(page, 'You are on the start line').waitFor();
    await page.getByRole('list', { name: 'Registered with you' }).getByText('Cid Byron').waitFor();
    await page.getByText('€90.50 for each of you was charged to your card.').waitFor();
  });
});
