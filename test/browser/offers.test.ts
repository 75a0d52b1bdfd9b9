import { problemAnswer } from './support/fakes/fake-answer';
import { halfId, marathonId } from './support/fakes/fake-races';
import { confirmation, holds, openBrowserTest, pass, submissions } from './support/open-browser-test';
import { acceptWaiver, ada, goodCard, heading, payWith } from './walk';

const browserTest = openBrowserTest();
const id = '01890000-0000-7000-8000-000000000001';
const { firstName, lastName, email, birthDate } = ada;
const identity = { firstName, lastName, email, birthDate };

const openOffer = async () => {
  const { page, api } = browserTest;
  api.line.status = 'offered';
  api.line.runners.set(id, { ...identity, eventId: marathonId });
  await page.goto(`${api.url}/waiting-list/${id}#ticket.${id}`);
};

describe('an offer', () => {
  const takeSpot = () => browserTest.page.getByRole('link', { name: 'Take the spot' });
  const finish = async () => {
    const { page } = browserTest;
    await page.getByRole('radio', { name: 'Women', exact: true }).check();
    await page.getByLabel('Emergency contact').fill('Grace, 040 1234567');
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await acceptWaiver(page);
    await payWith(page, goodCard);
    await confirmation(page);
  };

  test('is accepted with the ticket, for exactly the runner who waited, also after a reload', async () => {
    const { page, api } = browserTest;
    await openOffer();
    await heading(page, 'A spot is yours to take').waitFor();
    await page.getByRole('timer', { name: /Kept for another/ }).waitFor();
    await takeSpot().click();
    await heading(page, 'Who will run?').waitFor();
    const hold = api.requests.find(({ path }) => path.endsWith('/holds'));
    expect(hold?.body).toMatchObject({ eventId: marathonId, ticket: `ticket.${id}` });
    await page.reload();
    await heading(page, 'Who will run?').waitFor();
    expect(await page.getByLabel('Last name').getAttribute('readonly')).not.toBeNull();
    expect(await page.getByLabel('Year').inputValue()).toBe('1990');
    await page.getByText('kept for the runner who waited').waitFor();
    await finish();
    expect(submissions(browserTest)[0]?.body).toMatchObject({ runner: identity });
    expect(holds(browserTest)).toBe(1);
  });

  test('replaces a spot of another distance that was only begun', async () => {
    const { page, api } = browserTest;
    await page.goto(`${api.url}/races/harbour/register?event=${halfId}`);
    await page.getByRole('button', { name: 'Hold a spot for me' }).click();
    await heading(page, 'Who will run?').waitFor();
    await openOffer();
    await heading(page, 'A spot is yours to take').waitFor();
    await takeSpot().click();
    await page.getByText('kept for the runner who waited').waitFor();
    await page.goBack();
    await heading(page, 'A spot is yours to take').waitFor();
    await takeSpot().click();
    await page.getByText('kept for the runner who waited').waitFor();
    expect(holds(browserTest)).toBe(2);
  });

  test('whose form ran out of time is held again with the same ticket', async () => {
    const { page, api } = browserTest;
    await page.clock.install();
    await openOffer();
    await heading(page, 'A spot is yours to take').waitFor();
    await takeSpot().click();
    await heading(page, 'Who will run?').waitFor();
    await pass(browserTest, api.holdSeconds);
    await heading(page, 'Your hold has ended').waitFor();
    await page.getByRole('button', { name: 'Hold the spot again' }).click();
    await heading(page, 'Who will run?').waitFor();
    const tickets = api.requests.flatMap(({ path, body }) => (path.endsWith('/holds') ? [body] : []));
    expect(tickets).toEqual([1, 2].map(() => expect.objectContaining({ ticket: `ticket.${id}` })));
  });

  test('that has ended meanwhile says so, and leads back to the place', async () => {
    const { page, api } = browserTest;
    api.next.hold.push(problemAnswer('busy', { retryAfter: 0.1 }), problemAnswer('offer-ended'));
    await openOffer();
    await heading(page, 'A spot is yours to take').waitFor();
    await takeSpot().click();
    await heading(page, 'The offer has ended').waitFor();
    api.line.status = 'expired';
    await page.getByRole('link', { name: 'See your place' }).click();
    await page.getByRole('link', { name: 'Join again' }).waitFor();
  });

  test('is only for the runner who waited, and another card is not charged', async () => {
    const { page, api } = browserTest;
    api.next.submit.push(problemAnswer('not-the-one-who-waited'));
    await openOffer();
    await heading(page, 'A spot is yours to take').waitFor();
    await takeSpot().click();
    await page.getByRole('radio', { name: 'Women', exact: true }).check();
    await page.getByLabel('Emergency contact').fill('Grace, 040 1234567');
    await page.getByRole('button', { name: 'Continue to the waiver' }).click();
    await acceptWaiver(page);
    await payWith(page, goodCard);
    await heading(page, 'This spot is kept for the runner who waited').waitFor();
    await page.getByText('You have not been charged').waitFor();
    await page.getByRole('link', { name: 'See your place' }).click();
    await takeSpot().click();
    await heading(page, 'Check and pay').or(heading(page, 'Who will run?')).waitFor();
  });

  test('that nobody takes ends by the server’s clock', async () => {
    const { page, api } = browserTest;
    api.ahead = 3_600_000;
    api.line.offerSeconds = 2;
    await openOffer();
    await heading(page, 'A spot is yours to take').waitFor();
    api.line.status = 'expired';
    await heading(page, 'The offer has ended').waitFor();
  });

  test('is declined only after a second question', async () => {
    const { page, api } = browserTest;
    await openOffer();
    await heading(page, 'A spot is yours to take').waitFor();
    await page.getByRole('link', { name: 'Decline' }).click();
    await heading(page, 'Decline the spot?').waitFor();
    await page.getByRole('link', { name: 'Keep the offer' }).click();
    await heading(page, 'A spot is yours to take').waitFor();
    await page.getByRole('link', { name: 'Decline' }).click();
    api.next.leave.push(problemAnswer('busy', { retryAfter: 0.1 }), problemAnswer('internal-error'));
    await page.getByRole('button', { name: 'Yes, decline the spot' }).click();
    await page.getByText('Please try again in a moment').waitFor();
    await page.getByRole('button', { name: 'Yes, decline the spot' }).click();
    await heading(page, 'You have left the list').waitFor();
    await page.reload();
    await heading(page, 'You have left the list').waitFor();
  });
});
