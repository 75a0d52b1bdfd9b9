import { PostgresBibs } from '../../../lambdas/bibs/giving/postgres-bibs';
import type { Template } from '../../../lambdas/domain/mail-order';
import { PostgresMailRecords } from '../../../lambdas/mail/letters/postgres-mail-records';
import { PostgresAnnouncementLetters } from '../../../lambdas/mail/opt-out/postgres-opt-outs';
import { sha256 } from '../../../lambdas/platform/signed-tokens';
import { type MadeRace, makeRace } from '../../support/races/race';
import { openStores } from '../../support/stores';
import { registerRunner } from '../register-runner';
import { ada, writeOne } from '../write-one';

const stores = openStores();
const sql = () => stores.database.postgres;
const bibs = () => new PostgresBibs({ postgres: sql(), hash: sha256, random: Math.random });

let race: MadeRace;
let id: string;
beforeEach(async () => {
  race = await makeRace(sql(), { spots: 20 });
  id = await registerRunner(sql(), race, { spot: 17 });
});

const saveRanges = (ranges = [{ eventId: race.eventId, from: 1001, to: 1020 }]) =>
  bibs().saveRanges({ raceId: race.raceId, ranges, isDryRun: false });
const assign = () => bibs().assign({ raceId: race.raceId, order: 'registered', isDryRun: false });

const mail = async (template: Template = 'confirmation') => {
  const known = (await new PostgresMailRecords(sql()).findAll([id])).get(id);
  return writeOne({ registrationId: id, template, generation: 1 }, { registered: known ? [known] : [] });
};

test('a race without ranges names the number of the spot, also when its ranges were taken back', async () => {
  const before = await mail();
  expect(before.text).toContain('Your registration is confirmed. Your number is 17.');
  expect(before.text).toContain('Number: 17');
  await saveRanges();
  expect(await mail()).not.toEqual(before);
  await saveRanges([]);
  expect(await mail()).toEqual(before);
});

test('a race with ranges names no number before there is a bib, and then the bib', async () => {
  await saveRanges();
  const early = await mail();
  expect(early.text).toContain('confirmed. You get your bib number later: the page of your registration shows it');
  for (const part of [early.subject, early.text, early.html]) expect(part).not.toMatch(/\b17\b/);
  expect((await mail('registration-link')).text).not.toMatch(/\b17\b/);

  await assign();
  const late = await mail();
  expect(late.text).toContain('Your registration is confirmed. Your bib number is 1001.');
  expect(late.text).toContain('Bib number: 1001');
  for (const part of [late.subject, late.text, late.html]) expect(part).not.toMatch(/\b17\b/);
  expect((await mail('registration-link')).text).toContain('number 1001');
});

test('the mail names the bib that they have now, and who has lost their spot the one they had', async () => {
  await saveRanges();
  await assign();
  await bibs().change({ registrationId: id, number: 1007, isDryRun: false });
  expect((await mail()).text).toContain('Your bib number is 1007.');
  await sql().query(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`,
    [id],
  );
  expect((await mail('cancellation')).text).toContain('Number 1007 is no longer yours.');
});

test.each([
  ['cancellation', { ended: 'cancelled' }],
  ['transferred', { ended: 'transferred', passedTo: 'Byron' }],
] as const)('%s names no number of somebody who never had a bib', async (template, ended) => {
  const order = { registrationId: ada.registrationId, template, generation: 1 };
  const write = async (bib?: 'later') => (await writeOne(order, { registered: [{ ...ada, ...ended, bib }] })).text;
  expect(await write()).toContain('Number 17 is no longer yours.');
  expect(await write('later')).not.toContain('17 is no longer');
});

test('a ticket keeps its number, and who pays for several is not promised numbers for them', async () => {
  await saveRanges();
  await sql().query(`UPDATE event SET kind = 'ticket', distance = 0 WHERE id = $1`, [race.eventId]);
  expect((await mail()).text).toContain('Number: 17');
  const order = { registrationId: ada.registrationId, template: 'confirmation', generation: 1 } as const;
  const group = { size: 2, total: 9000, payer: undefined };
  const { text } = await writeOne(order, { registered: [{ ...ada, group, bib: 'later' }] });
  expect(text).toContain('and gets a mail with a link of their own.');
});

test('announcements name the same numbers, and none of who has no spot', async () => {
  const numbers = async () =>
    (await new PostgresAnnouncementLetters(sql()).readersWith(id)).map(({ number }) => number);
  expect(await numbers()).toEqual([17]);
  await saveRanges();
  expect(await numbers()).toEqual(['later']);
  await assign();
  expect(await numbers()).toEqual([1001]);
  id = await registerRunner(sql(), race, { outcome: 'refused', payment: 'voided' });
  expect(await numbers()).toEqual([undefined]);
});

test('mails learn within ten seconds that a race gives bibs, and a director who looks at them at once', async () => {
  let now = 0;
  const records = new PostgresMailRecords(sql(), () => now);
  const bib = async () => (await records.findAll([id])).get(id)?.bib;
  expect(await bib()).toBeUndefined();
  expect(await records.givesBibs(race.raceId)).toBe(false);
  await saveRanges();
  expect(await records.givesBibs(race.raceId)).toBe(true);
  now = 9_999;
  expect(await bib()).toBeUndefined();
  now = 10_000;
  expect(await bib()).toBe('later');
});
