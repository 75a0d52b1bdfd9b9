import { mailMessage } from '../../lambdas/domain/mail-order';
import { uuid7 } from '../../lambdas/platform/uuid';
import { type Correction, correctRunner } from '../../lambdas/registration/change/correct-runner';
import { maxCorrectionsPerDay, PostgresCorrections } from '../../lambdas/registration/change/postgres-corrections';
import { isOwner, opens } from '../../lambdas/registration/show/access';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { idOf, openChanges } from '../support/races/changed-race';

const made = openChanges();
const corrections = () =>
  new PostgresCorrections({ postgres: made.postgres, newId: uuid7, mailMessage: (order) => mailMessage(order, 4) });

const correcting = () => {
  const [changed, ended]: [string[], string[]] = [[], []];
  const correct = correctRunner({
    corrections: corrections(),
    outcomes: { changed: async (id) => void changed.push(id) },
    remembered: { ended: async (id) => void ended.push(id) },
    now: () => new Date('2027-01-01T00:00:00Z'),
  });
  return { changed, ended, correct };
};

const reason = 'they called';
const rowOf = async (id: string) => {
  const [row] = await made.query<{ runner: { lastName: string; email: string }; person: string; link_version: number }>(
    'SELECT runner, person, link_version FROM registration WHERE id = $1',
    [id],
  );
  return row;
};
const mailsOf = async (id: string) => {
  const rows = await made.query<{ body: { template: string; generation: number } }>(
    `SELECT body FROM outbox WHERE body ->> 'registrationId' = $1 AND queue IN ('mail', 'urgent-mail') ORDER BY created_at`,
    [id],
  );
  return rows
    .map(({ body: { template, generation } }) => `${template} ${generation}`)
    .filter((mail) => !mail.startsWith('confirmation'));
};

test('a misspelt name is put right, with its reason and a mail, and readers ask the database', async () => {
  const { first } = await made.paidRace(2);
  const { correct, changed, ended } = correcting();
  const registrationId = idOf(first);
  const right = { lastName: 'Lovelace', birthDate: '1815-12-10' };
  const answer = await correct({ registrationId, right, reason });
  expect(answer).toEqual({ kind: 'corrected', fields: ['lastName', 'birthDate'], paidAs: registrationId });
  const row = await rowOf(registrationId);
  expect(row?.runner).toMatchObject({ ...first.runner, ...right });
  expect(row?.person).toBe(`${first.runner.firstName}|lovelace|${first.runner.email}|1815-12-10`);
  expect(row?.link_version).toBe(0);
  expect([changed, ended]).toEqual([[registrationId], [registrationId]]);
  expect(await mailsOf(registrationId)).toEqual(['corrected 1']);
  const [kept] = await made.query('SELECT before, after, reason FROM correction WHERE registration_id = $1', [
    registrationId,
  ]);
  expect(kept).toEqual({ before: { lastName: 'Test', birthDate: '1990-01-01' }, after: right, reason });
  const [audit] = await made.query<{ detail: object }>(
    `SELECT detail FROM audit WHERE registration_id = $1 AND action = 'corrected'`,
    [registrationId],
  );
  // The audit is kept for ever, so it names fields alone.
  expect(audit?.detail).toEqual({ fields: ['lastName', 'birthDate'], correction: expect.any(String) });

  expect(await correct({ registrationId, right, reason })).toMatchObject({ kind: 'corrected', fields: [] });
  expect(await mailsOf(registrationId)).toEqual(['corrected 1']);
});

test('nobody becomes a person who is registered already, and nothing of it stays', async () => {
  const { first, second } = await made.paidRace(2);
  const registrationId = idOf(first);
  const { firstName, lastName, email, birthDate } = second.runner;
  const answer = await corrections().correct({
    registrationId,
    right: { firstName: firstName.toUpperCase(), lastName, email, birthDate },
    reason,
  });
  expect(answer).toEqual({ kind: 'same-person' });
  expect((await rowOf(registrationId))?.runner).toEqual(first.runner);
  expect(await mailsOf(registrationId)).toEqual([]);
});

test('a person who used a code that each person has once is known by the right name afterwards', async () => {
  const { first } = await made.paidRace(1);
  const registrationId = idOf(first);
  await made.query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, state, person)
     SELECT id, 0, 'code', 'c1', 0, 0, 'given', person FROM registration WHERE id = $1`,
    [registrationId],
  );
  await corrections().correct({ registrationId, right: { lastName: 'Right' }, reason });
  const [same] = await made.query(
    'SELECT l.person = r.person AS same FROM registration_line l JOIN registration r ON r.id = l.registration_id WHERE r.id = $1',
    [registrationId],
  );
  expect(same).toEqual({ same: true });
});

test('a corrected address ends the links that were mailed to the wrong one', async () => {
  const { first, race } = await made.paidRace(1);
  const registrationId = idOf(first);
  const tokens = (version: number) => ({
    readHold: async () => undefined,
    readLink: async () => ({ registrationId, version }),
  });
  const request = { registrationId, token: 'link', sessionHash: undefined };
  const opened = async (version: number) => {
    const status = await new PostgresRecords(made.postgres).find(registrationId);
    return [await isOwner(tokens(version), made.changes, request), status && opens({ by: 'link', version }, status)];
  };
  expect(await opened(0)).toEqual([true, true]);
  await corrections().correct({ registrationId, right: { email: 'ada@right.example' }, reason });
  expect((await rowOf(registrationId))?.link_version).toBe(1);
  expect(await opened(0)).toEqual([false, false]);
  expect(await opened(1)).toEqual([true, true]);
  await corrections().correct({ registrationId, right: { email: 'ada@write.example' }, reason });
  expect(await opened(1)).toEqual([false, false]);
  expect(await mailsOf(registrationId)).toEqual(['corrected 1', 'corrected 2']);
  expect(race.raceId).toBeDefined();
});

test('a spot that the reader of the wrong address offered to somebody is not offered any more', async () => {
  const { first, second } = await made.paidRace(2);
  const offered = async (registrationId: string) => {
    const transferId = uuid7();
    const recipient = { firstName: 'Mallory', email: 'mallory@wrong.example' };
    await made.changes.offerTransfer(registrationId, { transferId, recipient });
    return { transferId, mallory: { ...second.runner, firstName: 'Mallory', email: recipient.email } };
  };
  const { transferId, mallory } = await offered(idOf(first));
  // With another name the link goes to the same mailbox.
  await corrections().correct({ registrationId: idOf(first), right: { lastName: 'Right' }, reason });
  expect(await made.changes.findTransfer(transferId)).toMatchObject({ state: 'offered' });
  await corrections().correct({ registrationId: idOf(first), right: { email: 'ada@right.example' }, reason });
  expect(await made.changes.findTransfer(transferId)).toMatchObject({ state: 'gone' });
  expect(await made.changes.acceptTransfer(transferId, mallory, 'w1')).toEqual({ kind: 'gone' });
  expect((await new PostgresRecords(made.postgres).find(idOf(first)))?.transfer).toBeUndefined();
});

test('what cannot be corrected says why', async () => {
  const { correct } = correcting();
  const right = { lastName: 'Right' };
  const say = async (registrationId: string, more: Partial<Correction> = {}) =>
    (await correct({ registrationId, right, reason, ...more })).kind;
  expect(await say(uuid7())).toBe('not-found');
  const { first } = await made.paidRace(1);
  expect(await say(idOf(first), { right: { birthDate: '2027-01-02' } })).toBe('future-date');
  await made.changes.cancel(idOf(first), 'director', { percent: 0 });
  expect(await say(idOf(first))).toBe('no-spot');
  const { first: unpaid } = await made.paidRace(1, { state: 'authorised' });
  expect(await say(idOf(unpaid))).toBe('settling');
});

test('the link is mailed once more, three times an hour', async () => {
  const { first } = await made.paidRace(1);
  const registrationId = idOf(first);
  await made.query(
    `INSERT INTO mail (registration_id, template, generation, recipient, state) VALUES ($1, 'registration-link', 4, 'x@example.com', 'accepted')`,
    [registrationId],
  );
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push((await corrections().resendLink(registrationId)).kind);
  expect(answers).toEqual(['resent', 'resent', 'resent', 'too-many-links']);
  // Until the first has left, they are the same mail.
  expect(await mailsOf(registrationId)).toEqual(['registration-link 5', 'registration-link 5', 'registration-link 5']);
  await made.query(`UPDATE mail SET generation = 5 WHERE registration_id = $1`, [registrationId]);
  expect((await corrections().resendLink(uuid7())).kind).toBe('not-found');
});

test('a registration is corrected at most ten times a day, because each correction mails somebody', async () => {
  const { first, second } = await made.paidRace(2);
  const registrationId = idOf(first);
  const correct = (n: number, id = registrationId) =>
    corrections().correct({ registrationId: id, right: { email: `stranger${n}@example.com` }, reason });
  for (let n = 1; n <= maxCorrectionsPerDay; n++) expect(await correct(n)).toMatchObject({ kind: 'corrected' });
  expect(await correct(99)).toEqual({ kind: 'too-many-corrections' });
  expect((await rowOf(registrationId))?.runner.email).toBe(`stranger${maxCorrectionsPerDay}@example.com`);
  expect(await mailsOf(registrationId)).toHaveLength(maxCorrectionsPerDay);
  // What is right already is no correction, and others have their own ten.
  expect(await correct(maxCorrectionsPerDay)).toMatchObject({ kind: 'corrected', fields: [] });
  expect(await correct(1, idOf(second))).toMatchObject({ kind: 'corrected' });
  await made.query(`UPDATE correction SET at = at - interval '1 day' WHERE registration_id = $1`, [registrationId]);
  expect(await correct(99)).toMatchObject({ kind: 'corrected' });
});
