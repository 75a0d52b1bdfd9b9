import vectors from '../../docs/draw/vectors.json';
import { publishedAt, quicknet } from '../../lambdas/line/draw/chain';
import { type DrawProof, drawPath, shardPath } from '../../lambdas/line/draw/proof';
import { passHash } from '../../lambdas/line/rules/signed-turns';
import { localSecret, ownChain } from '../../local/beacon/own-chain';
import { aProof } from '../line/draw/a-draw';
import { faultsOf } from './support/axe';
import { someLine } from './support/fakes/fake-turns';
import { harbour, openBrowserTest } from './support/open-browser-test';
import { heading } from './walk';

const browserTest = openBrowserTest();

/** A draw by the round that the vectors have. */
const files = aProof(400, {
  chain: { chain: quicknet, sign: () => vectors.quicknet.signature },
  closedAt: publishedAt(quicknet, vectors.quicknet.round) - 6_000,
});
const draw: DrawProof = { ...JSON.parse(files.get(drawPath) ?? ''), raceId: harbour.raceId };
const passId = 'pass-7';
const hash = passHash(passId);

test('somebody who was in a draw sees in their browser that it was the one that was promised, and who alters it is found out', async () => {
  const { page, api } = browserTest;
  const events = api.races.find(({ id }) => id === harbour.raceId)?.events.map(({ id }) => id) ?? [];
  const { commitment, root, listed, seed, lineId } = draw;
  const line = { ...someLine(harbour.raceId, events, Date.now()), lineId, commitment };
  api.turns.pass = { passId, hash: hash.toString('hex'), wave: 0, seats: 8 };
  api.turns.document = { ...line, state: 'lobby' };
  await page.goto(`${api.url}/races/${harbour.raceId}`);
  await page.getByText('You are in the draw').waitFor();
  await page.getByText('How the draw works').click();
  await page.getByText(commitment.slice(0, 4)).waitFor();
  api.turns.document = { ...line, state: 'drawing', list: { root, count: listed, late: 0 } };
  await page.getByText('A public number decides the order').waitFor();
  api.turns.document = { ...line, list: { root, count: listed, late: 0 }, seed };
  for (const [path, text] of files) api.results.set(`proof/${lineId}/${path}`, text);
  api.results.set(`proof/${lineId}/${drawPath}`, JSON.stringify(draw));

  await page.getByRole('link', { name: 'How the order was drawn, and how to check it' }).click();
  await heading(page, 'How the order was drawn').and(page.locator(':focus')).waitFor();
  await page.locator('.note', { hasText: 'This is the draw that was promised: 9 checks, and none failed.' }).waitFor();
  await page.getByText('signed round 1,000. Your browser verified their signature.').waitFor();
  await page.getByText(/^Your turn is 0\.\d{6}\. About \d+ of 400 people came before you/).waitFor();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await faultsOf(page)]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }

  // Somebody puts another pass into the part of the list, and hopes that nobody looks.
  const [firstByte = 0] = hash;
  const path = `proof/${lineId}/${shardPath(firstByte)}`;
  api.results.set(
    path,
    (api.results.get(path) ?? '').replace(hash.toString('hex'), `${hash.toString('hex').slice(0, -4)}0000`),
  );
  await page.reload();
  await page
    .locator('.note-bad', { hasText: 'This is not the draw that was promised: 2 of 9 checks failed.' })
    .waitFor();
  await page.getByText('was changed after the list was closed').waitFor();
  await page.getByText('Your pass came in time, and is neither in the list nor among the late passes.').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  api.results.set(
    `proof/${lineId}/${drawPath}`,
    JSON.stringify({ ...draw, beacon: { ...draw.beacon, signature: null } }),
  );
  await page.reload();
  await page.getByText('This draw had no public number.').waitFor();

  // On one machine the number is everybody's to know, and the page says so.
  const local = aProof(4, { chain: ownChain(localSecret), closedAt: Date.parse(draw.closedAt) });
  const localDraw: DrawProof = { ...JSON.parse(local.get(drawPath) ?? ''), raceId: harbour.raceId };
  for (const [file, text] of local) api.results.set(`proof/${localDraw.lineId}/${file}`, text);
  api.results.set(`proof/${localDraw.lineId}/${drawPath}`, JSON.stringify(localDraw));
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${api.url}/races/${harbour.raceId}/draw?line=${localDraw.lineId}`);
  await page.getByText('This draw took its public number from the test beacon of one machine.').waitFor();
  await page.getByText('5 checks, and none failed.').first().waitFor();
  await page.getByText('The test beacon signed round 1,000.').waitFor();
  api.results.clear();
  await page.reload();
  await page.getByText('The files of this draw are not there yet.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});
