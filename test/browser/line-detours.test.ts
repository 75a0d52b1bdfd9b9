import { details } from '../../lambdas/api/texts/en/problems';
import { faultsOf } from './support/axe';
import { problemAnswer } from './support/fakes/fake-answer';
import { marathonId } from './support/fakes/fake-races';
import { moveFragment, someLine } from './support/fakes/fake-turns';
import { inItsZone, zoneOfRace } from './support/line-screens';
import { harbour, openBrowserTest } from './support/open-browser-test';

const browserTest = openBrowserTest();

test.each([
  [
    'join-line',
    details['join-line']({}),
    'The page of the race puts you into the line by itself, and says when your turn comes.',
  ],
  [
    'not-your-turn',
    details['not-your-turn']({ calledTo: 0.25, retryAfter: 2 }),
    'Your turn stays yours, and the page of the race says when it comes.',
  ],
] as const)('who asks for a spot before their turn is sent to the line (%s)', async (name, detail, words) => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  api.next.hold.push(problemAnswer(name, { detail }));
  await page.goto(`${api.url}/races/${harbour.raceId}/register?event=${marathonId}`);
  await page.getByRole('button', { name: 'Hold a spot for me' }).click();
  await page.getByText(words).waitFor();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/line-${name}.png`, fullPage: true });
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the race' }).click();
  await page.waitForURL(`${api.url}/races/${harbour.raceId}`);
});

test('who waits for an event that is paused is told so, and not when their turn comes; their turn stays theirs', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  const line = someLine(harbour.raceId, inItsZone(api), Date.now());
  const withCurve = (curve: (typeof line.events)[number]['curve']) => ({
    ...line,
    events: line.events.map((event) => ({ ...event, curve })),
  });
  const words = page.getByText('Registration for it is paused, and nobody is called. You keep your turn.');
  api.sale = 'paused';
  // Paused before the line knew how fast it goes, and after that.
  api.turns.document = withCurve([]);
  await page.goto(`${api.url}/races/${harbour.raceId}`);
  await words.first().waitFor();
  expect(await words.count()).toBe(line.events.length);
  expect(await page.getByText('known in a moment').count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/line-event-paused.png`, fullPage: true });
  api.turns.document = withCurve([[600, 0.2, 0.2, 0.2]]);
  await page.reload();
  await words.first().waitFor();
  expect(await page.getByText(/unlikely|waiting list opens/).count()).toBe(0);

  api.turns.document = { ...line, events: line.events.map((event) => ({ ...event, calledTo: 2.6 })) };
  await page.reload();
  await page.getByText(/^Registration is paused: Marathon, .*Your turn stays yours/).waitFor();
  expect(await page.getByText('Choose your spot:').count()).toBe(0);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/line-called-paused.png`, fullPage: true });
});

test('a place is shown for another device, which asks before it takes it, and says so when the link is over', async () => {
  const { page, api } = browserTest;
  await page.setViewportSize({ width: 320, height: 640 });
  const line = someLine(harbour.raceId, inItsZone(api), Date.now());
  api.turns.document = line;
  const address = `${api.url}/races/${harbour.raceId}`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Wait on another device, too' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const there = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zoneOfRace }).format(
    new Date(line.gun),
  );
  await page.getByText(`Open this on your other device before ${there}.`).waitFor();
  expect(await page.getByRole('link', { name: moveFragment }).count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  api.turns.isMoveOver = true;
  await page.goto('about:blank');
  await page.goto(address + moveFragment);
  await page.getByRole('heading', { name: 'Your place in the line, on this device' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.getByText(/are before you/).count()).toBe(0);
  await page.getByRole('button', { name: 'Wait here with that place' }).click();
  await page.getByText('This link is no longer good', { exact: false }).first().waitFor();
  api.turns.isMoveOver = false;
  await page.reload();
  await page.getByRole('button', { name: 'Wait here with that place' }).click();
  await page
    .getByText(/are before you/)
    .first()
    .waitFor();
  expect([api.turns.taken, new URL(page.url()).hash]).toEqual([1, '']);
});
