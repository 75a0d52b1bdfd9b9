import type { Page } from 'playwright-core';
import { aRace } from '../../races/a-race';
import { jpegWith, pdf } from '../../uploads/files';
import { looksSound } from '../support/looks-sound';
import { openConsoleTest } from '../support/open-console-test';

const site = openConsoleTest();
jest.setTimeout(180_000);
/** A photo of the browser's own making, larger than a race may have, with the place where it was taken. */
const photo = async (page: Page): Promise<Buffer> => {
  const made = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2400, 900];
    const pen = canvas.getContext('2d');
    for (let x = 0; pen && x < 24; x++) {
      pen.fillStyle = `hsl(${x * 15}, 60%, 50%)`;
      pen.fillRect(x * 100, 0, 100, 900);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  const plain = Buffer.from(made, 'base64');
  const segment = jpegWith(0xe1, Buffer.from('Exif\0\0GPS')).subarray(2, 15);
  return Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]);
};

test('a director adds a picture and a guide, is told what cannot be added, and runners see them', async () => {
  const { page } = site;
  const { createRace } = aRace({
    opensAt: new Date(Date.now() + 86_400_000).toISOString(),
    closesAt: new Date(Date.now() + 80 * 86_400_000).toISOString(),
    date: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
  });
  const events = createRace.events.map((event) => ({
    ...event,
    prices: event.prices.slice(0, 1).map((price) => ({ ...price, from: '2026-01-01T00:00:00Z' })),
  }));
  expect(await site.direct({ createRace: { ...createRace, events } })).toHaveProperty('created');
  await site.enter([{ role: 'director', raceId: undefined }]);
  await page.goto(`${site.url}/console/races/${createRace.id}/settings?step=4`);
  await page.getByLabel('About the race').waitFor();

  await page.getByLabel(/^Picture \(/).setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  });
  await page.getByText('Your browser can read no picture in this file.').waitFor();
  await page
    .getByLabel(/^Add a document/)
    .setInputFiles({ name: 'guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<!doctype html>') });
  await page.getByText('The file is damaged, or is not of the type').waitFor();

  await page
    .getByLabel(/^Picture \(/)
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  const shown = page.locator('img.file-preview').first();
  await shown.waitFor();
  await page.getByLabel(/^What it shows/).fill('The harbour in twenty-four colours');
  await page
    .getByLabel(/^Add a document/)
    .setInputFiles({ name: 'Guide for runners.pdf', mimeType: 'application/pdf', buffer: pdf });
  await page.getByLabel('Name of the document').waitFor();
  await page
    .getByLabel(/^Add a sponsor/)
    .setInputFiles({ name: 'Harbour Bank.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  expect(await page.getByLabel('Name of the sponsor').inputValue()).toBe('Harbour Bank');
  await page.getByLabel(/^Their page/).fill('https://bank.example/');
  await page.getByLabel(/^Their page/).blur();
  await page.locator('[data-saving="saved"]').waitFor();
  await looksSound(page, 'files');

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Pictures and documents: changed').waitFor();
  await page.getByRole('button', { name: 'Publish' }).last().click();
  await page.getByText('Everybody sees it within 10 seconds.').waitFor();

  await page.goto(`${site.url}/races/${createRace.id}`);
  const picture = page.getByRole('img', { name: 'The harbour in twenty-four colours' });
  await picture.waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.race-picture')?.naturalWidth === 1600);
  const sponsor = page.getByRole('region', { name: 'Sponsors' }).getByRole('link', { name: 'Harbour Bank' });
  expect([await sponsor.getAttribute('href'), await sponsor.getAttribute('rel')]).toEqual([
    'https://bank.example/',
    'sponsored noopener noreferrer',
  ]);
  await looksSound(page, 'runner');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Guide for runners \(PDF, 1 kB\)/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Guide for runners.pdf');
  const address = await picture.getAttribute('src');
  const answer = await fetch(`${site.url}${address}`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  });
  // The browser has drawn it anew: without the place.
  expect(Buffer.from(await answer.arrayBuffer()).includes('GPS')).toBe(false);
});
