import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import { disputesDue, missingMails, unknownMails } from '../../lambdas/watch/books-sql';
import { chargesUnpaid, failedRefunds, paymentsGivenBack } from '../../lambdas/watch/charges-sql';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace } from '../support/races/race';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const { eventId } = await makeRace(database.postgres, { spots: 1 });
  const change = (text: string, values: readonly unknown[] = []) => database.postgres.query(text, values);
  await change(
    `INSERT INTO registration (id, event_id, outcome, live, via, runner)
     SELECT gen_random_uuid(), $1, 'refused', false, 'none', '{}' FROM generate_series(1, 5000)`,
    [eventId],
  );
  await change(
    `INSERT INTO payment (registration_id, wanted, state, settled_at)
     SELECT id, 'void', 'voided', clock_timestamp() - row_number() OVER () * interval '1 hour' FROM registration`,
  );
  await change(
    `INSERT INTO audit (actor, action, event_id, registration_id, detail, at)
     SELECT 'runner', 'cancelled', $1, id, '{}', clock_timestamp() - row_number() OVER () * interval '1 hour' FROM registration`,
    [eventId],
  );
  await change(
    `INSERT INTO mail (registration_id, template, recipient, state) SELECT id, 'not-registered', '', 'accepted' FROM registration`,
  );
  await change(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, due_by, refundable, fetched_at)
     SELECT 'dp_' || id, id, 4500, 'EUR', 'fraudulent', 'lost', clock_timestamp(), false, clock_timestamp() FROM registration`,
  );
  const owner = openPostgres(database.ownerUrl, { maxConnections: 1 });
  await owner.query('ANALYZE');
  await owner.close();
});
afterAll(() => database.close());

/** The watch's repeated queries must not read whole tables. */
test.each([
  ['mails that are missing', missingMails, [900, 100, ['voided'], ['not-registered']], 'payment_settled'],
  ['mails of unknown fate', unknownMails, [3600], 'mail_unknown'],
  ['mails whose sender died', unknownMails, [3600], 'mail_claimed'],
  ['refunds that came back', failedRefunds, [], 'payment_refund_owed'],
  ['refunds that a bank came before', failedRefunds, [], 'payment_to_refund'],
  ['charges that are not paid', chargesUnpaid, [], 'payment_unpaid'],
  ['payments that were given back by hand', paymentsGivenBack, [], 'dispute_by_hand'],
  ['disputes to answer', disputesDue, [172_800], 'dispute_due'],
])('%s are found by an index of their own', async (_, statement, values, index) => {
  const rows = await database.postgres.query<Record<string, string>>(`EXPLAIN ${statement}`, values);
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  expect(plan).toContain(index);
  // Lines of the audit are looked up by their time, not read one after the other.
  expect(plan).not.toMatch(/Filter: .*\bat > /);
});
