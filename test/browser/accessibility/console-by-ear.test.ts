import { aRace } from '../../races/a-race';
import { paidGroup } from '../../support/races/paid-group';
import { openConsoleTest } from '../support/open-console-test';
import { readAloud } from '../support/read-aloud';
import { heading } from '../walk';

/**
 * The script of console.md, section 18: what somebody hears who makes a race, changes one, looks for people and watches an
 * opening with a keyboard and a screen reader, on a window of 320 px. Each expectation is what is said, in its order.
 */
const site = openConsoleTest();
jest.setTimeout(180_000);

const begin = async (...given: Parameters<typeof site.enter>[0]) => {
  const { page } = site;
  await page.setViewportSize({ width: 320, height: 640 });
  await site.enter(given);
  return { page, aloud: await readAloud(page) };
};

test('whoever makes a race hears where they are, what is wrong, and each field with its hint', async () => {
  const { page, aloud } = await begin({ role: 'director', raceId: undefined });
  await page.goto(`${site.url}/console`);
  await page.getByRole('link', { name: 'Make a race' }).press('Enter');
  await heading(page, 'Make a race').and(page.locator(':focus')).waitFor();
  await aloud.outline();
  await aloud.focus();
  await aloud.forget();
  await aloud.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Type the name of the race.').first().waitFor();
  await aloud.heard();
  await aloud.focus();
  await page.keyboard.type('Old Town Run');
  await page.keyboard.press('Enter');
  await heading(page, 'Basics').and(page.locator(':focus')).waitFor();
  await aloud.outline();
  await aloud.press('Tab', 3);
  expect(aloud.script).toEqual([
    'jump: banner',
    'jump: Console, navigation',
    'jump: main',
    'jump: Make a race, heading 1',
    'focus: Make a race, heading 1',
    'Tab: Name of the race, textbox, As runners know it, with its year if it has one.',
    'says: Type the name of the race.',
    'focus: Name of the race, textbox, invalid, As runners know it, with its year if it has one. Error: Type the name of the race.',
    'jump: banner',
    'jump: Console, navigation',
    'jump: main',
    'jump: Steps, navigation',
    'jump: Basics, heading 1',
    'Tab: Name of the race, textbox, "Old Town Run"',
    'Tab: Place, textbox, The town, as runners would look for it.',
    'Tab: Day of the race, Date',
  ]);
});

test('whoever changes a race hears what publishing does, and can go on from there', async () => {
  expect(await site.direct(aRace())).toHaveProperty('created');
  const { page, aloud } = await begin({ role: 'director', raceId: undefined });
  await page.goto(`${site.url}/console/races/harbour-2027/settings`);
  await heading(page, 'Basics').waitFor();
  await page.getByLabel('Place').fill('Oslo');
  await page.getByLabel('Place').blur();
  await page.locator('[data-saving="saved"]').waitFor();
  await page.getByRole('button', { name: 'See what they do' }).press('Enter');
  await page.getByText('Place: Bergen → Oslo').waitFor();
  await aloud.focus();
  await aloud.outline();
  await page.getByRole('button', { name: 'Publish the changes' }).focus();
  await aloud.focus();
  await aloud.forget();
  await page.keyboard.press('Enter');
  await page.getByText('Everybody sees it within').first().waitFor();
  await aloud.heard();
  expect(aloud.script).toEqual([
    'focus: Rules and review, heading 1',
    'jump: banner',
    'jump: Console, navigation',
    'jump: main',
    'jump: This race, navigation',
    'jump: Steps, navigation',
    'jump: Rules and review, heading 1',
    'jump: What runners may do by themselves, heading 2',
    'jump: How it is sold, heading 2',
    'jump: Review, region',
    'jump: Review, heading 2',
    'jump: What publishing does, heading 3',
    'jump: 1 change, heading 3',
    'focus: Publish the changes, button',
    'says: Published. Everybody sees it within 10 seconds.See how it stands · Open the page of the runners',
  ]);
});

test('whoever looks for somebody hears how many are found, and that nobody is', async () => {
  const { race, lead } = await paidGroup(site.postgres, 2);
  const { page, aloud } = await begin({ role: 'director', raceId: race.raceId });
  await page.goto(`${site.url}/console/races/${race.raceId}/participants`);
  await page.getByText('2 people found.').waitFor();
  await aloud.outline();
  await page.getByLabel('Name, e-mail address, number or bib').focus();
  await aloud.focus();
  await aloud.forget();
  await page.keyboard.type('nobody');
  await page.getByRole('heading', { name: 'Nobody is found' }).waitFor();
  await aloud.heard();
  await aloud.press('Tab', 6);
  await page.goto(`${site.url}/console/races/${race.raceId}/participants/${lead}`);
  await page.getByText('What happened').waitFor();
  await aloud.outline();
  expect(aloud.script).toEqual([
    'jump: banner',
    'jump: Console, navigation',
    'jump: main',
    'jump: This race, navigation',
    'jump: Participants, heading 1',
    'jump: search',
    'focus: Name, e-mail address, number or bib, searchbox, Three letters are enough. Accents and capitals do not matter.',
    'says: Reading the list…',
    'says: Nobody is found',
    'Tab: Event, combobox, "All", collapsed',
    'Tab: State, combobox, "All", collapsed',
    'Tab: Payment, combobox, "All", collapsed',
    'Tab: Mail, combobox, "All", collapsed',
    'Tab: Order, combobox, "Newest first", collapsed',
    'Tab: Download as CSV, button',
    'jump: banner',
    'jump: Console, navigation',
    'jump: main',
    'jump: This race, navigation',
    expect.stringMatching(/^jump: runner-\d+ Test, heading 1$/),
    'jump: Who has to do with them, heading 2',
    'jump: What happened, heading 2',
    'jump: Correct the name or birth date, heading 2',
    'jump: Correct the e-mail address, heading 2',
    'jump: Bib, heading 2',
    'jump: Replace the check-in code, heading 2',
    'jump: Cancel the registration, heading 2',
  ]);
});

test('whoever watches an opening hears what changes, and no more than a sentence in ten seconds', async () => {
  const race = { ...aRace().createRace, id: 'by-ear' };
  const events = race.events.map((event, n) => ({ ...event, id: `01890a5d-ac96-774b-bcce-b302099a80${60 + n}` }));
  expect(await site.direct({ createRace: { ...race, events } })).toHaveProperty('created');
  await site.postgres.query(
    `UPDATE race SET opens_at = now() - interval '20 minutes', closes_at = now() + interval '1 day' WHERE id = $1`,
    [race.id],
  );
  const { page, aloud } = await begin({ role: 'director', raceId: race.id });
  await page.goto(`${site.url}/console/races/${race.id}/opening`);
  await page.getByText('Open for').waitFor();
  await aloud.outline();
  await page.getByRole('button', { name: 'Pause the sale' }).focus();
  await aloud.focus();
  await aloud.forget();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('is paused. Nobody new gets a spot.').first().waitFor();
  await aloud.focus();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await aloud.focus();
  await aloud.forget();
  await site.context.route('**/live', (route) => route.abort());
  await page.locator('.stage[data-stale]').waitFor();
  await page.waitForTimeout(3000);
  await aloud.heard();
  expect(aloud.script).toEqual([
    'jump: banner',
    'jump: Console, navigation',
    'jump: main',
    'jump: This race, navigation',
    'jump: Opening day, heading 1',
    'jump: Harbour Marathon, region',
    'jump: Marathon, heading 2',
    'jump: 10 km, heading 2',
    'jump: Does everything work?, heading 2',
    'jump: Money, heading 2',
    'jump: Who got no spot, heading 2',
    'jump: What you can do now, heading 2',
    'focus: Pause the sale, button',
    'focus: This is what it does, heading 3',
    'focus: Pause the sale, button',
    expect.stringMatching(/^says: Nothing new since [\d:]+\. What you see is from then\. We keep trying\.$/),
  ]);
});
