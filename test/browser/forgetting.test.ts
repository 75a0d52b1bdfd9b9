import { openBrowserTest } from './support/open-browser-test';
import { heading } from './walk';

const browserTest = openBrowserTest();
const id = '01890000-0000-7000-8000-000000000001';

const open = async () => {
  const { page, api } = browserTest;
  await page.goto(`${api.url}/registrations/${id}#link.token`);
  await page.evaluate(() => {
    localStorage.setItem('startline:draft:harbour', '{"typed":{}}');
    localStorage.setItem('somebody-elses', 'stays');
  });
  await page.getByRole('heading', { name: 'Not your own device?' }).waitFor();
};
const kept = () => browserTest.page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
const press = () => browserTest.page.getByRole('button', { name: 'Forget me on this device' }).click();

test('a runner leaves nothing on a shared device, and the link in the mail still works', async () => {
  const { page, api } = browserTest;
  const ended: string[] = [];
  await page.route('**/api/session', (route) => {
    ended.push(route.request().method());
    return route.fulfill({ json: { status: 'ended' } });
  });
  await open();
  expect(await kept()).toContain(`startline:registrations:${id}`);
  await press();
  await page.waitForURL(`${api.url}/`);
  expect(ended).toEqual(['DELETE']);
  expect(await kept()).toEqual(['somebody-elses']);
  await page.goto(`${api.url}/registrations/${id}`);
  await heading(page, 'Open your registration').waitFor();
  await page.goto(`${api.url}/registrations/${id}#link.token`);
  await page.getByText('1207').first().waitFor();
});

test('what the server has not forgotten this browser remembers, and says so', async () => {
  const { page, api } = browserTest;
  let isDown = true;
  await page.route('**/api/session', (route) =>
    isDown ? route.abort('connectionrefused') : route.fulfill({ json: { status: 'ended' } }),
  );
  await open();
  await press();
  await page.getByRole('status').getByText('try again').waitFor({ timeout: 60_000 });
  expect(await kept()).toContain('startline:draft:harbour');
  isDown = false;
  await press();
  await page.waitForURL(`${api.url}/`);
  expect(await kept()).toEqual(['somebody-elses']);
});
