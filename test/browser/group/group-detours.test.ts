import { until } from '../../support/until';
import { problemAnswer } from '../support/fakes/fake-answer';
import { marathonId } from '../support/fakes/fake-races';
import { allOnTheStartLine, bodies, family, hold, pay, toPay } from '../support/fill-in-group';
import { focusOnId } from '../support/focus';
import { holds, openBrowserTest, submissions } from '../support/open-browser-test';
import { acceptWaiver, ada, bea, fillIdentity, fillPeople, heading, typeRunner } from '../walk';

const browserTest = openBrowserTest();

describe('a mistake about a companion', () => {
  test('is shown at their form: nobody runs twice, but they may share the e-mail address of the person who pays', async () => {
    const { page } = browserTest;
    await hold(browserTest, 2);
    await typeRunner(page, ada);
    await page.getByRole('button', { name: 'Continue to runner 2' }).click();
    await heading(page, 'Runner 2 of 2').waitFor();
    await typeRunner(page, { ...ada, email: '' });
    await page.getByRole('button', { name: 'Same address as Ada: ada@example.com' }).click();
    await focusOnId(page, 'email');
    await until(async () => (await page.getByLabel('E-mail address').inputValue()) === ada.email);
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await page.getByRole('link', { name: 'This is the same person as runner 1, and everybody runs once' }).click();
    await focusOnId(page, 'firstName');
    await page.getByLabel('First name').fill('Bea');
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await heading(page, 'The waiver').waitFor();
  });

  test('that the server finds leads to their form', async () => {
    const { page, api } = browserTest;
    await toPay(browserTest, [ada, bea]);
    const faults = [{ field: 'companions.0.lastName', code: 'control-characters' }];
    api.next.submit.push(problemAnswer('invalid-request', { faults }));
    await pay(browserTest);
    await heading(page, 'Runner 2 of 2').waitFor();
    await page.getByRole('link', { name: 'Last name must not contain control characters' }).waitFor();
  });

  test('a person who is registered already is named before the card is asked for', async () => {
    const { page, api } = browserTest;
    const answer = (registered: 'yes' | 'no') => ({
      body: { registrationId: '01890000-0000-7000-8000-000000000001', registered },
    });
    await page.route('**/checks', (route) => {
      const { runner } = route.request().postDataJSON();
      return route.fulfill({ json: answer(runner.firstName === 'Bea' ? 'yes' : 'no').body });
    });
    await hold(browserTest);
    await fillPeople(page, family);
    await page.getByRole('checkbox', { name: /accept/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await heading(page, 'Bea Byron is registered already').waitFor();
    await page.getByRole('link', { name: 'Change the runner’s details' }).click();
    await heading(page, 'Runner 2 of 3').waitFor();
    await page.getByLabel('First name').fill('Dora');
    await page.getByRole('button', { name: 'Continue to runner 3' }).click();
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await heading(page, 'Check and pay').waitFor();
    expect(api.count('PUT', /registrations/)).toBe(0);
  });

  test('that only the writer finds registers nobody, and nothing typed is lost', async () => {
    const { page, api } = browserTest;
    await toPay(browserTest, [ada, bea]);
    const [{ registrationId }] = bodies(browserTest, /holds$/);
    const about = { raceId: 'harbour', raceName: 'Harbour Marathon', eventId: marathonId, eventName: 'Marathon' };
    api.next.status.push({ body: { registrationId, ...about, status: 'duplicate' } });
    await pay(browserTest);
    await heading(page, 'One of you is already registered').waitFor();
    await page.getByText('nobody was registered by this, and no money was taken').waitFor();
    await page.getByRole('button', { name: 'Change who runs' }).click();
    await heading(page, 'Runner 1 of 2').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    expect(
      new Set(bodies(browserTest, /holds$/).flatMap((wish) => [wish.registrationId, ...wish.companions])).size,
    ).toBe(4);
  });
});

describe('two on the waiting list', () => {
  test('wait together, and take what is offered together', async () => {
    const { page, api } = browserTest;
    api.sale = 'sold-out';
    await page.goto(`${api.url}/races/harbour`);
    await page.getByLabel('How many of you? For Marathon').selectOption('2');
    await page.getByRole('link', { name: 'Join the waiting list together for Marathon' }).click();
    await page.getByText('2 spots are offered to you at once').waitFor();
    await page.getByLabel('How many of you?').selectOption('3');
    await page.getByText('3 spots are offered to you at once').waitFor();
    await page.getByLabel('How many of you?').selectOption('2');
    await page.reload();
    await page.getByText('2 spots are offered to you at once').waitFor();
    await fillIdentity(page, ada);
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    await heading(page, 'You are number 42 on the list, for 2 of you').waitFor();
    expect(bodies(browserTest, /\/waiting-list$/)).toMatchObject([{ size: 2, runner: { firstName: 'Ada' } }]);

    api.line.status = 'offered';
    await heading(page, '2 spots are yours to take').waitFor();
    await page.getByRole('link', { name: 'Take the 2 spots' }).click();
    await heading(page, 'Runner 1 of 2').waitFor();
    await page.getByText('kept for the runner who waited').waitFor();
    const [inVain, taken] = bodies(browserTest, /holds$/);
    expect(inVain).toEqual({ ...inVain, companions: [expect.any(String)] });
    expect(taken).toMatchObject({ companions: [expect.any(String)], ticket: expect.any(String) });
    expect(await page.getByLabel('Last name').getAttribute('readonly')).not.toBeNull();
    await page.getByRole('radio', { name: 'Women', exact: true }).check();
    await page.getByLabel('Emergency contact').fill('Grace, 040 1234567');
    await page.getByRole('button', { name: 'Continue to runner 2' }).click();
    await heading(page, 'Runner 2 of 2').waitFor();
    await typeRunner(page, bea);
    await page.reload();
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await acceptWaiver(page);
    await pay(browserTest);
    await allOnTheStartLine(browserTest);
    expect([holds(browserTest), submissions(browserTest).length]).toEqual([2, 1]);
  });

  test('whose offer is for another number are told so, and led back to their place', async () => {
    const { page, api } = browserTest;
    const id = '01890000-0000-7000-8000-000000000001';
    const { firstName, lastName, email, birthDate } = ada;
    api.line.status = 'offered';
    api.line.runners.set(id, { firstName, lastName, email, birthDate, eventId: marathonId, size: 2 });
    api.next.hold.push(problemAnswer('wrong-size'));
    await page.goto(`${api.url}/waiting-list/${id}#ticket.${id}`);
    await page.getByRole('link', { name: 'Take the 2 spots' }).click();
    await heading(page, 'The offer is for another number').waitFor();
    await page.getByRole('link', { name: 'See your place on the list' }).click();
    await heading(page, '2 spots are yours to take').waitFor();
  });
});

describe('another number', () => {
  test('is what too few spots leave: fewer come, or all wait together', async () => {
    const { page, api } = browserTest;
    api.next.hold.push(problemAnswer('too-few-spots', { free: 2 }));
    await page.goto(`${api.url}/races/harbour/register?event=${marathonId}`);
    await page.getByLabel('How many of you?').selectOption('3');
    await page.reload();
    await page.getByRole('button', { name: 'Hold 3 spots for us' }).click();
    await heading(page, 'Only 2 spots are free').waitFor();
    await page.getByText('nothing is held for you').waitFor();
    await page.getByRole('link', { name: 'Join the waiting list together for Marathon' }).click();
    await heading(page, 'Join the waiting list').waitFor();
    expect(await page.getByLabel('How many of you?').inputValue()).toBe('3');
    await page.goBack();
    await heading(page, 'Marathon').waitFor();
    api.next.hold.push(problemAnswer('too-few-spots', { free: 2 }));
    await page.getByRole('button', { name: 'Hold 3 spots for us' }).click();
    await page.getByRole('button', { name: 'Hold 2 spots' }).click();
    await heading(page, 'Runner 1 of 2').waitFor();
    await page.reload();
    await heading(page, 'Runner 1 of 2').waitFor();
    expect(bodies(browserTest, /holds$/).map(({ companions }) => companions.length)).toEqual([2, 2, 1]);
  });

  test('is only used when the runner says so, because it needs new holds', async () => {
    const { page, api } = browserTest;
    await hold(browserTest);
    await page.getByLabel('First name').fill('Ada');
    await page.getByRole('link', { name: 'Change how many you are' }).click();
    await page.getByLabel('How many of you? For Marathon').selectOption('2');
    await page.getByRole('link', { name: 'Register 2 together for Marathon' }).click();
    await heading(page, 'You have begun with Marathon for 3 runners').waitFor();
    await page.getByRole('link', { name: 'Go on for 3 runners' }).click();
    await heading(page, 'Runner 1 of 3').waitFor();
    expect(holds(browserTest)).toBe(1);
    await page.goBack();
    await page.getByRole('button', { name: 'Hold again for 2 runners' }).click();
    await heading(page, 'Runner 1 of 2').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    expect(api.count('POST', /holds$/)).toBe(2);
  });
});
