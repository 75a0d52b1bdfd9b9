import type { Locator, Page } from 'playwright-core';
import { looksSound } from '../browser/support/looks-sound';
import { heading } from '../browser/walk';
import { withDatabase } from './support/database';
import { direct } from './support/director';
import { watchBrowsers } from './support/onlookers';
import { runSystem } from './support/running-system';
import { allToldOf, countIn, mailsOf, refundsAtProcessor, sell } from './support/storm';
import { brokenIn } from './support/watch';

jest.setTimeout(900_000);

/**
 * Console.md, section 18, by screens alone: a race from nothing, at three instants, by two editors at once, paused, grown and cancelled
 * with 500 sold. Ada has a small phone and a keyboard, Bea a desk and a mouse.
 */
const system = runSystem();
const onlookers = watchBrowsers();

const sold = 500;
const raceId = 'storm-walk';
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Somebody who was invited, at the list of races after their first sign-in. */
const signIn = async (email: string, width: number): Promise<Page> => {
  const page = await onlookers.open(width);
  page.setDefaultTimeout(60_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.context().credentials.install();
  const [answer] = (await direct(system, [{ signInLink: { email } }])) as { signInLink: { address: string } }[];
  await page.goto(answer?.signInLink.address ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await heading(page, 'Make your passkey').waitFor();
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await heading(page, 'Races').waitFor();
  return page;
};

/** More presses of Tab than any screen has stops. */
const mostStops = 200;

/** What somebody does who has only a keyboard. */
const keysOf = (page: Page) => {
  const reach = async (target: Locator) => {
    await target.waitFor();
    for (let stops = 0; stops < mostStops; stops++) {
      if (await target.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`No press of Tab reaches ${target}.`);
  };
  const one = (role: 'button' | 'link', name: string | RegExp) => page.getByRole(role, { name, exact: true }).first();
  return {
    press: async (role: 'button' | 'link', name: string | RegExp) => {
      await reach(one(role, name));
      await page.keyboard.press('Enter');
    },
    type: async (label: string | RegExp, text: string, exact = true) => {
      const field = page.getByLabel(label, { exact }).first();
      await reach(field);
      const type = await field.getAttribute('type');
      // The parts of a date are typed one after the other, which each browser does in its own way.
      if (type === 'date' || type === 'datetime-local') await field.fill(text);
      else {
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.insertText(text);
      }
    },
  };
};

const panel = (page: Page, title: string) =>
  page.locator('section.panel').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('two directors make, preview, sell, change and cancel a race by screens alone, and everybody has their money and one mail', async () => {
  await direct(system, [
    { inviteStaff: { email: 'ada.storm@example.com', name: 'Ada', role: 'owner' } },
    { inviteStaff: { email: 'bea.storm@example.com', name: 'Bea', role: 'director' } },
  ]);
  const ada = await signIn('ada.storm@example.com', 320);
  const bea = await signIn('bea.storm@example.com', 1280);
  const { press, type } = keysOf(ada);

  await press('link', 'Make a race');
  await heading(ada, 'Make a race').waitFor();
  await type('Name of the race', 'Storm Walk');
  await ada.keyboard.press('Enter');
  await heading(ada, 'Basics').waitFor();
  await type('Place', 'Lübeck');
  await type('Day of the race', daysFromNow(40));
  await press('button', 'Next');
  await heading(ada, 'Events').waitFor();
  await press('button', 'Add the first event');
  await type('Name', '10 km');
  await type('Distance in kilometres', '10');
  await type('Spots', String(sold));
  await press('button', 'Next');
  await heading(ada, 'Prices and form').waitFor();
  await type('Registration opens', `${daysFromNow(-1)}T10:00`);
  await type('Registration closes', `${daysFromNow(38)}T20:00`);
  await type('Price in EUR', '20');
  await press('button', 'Next');
  await heading(ada, 'Texts and files').waitFor();
  await type('About the race', 'Ten kilometres in the wind.');
  await looksSound(ada, 'walk-texts');
  await press('button', 'Next');
  await heading(ada, 'Rules and review').waitFor();

  // Three instants of a clock that the preview moves.
  await press('link', 'See it as a runner');
  await heading(ada, 'Storm Walk').waitFor();
  await press('button', 'Before the opening');
  await ada.getByRole('timer').waitFor();
  await press('button', 'At the opening');
  await ada.getByRole('link', { name: 'Register for 10 km' }).waitFor();
  await press('button', 'After the end');
  await ada.locator('.events').getByText('Registration closed').first().waitFor();
  await looksSound(ada, 'walk-preview');
  // Here everybody comes from one network. No screen lets one network hold a whole race.
  await withDatabase(system, (postgres) =>
    postgres.query('UPDATE race_document SET draft = draft || $2::jsonb WHERE race_id = $1', [
      raceId,
      JSON.stringify({ sale: { limits: { freePerAddress: 2 * sold, mostPerAddress: 2 * sold } } }),
    ]),
  );
  await ada.goBack();
  await heading(ada, 'Rules and review').waitFor();
  await ada.getByText('The race appears, with 500 spots in all.').waitFor();
  await press('button', 'Publish, and open registration at once');
  await ada.getByText(/^Published\./).waitFor();
  await looksSound(ada, 'walk-published');

  // Twice, both change it at the same time, and one of them publishes what both did.
  const settings = `${system.url}/console/races/${raceId}/settings`;
  for (const { place, notice, revision } of [
    { place: 'Travemünde', notice: 'Bring a lamp.', revision: 2 },
    { place: 'Priwall', notice: 'Bring a lamp and a coat.', revision: 3 },
  ]) {
    await Promise.all([ada.goto(`${settings}?step=1`), bea.goto(`${settings}?step=4`)]);
    await Promise.all([heading(ada, 'Basics').waitFor(), heading(bea, 'Texts and files').waitFor()]);
    const noticeOfBea = bea.getByLabel('Notice', { exact: false }).first();
    await Promise.all([type('Place', place), noticeOfBea.fill(notice)]);
    await Promise.all([ada.keyboard.press('Tab'), noticeOfBea.blur()]);
    await Promise.all([ada, bea].map((page) => page.locator('[data-saving="saved"]').waitFor()));
    await ada.reload();
    await ada.getByText('2 changes are not published.').waitFor();
    await press('button', 'Publish');
    const dialog = ada.getByRole('dialog', { name: 'Publish the changes' });
    await dialog.getByRole('button', { name: 'Publish the changes' }).focus();
    await ada.keyboard.press('Enter');
    await dialog.getByText('Everybody sees it within 10 seconds.').waitFor();
    const [race] = await withDatabase(system, (postgres) =>
      postgres.query('SELECT place, notice, revision FROM race WHERE id = $1', [raceId]),
    );
    expect(race).toEqual({ place, notice, revision });
  }

  const [event] = await withDatabase(system, (postgres) =>
    postgres.query<{ id: string }>('SELECT id FROM event WHERE race_id = $1', [raceId]),
  );
  const eventId = event?.id ?? '';
  await sell(system, raceId, eventId, sold);

  await bea.goto(`${system.url}/console/races/${raceId}/spots`);
  await bea.getByText('500 of 500 sold').first().waitFor();
  const sale = panel(bea, 'Pause, close or reopen the sale');
  await sale.getByRole('button', { name: 'See what it does' }).click();
  await sale.getByText(/10 km is paused\. Nobody new gets a spot\./).waitFor();
  await sale.getByRole('button', { name: 'Do it' }).click();
  await sale.getByText('10 km is paused now.').waitFor();
  const spots = panel(bea, 'Change the number of spots');
  await spots.getByLabel('Spots').fill('520');
  await spots.getByRole('button', { name: 'See what it does' }).click();
  await spots
    .getByText(
      '10 km has 520 spots instead of 500; 500 people are registered. 20 spots more go on sale with the others.',
    )
    .waitFor();
  await looksSound(bea, 'walk-spots');
  await spots.getByRole('button', { name: 'Change it' }).click();
  await spots.getByText('10 km has 520 spots now.').waitFor();

  await ada.goto(`${system.url}/console/races/${raceId}/cancel`);
  await heading(ada, 'Cancel the race').waitFor();
  await type('What runners are told', 'A storm is coming. We are sorry.');
  await type('Name of the race', 'Storm Walk');
  await press('button', 'See what it does');
  await panel(ada, 'Cancel the race for good')
    .getByText(/€10,000\.00/)
    .waitFor();
  await looksSound(ada, 'walk-cancel');
  await press('button', 'Cancel the race');
  await ada.getByText('The race is cancelled.').waitFor();
  await ada.getByText('500 of 500 registrations are cancelled.').waitFor({ timeout: 300_000 });
  await allToldOf(system, eventId, sold);
  await looksSound(ada, 'walk-cancelled');

  const back = await refundsAtProcessor(system);
  expect([back.length, new Set(back.map((one) => one.payment_intent)).size]).toEqual([sold, sold]);
  expect(back.filter(({ amount, status }) => amount !== 2000 || status !== 'succeeded')).toEqual([]);
  const { byTemplate, duplicates } = await mailsOf(system);
  expect([byTemplate.cancellation, byTemplate.confirmation, duplicates]).toEqual([sold, sold, 0]);
  expect(await countIn(system, 'SELECT count(*)::int AS n FROM spot WHERE event_id = $1', eventId)).toBe(0);
  expect(await brokenIn(system)).toEqual([]);
  expect(onlookers.faults).toEqual([]);
});
