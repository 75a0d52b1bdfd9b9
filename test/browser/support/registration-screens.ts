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
