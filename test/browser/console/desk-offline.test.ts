import type { Page, Response } from 'playwright-core';
import { SignedCodes } from '../../../lambdas/bibs/desk/signed-codes';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { qrCode } from '../../../static/src/bib/qr-code';
import { shortInstant } from '../../../static/src/time/dates';
import { aRace } from '../../races/a-race';
import { until } from '../../support/until';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';
import { heading } from '../walk';

const site = openConsoleTest();
const race = aRace().createRace;
/** As the console of the tests signs. */
const codes = new SignedCodes(async () => ({ kid: 'k1', k1: 'a key of the tests, which is long enough for us' }));
const names = ['Ada Adler', 'Bo Berg', 'Cy Ola'];
let ids: readonly string[] = [];

beforeAll(async () => {
  expect(await site.direct({ createRace: race })).toHaveProperty('created');
  await isIn(0);
  const block = uuid7();
  ids = names.map(() => uuid7());
  const [event] = await site.postgres.query<{ id: string }>(
    'SELECT id FROM event WHERE race_id = $1 ORDER BY position LIMIT 1',
    [race.id],
  );
  await site.postgres.query('UPDATE spot SET block = $2 WHERE event_id = $1 AND number <= 3', [event?.id, block]);
  await site.postgres.query(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner)
     SELECT id, $2, id::text, 'confirmed', true, n, $3, n, 'block', json_build_object('firstName', split_part(name, ' ', 1),
       'lastName', split_part(name, ' ', 2), 'email', n || '@example.com', 'gender', 'female', 'birthDate', '1990-05-02')
     FROM unnest($1::uuid[], $4::text[]) WITH ORDINALITY AS p (id, name, n)`,
    [ids, event?.id, block, names],
  );
});

/** The race is so many days from today. Desks check in from a week before it on. */
const isIn = (days: number) =>
  site.postgres.query('UPDATE race SET date = current_date + $2::int WHERE id = $1', [race.id, days]);
const address = () => `${site.url}/console/races/${race.id}/check-in`;
const ready = (page: Page) => page.getByText('This page also opens without a network').waitFor();
const handOut = async (page: Page, name: string, number: number) => {
  await page.getByLabel('Name, bib or code').fill(name);
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: `Document seen: check in`, exact: true })
    .or(page.getByRole('button', { name: `Document seen: hand out ${number}` }))
    .press('Enter');
  await page.getByText('Checked in.').first().waitFor();
};
/** Whose name a scan has. */
const staffOf = async (id: string | undefined) => {
  const [row] = await site.postgres.query<{ staff_id: string }>(
    'SELECT staff_id FROM check_in WHERE registration_id = $1',
    [id],
  );
  return row?.staff_id;
};
const scansOf = async (id: string | undefined) =>
  (await site.postgres.query('SELECT FROM check_in WHERE registration_id = $1', [id])).length;
/** The camera of this page sees these modules of a code. */
const showToCamera = (rows: readonly (readonly boolean[])[]) => {
  const [scale, quiet] = [6, 4];
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = (rows.length + 2 * quiet) * scale;
  const context = canvas.getContext('2d');
  const draw = () => {
    context?.reset();
    if (context) context.fillStyle = 'white';
    context?.fillRect(0, 0, canvas.width, canvas.height);
    if (context) context.fillStyle = 'black';
    for (const [y, row] of rows.entries())
      for (const [x, isDark] of row.entries())
        if (isDark) context?.fillRect((x + quiet) * scale, (y + quiet) * scale, scale, scale);
  };
  navigator.mediaDevices.getUserMedia = async () => {
    setInterval(draw, 50);
    return canvas.captureStream();
  };
};

/** Everything that this browser stores for the site, as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const text = (bytes: ArrayBufferLike) => new TextDecoder('latin1').decode(bytes);
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rows: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name ?? '');
      // It was deleted since it was listed. To open it now would make an empty one, in which the page could keep nothing.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const database = await asked(opening).catch(() => undefined);
      if (!database) continue;
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        rows.push(JSON.stringify(await asked(all.getAllKeys())));
        for (const { data, ...rest } of await asked(all.getAll())) rows.push(JSON.stringify(rest), text(data));
      }
      database.close();
    }
    const files: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) files.push(new URL(url).pathname);
    return { rows, files, local: JSON.stringify(localStorage) };
  });

test('a desk that is reloaded or opened without a network goes on, and who is locked out or signs out leaves nothing readable', async () => {
  const { page } = site;
  const staffId = await site.enter([{ role: 'desk', raceId: race.id }], { level: 'link' });
  await page.goto(address());
  await page.getByLabel('This table').fill('Table 1');
  await page.keyboard.press('Enter');
  await ready(page);
  await looksSound(page, 'desk-ready');

  // Weeks before the race, a desk that is opened without a network hands nothing out either.
  await isIn(30);
  await page.reload();
  await ready(page);
  await site.cutOff();
  await page.reload();
  await page.getByText('Desks check people in from').waitFor();
  await page.getByLabel('Name, bib or code').fill('adler');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ada Adler' }).waitFor();
  expect(await page.getByText('Document seen').count()).toBe(0);
  await site.reconnect();
  await isIn(0);
  await page.reload();
  await ready(page);
  await handOut(page, 'adler', 1);
  await until(async () => (await scansOf(ids[0])) === 1);
  await page.getByText('1 of 3 checked in').waitFor();
  await page.getByText('not sent yet').waitFor({ state: 'hidden' });

  // Cy's code was photographed, so they get another. The desk hears of it before it is cut off.
  const cy = ids[2] ?? '';
  const isChanges = (answer: Response) => answer.url().endsWith('/commands/deskList');
  const heard = page.waitForResponse(async (answer) => isChanges(answer) && (await answer.text()).includes(cy));
  expect(await site.direct({ replaceCheckInCode: { registrationId: cy } })).toMatchObject({
    replacedCheckInCode: { codeVersion: 1 },
  });
  await heard;
  // By the time it asks again, it has kept what it heard.
  await page.waitForResponse(isChanges);

  // Names are nowhere but in ciphertext, and its key is in the address alone.
  const kept = await stored(page);
  const link = page.url();
  const key = /#desk=([\w-]{22})$/.exec(link)?.[1] ?? 'no key';
  expect(kept.rows.length).toBeGreaterThan(2);
  for (const secret of ['Adler', 'Berg', ids[1] ?? '', key])
    expect([secret, [...kept.rows, kept.local].some((text) => text.includes(secret))]).toEqual([secret, false]);
  expect(kept.files).toContain('/console.html');
  expect(kept.files.filter((path) => !/^\/(assets\/[\w.-]+|console\.html)$/.test(path))).toEqual([]);

  // No other screen has a worker.
  const scopes = () =>
    navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => decodeURIComponent(scope)));
  expect(await page.evaluate(scopes)).toEqual([address()]);

  await site.cutOff();
  await page.reload();
  const opened = await page.getByText('Opened without a network').innerText();
  // By the clock of the race, as everything else that the desk says, and not by the device's.
  const minutes = [0, 1, 2].map((ago) =>
    shortInstant(new Date(Date.now() - ago * 60_000).toISOString(), race.timeZone),
  );
  expect(minutes.filter((minute) => opened.includes(minute))).toHaveLength(1);
  const since = await page.getByText('No network since').innerText();
  expect(minutes.filter((minute) => since.includes(minute))).toHaveLength(1);
  await page.getByText('1 of 3 checked in').waitFor();
  await handOut(page, 'bo berg', 2);
  await page.getByText('1 scan is not sent yet').waitFor();
  await looksSound(page, 'desk-opened-offline');
  await page.getByLabel('Name, bib or code').fill(await codes.make(race.id, cy));
  await page.keyboard.press('Enter');
  await page.getByText('This code was replaced').waitFor();
  await page.getByText('2 of 3 checked in').waitFor();
  await looksSound(page, 'desk-replaced-code');
  await page.close();

  // The browser comes back, and still nobody answers. The address without its key opens nothing.
  const second = await site.openTab();
  await second.goto(address());
  await second.getByText('this address cannot open it').waitFor();
  await looksSound(second, 'desk-other-address');
  await second.goto(link);
  await second.getByText('2 of 3 checked in').waitFor();
  await second.getByText('1 scan is not sent yet').waitFor();
  // This browser has no BarcodeDetector: a script reads what the camera sees.
  expect(await second.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false);
  await second.evaluate(showToCamera, qrCode(await codes.make(race.id, cy, 1)));
  await second.getByRole('button', { name: 'Scan with the camera' }).press('Enter');
  await second.getByText('The code is ours.').or(second.getByText('Checked in. Hand out')).first().waitFor();
  await second.getByText('3 of 3 checked in').waitFor();

  // Before there is a network again, another helper signs in on this device. They send what was scanned by the one before.
  const nextId = await site.enter([{ role: 'desk', raceId: race.id }], { level: 'link' });
  await site.reconnect();
  await until(async () => (await scansOf(ids[1])) === 1 && (await scansOf(ids[2])) === 1);
  expect([await staffOf(ids[1]), await staffOf(ids[2])]).toEqual([staffId, staffId]);
  // Only who is in the whole console is asked by a dialog: the list stays on the screen until then.
  const isOpen = second.waitForResponse(/\/commands$/);
  await second.getByRole('button', { name: 'Open the whole console' }).press('Enter');
  await isOpen;
  await ready(second);
  await second.getByText('3 of 3 checked in').waitFor();

  // An owner locks them out.
  await site.postgres.query(`UPDATE staff SET state = 'locked' WHERE id = $1`, [nextId]);
  await second.getByRole('dialog').waitFor();
  expect(await second.getByText('Adler').count()).toBe(0);
  const nothingStays = async (tab: Page) => {
    await until(async () => (await stored(tab)).rows.length === 0);
    expect(tab.url()).toBe(address());
  };
  await nothingStays(second);
  await site.cutOff();
  await second.goto('about:blank');
  await second.goto(link);
  await second.getByText('This device has no list for this address').waitFor();
  await looksSound(second, 'desk-nothing');
  await site.reconnect();

  // Their only role ends, while the screen is open and while it is closed: then they know nothing of the race.
  const enter = () => site.enter([{ role: 'desk', raceId: race.id }], { level: 'link' });
  const endRoles = () => site.postgres.query('DELETE FROM staff_role WHERE race_id = $1', [race.id]);
  await enter();
  await second.getByRole('button', { name: 'Try again' }).press('Enter');
  await ready(second);
  // It asks at once, and not only within seconds.
  const online = () => second.evaluate(() => dispatchEvent(new Event('online')));
  await endRoles();
  await online();
  await nothingStays(second);
  await enter();
  await online();
  await ready(second);
  await second.goto('about:blank');
  await endRoles();
  await second.goBack();
  await heading(second, 'There is nothing here').waitFor();
  await nothingStays(second);

  await enter();
  await second.reload();
  await ready(second);
  const later = second.url();
  expect((await stored(second)).rows.length).toBeGreaterThan(1);
  await second.getByRole('button', { name: 'Sign out' }).press('Enter');
  await heading(second, 'Sign in').waitFor();
  await nothingStays(second);
  await site.cutOff();
  await second.goto('about:blank');
  await second.goto(later);
  await second.getByText('This device has no list for this address').waitFor();
  await second.goto('about:blank');
  await site.reconnect();
});
