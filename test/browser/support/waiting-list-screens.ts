import { ada, fillIdentity, heading } from '../walk';
import { marathonId } from './fakes/fake-races';
import type { BrowserTest } from './open-browser-test';

/** What somebody does who wants to be on the waiting list, and what they see. */
export const waitingListScreens = (browserTest: BrowserTest) => {
  const id = '01890000-0000-7000-8000-000000000001';
  const identity = {
    firstName: ada.firstName,
    lastName: ada.lastName,
    email: ada.email,
    birthDate: ada.birthDate,
  };

  const joins = () =>
    browserTest.api.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/waiting-list'));
  const joinButton = () => browserTest.page.getByRole('button', { name: 'Join the waiting list' });
  const openForm = async () => {
    const { page, api } = browserTest;
    api.sale = 'sold-out';
    await page.goto(`${api.url}/races/harbour`);
    await page.getByRole('link', { name: 'Join the waiting list for Marathon', exact: true }).click();
    await heading(page, 'Join the waiting list').waitFor();
  };
  const join = async () => {
    await openForm();
    await fillIdentity(browserTest.page, ada);
    await joinButton().click();
  };
  const inLine = (number = 42) => heading(browserTest.page, `You are number ${number} on the list`).waitFor();
  const openPlace = async (status: typeof browserTest.api.line.status, title: string) => {
    const { page, api } = browserTest;
    api.line.status = status;
    api.line.runners.set(id, { ...identity, eventId: marathonId });
    await page.goto(`${api.url}/waiting-list/${id}#ticket.${id}`);
    await heading(page, title).waitFor();
  };
  return { id, identity, joins, joinButton, openForm, join, inLine, openPlace };
};
