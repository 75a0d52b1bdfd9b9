import fc from 'fast-check';
import type { Submission } from '../../lambdas/domain/registration';
import { refundRules } from '../../lambdas/functions/wiring/changing/records';
import { PostgresCancellations } from '../../lambdas/jobs/postgres-cancellations';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { type ChangeLine, lineRefunds, sumOf } from '../../lambdas/registration/change/change-rules';
import { findRefundable } from '../../lambdas/registration/change/postgres-refunds';
import { showRegistration } from '../../lambdas/registration/show/show-registration';
import { statusesOf } from '../../lambdas/registration/show/status';
import { money } from '../../lambdas/watch/books-sql';
import { readForm } from '../forms/a-form';
import { aStore } from '../forms/a-store';
import { openChanges } from '../support/races/changed-race';
import { paidMove } from '../support/races/paid-move';
import { makeRace, submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

const made = openChanges();

/** Entry 45, a shirt for nothing, pasta 12.50, a donation of 5 and a fee of 1 euro; charged. */
const lines = [
  ['entry', '', 4500, 4500],
  ['item', 'shirt-m', 0, 0],
  ['item', 'pasta', 1250, 1250],
  ['donation', 'trees', 500, 500],
  ['fee', '', 100, 100],
] as const;
const total = 6350;

/** A runner of a race with a form who has paid all that. `refundUntil`: of the pasta, as SQL. */
const aRunner = async ({ pastaUntil = '2999-01-01T00:00:00Z' } = {}) => {
  const race = await makeRace(made.postgres, { spots: 1 });
  const [shirt, pasta] = aStore.items;
  const form = readForm({ ...aStore, items: [shirt, { ...pasta, refundUntil: pastaUntil }] });
  await made.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash, published_at)
     VALUES ($1, 1, $2, '{}', 'h', clock_timestamp())`,
    [race.raceId, JSON.stringify(form)],
  );
  await made.query(
    `UPDATE race SET form_revision = 1, cancel_until = now() + interval '1 hour', transfer_until = now() + interval '1 hour',
       refund_percent = 80 WHERE id = $1`,
    [race.raceId],
  );
  const block = { id: uuid7(), numbers: [1] };
  await made.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
     VALUES ($1, $2, '{1}', now() + interval '1 minute', now() + interval '1 hour')`,
    [block.id, race.eventId],
  );
  await made.query('UPDATE spot SET block = $1 WHERE event_id = $2', [block.id, race.eventId]);
  const plain = submissionFor(race, block, 0);
  const { registrationId } = plain.hold;
  const submission: Submission = {
    ...plain,
    hold: { ...plain.hold, form: 1, quote: { ...plain.hold.quote, total } },
    quoted: { form: 1, people: [{ registrationId, share: total, lines }] },
  };
  await registrationsOn(made.postgres).record(race.eventId, [submission]);
  await made.query(
    `UPDATE payment SET state = 'captured', captured = amount, settled_at = now() WHERE registration_id = $1`,
    [registrationId],
  );
  const linesNow = async () => {
    const rows = await made.query<{ kind: string; state: string; refund: number | null }>(
      'SELECT kind, state, refund FROM registration_line WHERE registration_id = $1 ORDER BY position',
      [registrationId],
    );
    return rows.map(({ kind, state, refund }) => `${kind} ${state} ${refund ?? '-'}`);
  };
  const ordered = () =>
    made.query(
      `SELECT body -> 'amount' AS amount FROM outbox WHERE body ->> 'action' = 'refund' AND body ->> 'registrationId' = $1`,
      [registrationId],
    );
  const shareNow = async () =>
    (await made.query('SELECT share, refund FROM registration WHERE id = $1', [registrationId]))[0];
  return { race, submission, registrationId, linesNow, ordered, shareNow };
};

test('a runner who gives the spot back gets the percentage of the entry, items in full, no donation and no fee', async () => {
  const { registrationId, linesNow, ordered } = await aRunner();
  expect(await made.changes.cancel(registrationId, 'runner', { expected: 5080 })).toEqual({
    kind: 'refund-changed',
    refund: 3600 + 1250,
  });
  expect(await linesNow()).toEqual(expect.arrayContaining(['entry given -']));
  expect(await made.changes.cancel(registrationId, 'runner', { expected: 4850 })).toMatchObject({
    kind: 'cancelled',
    refund: 4850,
  });
  const back = [
    'entry returned 3600',
    'item returned 0',
    'item returned 1250',
    'donation returned 0',
    'fee returned 0',
  ];
  expect(await linesNow()).toEqual(back);
  expect(await ordered()).toEqual([{ amount: 4850 }]);
  expect(await made.changes.cancel(registrationId, 'runner')).toMatchObject({ kind: 'cancelled', refund: 4850 });
  expect(await linesNow()).toEqual(back);
});

test('what is in hand, or too late to count off, is not paid back; a director gives back what they say', async () => {
  const late = await aRunner({ pastaUntil: '2020-01-01T00:00:00Z' });
  expect(await made.changes.cancel(late.registrationId, 'runner')).toMatchObject({ refund: 3600 });
  const inHand = await aRunner();
  await made.query(`UPDATE registration_line SET handed_out_at = now() WHERE registration_id = $1 AND ref = 'pasta'`, [
    inHand.registrationId,
  ]);
  expect(await made.changes.cancel(inHand.registrationId, 'runner')).toMatchObject({ refund: 3600 });
  const all = await aRunner();
  expect(await made.changes.cancel(all.registrationId, 'director', { percent: 100 })).toMatchObject({ refund: total });
});

test('in the first minutes the same is told from race and form alone', async () => {
  const races = new PostgresRaces(made.postgres);
  const noCache = { get: <T>(_: string, load: () => Promise<T>) => load(), isNews: async () => false };
  for (const pastaUntil of ['2999-01-01T00:00:00Z', '2020-01-01T00:00:00Z']) {
    const { submission, registrationId } = await aRunner({ pastaUntil });
    const [status] = statusesOf(submission, new Map([[registrationId, { registrationId, outcome: 'confirmed' }]]));
    if (!status) throw new Error('there is no status');
    const away = () => Promise.reject(new Error('the database was asked'));
    const show = showRegistration({
      tokens: { readHold: async () => submission.hold, readLink: async () => undefined },
      outcomes: { find: async () => ({ ...status, payment: 'captured' }), lag: async () => undefined },
      ...{ records: { find: away }, latest: { find: away }, refundable: { recent: away, latest: away } },
      refundRules: refundRules(noCache, races, made.postgres),
      report: (error) => {
        throw error;
      },
      now: () => new Date(),
    });
    const told = await show({ registrationId, token: 'hold', sessionHash: submission.hold.sessionHash });
    const shown = told.kind === 'decided' && told.status.lines?.map(({ refundable }) => refundable);
    expect(shown).toEqual([...((await findRefundable(made.postgres)(registrationId))?.values() ?? [])]);
  }
});

test('a fee that two directors give back while its runner gives the spot back is given back once', async () => {
  for (let n = 0; n < 8; n++) {
    const { registrationId, linesNow } = await aRunner();
    const fee = { registrationId, position: 4, isDryRun: false };
    const answers = await Promise.all([
      made.changes.refundLine(fee),
      made.changes.cancel(registrationId, 'runner'),
      made.changes.refundLine(fee),
    ]);
    expect(answers.map((one) => ('refund' in one ? one.refund : one)).sort()).toEqual([0, 100, 4850]);
    expect((await linesNow()).at(-1)).toBe('fee returned 100');
    const [payment] = await made.query('SELECT refund FROM payment WHERE registration_id = $1', [registrationId]);
    expect(payment).toEqual({ refund: 4950 });
  }
});

const cancellationsOf = () =>
  new PostgresCancellations({
    postgres: made.postgres,
    newId: uuid7,
    reclaimIn: async () => 0,
    heldOf: async () => 0,
  });

test('before a race is cancelled its owner is told what goes back to somebody who had money of a line back', async () => {
  const cancellations = cancellationsOf();
  const { race, registrationId } = await aRunner();
  await made.changes.refundLine({ registrationId, position: 0, amount: 2000, isDryRun: false });
  for (const percent of [33, 44, 50, 100]) {
    const told = await cancellations.plan(race.raceId, percent);
    // As a cancellation of each would: 33 % of 45, 12.50, 5 and 1 euro, each rounded down, and what is back already is no more.
    const back = [4500, 0, 1250, 500, 100].map((amount, n) =>
      Math.max(0, Math.floor((amount * percent) / 100) - (n === 0 ? 2000 : 0)),
    );
    expect([percent, told?.refund]).toEqual([percent, back.reduce((sum, one) => sum + one)]);
  }
  const told = await cancellations.plan(race.raceId, 47);
  expect(await made.changes.cancel(registrationId, 'director', { percent: 47 })).toMatchObject({
    refund: told?.refund,
  });
  // The largest donation, a hundred times of which is no integer of the database.
  const rich = await aRunner();
  await made.query(
    `UPDATE registration_line SET list = 99999999, amount = 99999999 WHERE registration_id = $1 AND kind = 'donation'`,
    [rich.registrationId],
  );
  expect(await cancellations.plan(rich.race.raceId, 100)).toMatchObject({ refund: total - 500 + 99_999_999 });
});

test('whoever takes over a spot that was sold before the race had a form gets back what was paid for it', async () => {
  const { race, first } = await made.paidRace(1);
  await made.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash, published_at)
     VALUES ($1, 1, $2, '{}', 'h', clock_timestamp())`,
    [race.raceId, JSON.stringify(readForm(aStore))],
  );
  await made.query('UPDATE race SET form_revision = 1 WHERE id = $1', [race.raceId]);
  const transferId = uuid7();
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  await made.changes.offerTransfer(first.hold.registrationId, { transferId, recipient });
  const bea = { ...first.runner, ...recipient };
  expect(await made.changes.acceptTransfer(transferId, bea, 'w1', { form: 1, signatures: [] })).toMatchObject({
    kind: 'accepted',
    toId: transferId,
  });
  expect(await findRefundable(made.postgres)(transferId)).toBeUndefined();
  expect(await cancellationsOf().plan(race.raceId, 50)).toMatchObject({ registered: 1, refund: 2250 });
  expect(await made.changes.cancel(transferId, 'runner', { expected: 3600 })).toMatchObject({
    kind: 'cancelled',
    refund: 3600,
  });
});

test('a director gives one line back, tries it first, and never more than it was', async () => {
  const { registrationId, linesNow, ordered, shareNow } = await aRunner();
  const refund = (position: number, amount?: number, isDryRun = false) =>
    made.changes.refundLine({ registrationId, position, amount, isDryRun });
  expect(await refund(3, 200, true)).toMatchObject({ kind: 'refunded', refund: 200, left: 300, outbox: [] });
  expect(await ordered()).toEqual([]);
  expect(await refund(3, 200)).toMatchObject({ kind: 'refunded', refund: 200, left: 300 });
  // The same order again, because its answer was lost.
  expect(await refund(3, 200)).toMatchObject({ kind: 'refunded', refund: 0, left: 300, outbox: [] });
  expect(await refund(3, 501)).toEqual({ kind: 'too-much', most: 500 });
  expect(await refund(3, 199)).toEqual({ kind: 'given-back', refunded: 200 });
  expect(await refund(1, 1)).toEqual({ kind: 'too-much', most: 0 });
  expect(await refund(9)).toEqual({ kind: 'no-such-line' });
  expect(await linesNow()).toContain('donation given 200');
  // What is left of the payment is the share of the one who still runs.
  expect(await shareNow()).toEqual({ share: total - 200, refund: null });
  expect(await ordered()).toEqual([{ amount: 200 }]);

  expect(await made.changes.cancel(registrationId, 'director', { percent: 100 })).toMatchObject({
    refund: total - 200,
  });
  const [payment] = await made.query('SELECT refund FROM payment WHERE registration_id = $1', [registrationId]);
  expect(payment).toEqual({ refund: total });
  expect(await refund(3)).toMatchObject({ kind: 'refunded', refund: 0, left: 0, outbox: [] });
});

test('money that is not taken yet, or belongs to nobody, is not given back', async () => {
  const { registrationId } = await aRunner();
  await made.query(
    `UPDATE payment SET state = 'authorised', captured = NULL, settled_at = NULL WHERE registration_id = $1`,
    [registrationId],
  );
  expect(await made.changes.refundLine({ registrationId, position: 0, isDryRun: false })).toEqual({ kind: 'settling' });
  expect(await made.changes.refundLine({ registrationId: uuid7(), position: 0, isDryRun: false })).toEqual({
    kind: 'not-found',
  });
});

test('what was bought goes with a spot that is passed on, and so does what is given back for it', async () => {
  const { registrationId, linesNow, race, submission } = await aRunner();
  const transferId = uuid7();
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  expect(await made.changes.offerTransfer(registrationId, { transferId, recipient })).toMatchObject({
    kind: 'offered',
  });
  const bea = { ...submission.runner, firstName: 'Bea', email: 'bea@example.com' };
  expect(await made.changes.acceptTransfer(transferId, bea, 'w1', { form: 1, signatures: [] })).toMatchObject({
    kind: 'accepted',
  });
  expect(await linesNow()).toEqual([]);
  const [row] = await made.query('SELECT form_revision FROM registration WHERE id = $1', [transferId]);
  expect(row).toEqual({ form_revision: 1 });
  expect(await made.changes.cancel(transferId, 'runner', { expected: 4850 })).toMatchObject({ refund: 4850 });
  expect(await made.sellable(race)).toEqual([1]);
});

test('what is shown beforehand is what is given back, line by line, and nothing where nobody may give it back', async () => {
  const before = async (registrationId: string) => [
    ...((await findRefundable(made.postgres)(registrationId)) ?? new Map<number, number>()).values(),
  ];
  const inTime = await aRunner();
  expect(await before(inTime.registrationId)).toEqual([3600, 0, 1250, 0, 0]);
  const late = await aRunner({ pastaUntil: '2020-01-01T00:00:00Z' });
  expect(await before(late.registrationId)).toEqual([3600, 0, 0, 0, 0]);
  const inHand = await aRunner();
  await made.query(`UPDATE registration_line SET handed_out_at = now() WHERE registration_id = $1 AND ref = 'pasta'`, [
    inHand.registrationId,
  ]);
  expect(await before(inHand.registrationId)).toEqual([3600, 0, 0, 0, 0]);
  const inPart = await aRunner();
  await made.changes.refundLine({ registrationId: inPart.registrationId, position: 2, amount: 250, isDryRun: false });
  expect(await before(inPart.registrationId)).toEqual([3600, 0, 1000, 0, 0]);

  for (const { registrationId, linesNow } of [inTime, late, inHand]) {
    const shown = await before(registrationId);
    const expected = shown.reduce((sum, refund) => sum + refund, 0);
    expect(await made.changes.cancel(registrationId, 'runner', { expected })).toMatchObject({ refund: expected });
    expect((await linesNow()).map((line) => Number(line.split(' ').pop()))).toEqual(shown);
    expect(await before(registrationId)).toEqual([]);
  }
  const over = await aRunner();
  await made.query(`UPDATE race SET cancel_until = now() WHERE id = $1`, [over.race.raceId]);
  expect(await before(over.registrationId)).toEqual([]);
});

test('a refund of a line is never more than is left of it, whatever was given back before', () => {
  const line = fc.record({
    kind: fc.constantFrom<ChangeLine['kind'][]>('entry', 'item', 'donation', 'fee', 'code', 'team'),
    amount: fc.nat(50_000),
    refunded: fc.nat(50_000),
    isGiven: fc.boolean(),
    isHandedOut: fc.boolean(),
    isInTime: fc.boolean(),
  });
  const percent = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      percent,
      fc.option(percent, { nil: undefined }),
      (some, race, director) => {
        const all = some.map((one, position) => ({ ...one, position, refunded: Math.min(one.refunded, one.amount) }));
        const refunds = lineRefunds(all, race, director);
        for (const { position, amount, refunded, isGiven } of all) {
          const refund = refunds.get(position) ?? -1;
          expect(refund >= 0 && refund <= amount - refunded && (isGiven || refund === 0)).toBe(true);
        }
        const left = all.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
        expect(sumOf(refunds)).toBeLessThanOrEqual(left);
      },
    ),
  );
});

/** A runner who has paid 15 euros more to move to a dearer event, and then their bank took a payment back. */
const aMover = async (lost: 'spot' | 'difference') => {
  const of = await aRunner();
  const { registrationId } = of;
  const difference = await paidMove(made.postgres, registrationId);
  await made.query(
    `UPDATE registration_line SET list = list + 1500, amount = amount + 1500 WHERE registration_id = $1 AND kind = 'entry'`,
    [registrationId],
  );
  await made.query('UPDATE registration SET share = $2 WHERE id = $1', [registrationId, total + 1500]);
  await made.query(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, refundable, fetched_at)
     SELECT 'dp_' || registration_id, registration_id, amount, currency, 'fraudulent', 'lost', false, now()
     FROM payment WHERE registration_id = $1`,
    [lost === 'spot' ? registrationId : difference],
  );
  const wanted = async () => {
    const rows = await made.query<{ refund: number | null }>(
      'SELECT refund FROM payment WHERE registration_id = ANY ($1) ORDER BY registration_id',
      [[registrationId, difference]],
    );
    return rows.map(({ refund }) => refund);
  };
  return { ...of, difference, wanted };
};

test('of a lost difference, the entry alone is less: items go back in full, and of the entry what the bank left of its part', async () => {
  const { registrationId, linesNow, wanted } = await aMover('difference');
  expect(await made.changes.cancel(registrationId, 'director')).toMatchObject({ refund: 3300 + 1250 });
  expect((await linesNow()).slice(0, 3)).toEqual(['entry returned 3300', 'item returned 0', 'item returned 1250']);
  expect(await wanted()).toEqual([4550, null]);
});

test('where the payment for the spot was lost, the difference alone goes back, as a part of the entry', async () => {
  const { registrationId, linesNow, wanted } = await aMover('spot');
  expect(await made.changes.cancel(registrationId, 'director', { percent: 100 })).toMatchObject({ refund: 1500 });
  expect(await linesNow()).toEqual([
    'entry returned 1500',
    ...['item returned 0', 'item returned 0', 'donation returned 0', 'fee returned 0'],
  ]);
  expect(await wanted()).toEqual([null, 1500]);
});

test('a director gives back of the entry what a bank has not, and no more, however often they say so', async () => {
  const { registrationId, difference, wanted, shareNow } = await aMover('difference');
  const refund = (position: number, amount?: number) =>
    made.changes.refundLine({ registrationId, position, ...(amount !== undefined && { amount }), isDryRun: false });
  expect(await refund(0, 1000)).toEqual({ kind: 'given-back', refunded: 1500 });
  expect(await refund(0, 2000)).toMatchObject({ kind: 'refunded', refund: 500, left: 4000 });
  expect(await refund(0, 2000)).toMatchObject({ refund: 0 });
  expect(await refund(0)).toMatchObject({ refund: 4000, left: 0 });
  expect(await refund(0)).toMatchObject({ refund: 0 });
  expect(await refund(2)).toMatchObject({ refund: 1250 });
  expect(await wanted()).toEqual([5750, null]);
  expect(await shareNow()).toEqual({ share: total + 1500 - 5750, refund: null });
  expect(await made.query(money)).toMatchObject([{ unpaid: 0, unseated: 0 }]);
  await made.query(`UPDATE dispute SET status = 'won', refundable = true WHERE registration_id = $1`, [difference]);
  // The bank has given the money to us after all: it is owed.
  expect(await refund(0)).toMatchObject({ refund: 1500, left: 0 });
  expect(await wanted()).toEqual([5750, 1500]);
  expect(await made.query(money)).toMatchObject([{ unpaid: 0, unseated: 0 }]);
});
