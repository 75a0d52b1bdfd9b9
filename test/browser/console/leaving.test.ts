import { aRace } from '../../races/a-race';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { heading } from '../walk';

const site = openConsoleTest();
const race = aRace().createRace;
beforeAll(async () => {
  expect(await site.direct({ createRace: race })).toHaveProperty('created');
});

test('an owner who removes another one sees the key that keeps working, and withdraws it with the same dialog', async () => {
  const { page, postgres } = site;
  await site.invite({ email: 'timo@example.com', name: 'Timo', role: 'owner', raceId: race.id });
  const { madeApiKey } = (await site.direct({
    makeApiKey: { raceId: race.id, label: 'Timer at the finish', scopes: ['times'] },
  })) as { madeApiKey: { keyId: string } };
  await postgres.query(
    `INSERT INTO audit (actor, action, race_id, staff_id, detail)
     SELECT 'director', 'api-key-made', $1, id, jsonb_build_object('keyId', $2::text) FROM staff WHERE email = 'timo@example.com'`,
    [race.id, madeApiKey.keyId],
  );
  await page.goto(await site.invite({ email: 'hedy@example.com', name: 'Hedy', role: 'owner' }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await heading(page, 'Races').waitFor();
  await page.goto(`${site.url}/console/races/${race.id}/staff`);
  await page.getByRole('button', { name: 'Remove Timo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Timo' });
  await dialog.getByRole('link', { name: 'Key “Timer at the finish”' }).waitFor();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/integrations.png` });
  await looksSound(page);
  // What was ticked and left does not count the next time.
  await dialog.getByLabel('Withdraw these keys').check();
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await page.getByRole('button', { name: 'Remove Timo' }).click();
  await dialog.getByRole('link', { name: 'Key “Timer at the finish”' }).waitFor();
  expect(await dialog.getByLabel('Withdraw these keys').isChecked()).toBe(false);
  await dialog.getByLabel('Withdraw these keys').check();
  await dialog.getByRole('button', { name: 'Do it' }).click();
  await page.getByText('Done.').waitFor();
  const [key] = await postgres.query<{ gone: boolean }>(
    'SELECT withdrawn_at IS NOT NULL AS gone FROM api_key WHERE id = $1',
    [madeApiKey.keyId],
  );
  expect(key).toEqual({ gone: true });
});

test('that nobody is signed in is no error in the console of the browser', async () => {
  const { page } = site;
  const logged: string[] = [];
  page.on('console', (entry) => entry.type() === 'error' && logged.push(entry.text()));
  await page.context().clearCookies();
  await page.goto(`${site.url}/console`);
  await heading(page, 'Sign in').waitFor();
  expect(logged).toEqual([]);
});
