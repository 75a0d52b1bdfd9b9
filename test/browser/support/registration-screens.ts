import { heading } from '../walk';
import { type BrowserTest, confirmation } from './open-browser-test';

/** The page of somebody's registration, opened by the link of their mail. */
export const registrationScreens = (browserTest: BrowserTest) => {
  const id = '01890000-0000-7000-8000-000000000001';
  const address = () => `${browserTest.api.url}/registrations/${id}`;
  const open = async () => {
    await browserTest.page.goto(`${address()}#link.token`);
    await confirmation(browserTest.page);
  };
  const sent = (method: string, end: string) =>
    browserTest.api.requests.filter((call) => call.method === method && call.path.endsWith(end));
  return { id, address, open, sent };
};

/** What somebody does who gives their spot back, and what they see. */
export const givingBackScreens = (browserTest: BrowserTest) => {
  const { sent } = registrationScreens(browserTest);
  const cancellations = () => sent('POST', '/cancellation');
  const confirm = (amount = '€72.40') =>
    browserTest.page.getByRole('button', { name: `Give the spot back for ${amount}`, exact: true });
  const givenBack = () => heading(browserTest.page, 'You gave your spot back').waitFor();
  return { cancellations, confirm, givenBack };
};

/** What somebody does who passes their spot on to Bea, and what they see. */
export const passingOnScreens = (browserTest: BrowserTest) => {
  const { open, sent } = registrationScreens(browserTest);
  const offers = () => sent('PUT', '/transfer');
  const fill = async () => {
    const { page } = browserTest;
    await open();
    await page.getByRole('link', { name: 'Pass it on' }).click();
    await heading(page, 'Pass your spot on').waitFor();
    await page.getByLabel('Their first name').fill('Bea');
    await page.getByLabel('Their e-mail address').fill('bea@example.com');
  };
  const send = () => browserTest.page.getByRole('button', { name: 'Send the offer' });
  const offered = () => heading(browserTest.page, 'Offered to Bea').waitFor();
  return { offers, fill, send, offered };
};

/** What somebody does who looks at the receipts of their registration. */
export const receiptScreens = (browserTest: BrowserTest) => {
  const registration = registrationScreens(browserTest);
  const open = async () => {
    await registration.open();
    await browserTest.page.getByRole('link', { name: 'Receipt', exact: true }).click();
  };
  const receipts = () => browserTest.api.requests.filter(({ path }) => path.endsWith('/receipt'));
  return { id: registration.id, open, receipts };
};
