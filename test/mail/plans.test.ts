import { newestDue } from '../../lambdas/mail/links/outbox-link-requests';
import { claimLinks, claimPaid, claimUnsolicited, lastDay } from '../../lambdas/mail/send/postgres-mail-ledger';
import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { offeredLately } from '../../lambdas/registration/change/transfer/postgres-transfers';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { makeRace } from '../support/races/race';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const { eventId } = await makeRace(database.postgres, { spots: 5000 });
  const change = (text: string, values: readonly unknown[] = []) => database.postgres.query(text, values);
  await change('UPDATE spot SET block = $2 WHERE event_id = $1', [eventId, uuid7()]);
  await change(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner)
     SELECT gen_random_uuid(), event_id, number::text, 'confirmed', true, number, block, number, 'block',
            jsonb_build_object('email', number || '@example.com')
     FROM spot`,
  );
  await change(
    `INSERT INTO waiting (id, event_id, person, runner, rank, state)
     SELECT id, event_id, id::text, runner, 1, 'left' FROM registration`,
  );
  await change(
    `INSERT INTO transfer (id, registration_id, recipient, state, offered_at)
     SELECT gen_random_uuid(), id, '{}', 'withdrawn', clock_timestamp() - row_number() OVER () * interval '1 hour' FROM registration`,
  );
  await change(
    `INSERT INTO mail (registration_id, template, recipient, mailbox, state, claimed_at)
     SELECT id, 'registration-link', '', id::text, 'accepted', clock_timestamp() - row_number() OVER () * interval '1 hour' FROM registration`,
  );
  const owner = openPostgres(database.ownerUrl, { maxConnections: 1 });
  await owner.query('ANALYZE');
  await owner.close();
});
afterAll(() => database.close());

/** A query that anybody can cause must not read whole tables. */
test.each([
  [
    'the links of an address',
    newestDue,
    ['a@example.com', 'hash'],
    ['registration_email', 'waiting_email', 'mail_to_strangers', 'mail_link'],
  ],
  [
    'the mails that a mailbox got',
    claimUnsolicited,
    [[uuid7()], ['transfer-offer'], [1], ['a@example.com'], ['hash'], 'hash', [], [], [], [], ['hash']],
    ['mail_to_strangers'],
  ],
  [
    'the links that a full mailbox may have',
    claimLinks,
    [[uuid7()], ['registration-link'], [1], ['a@example.com'], ['hash'], 'hash', [], [], [], [], ['hash']],
    ['mail_to_strangers', 'registration_email', 'mail_link'],
  ],
  [
    'the spots of a mailbox that were given back',
    claimPaid,
    [[uuid7()], ['confirmation'], [1], ['a@example.com'], ['hash'], null, [], [], [], [], ['hash']],
    ['mail_to_strangers', 'registration_pkey'],
  ],
  ['the mails of a day', lastDay, [], ['mail_of_the_day']],
  ['the offers of a spot', offeredLately, [uuid7(), uuid7()], ['transfer_pkey', 'transfer_offers']],
])('%s are found by an index', async (_, statement, values, indexes) => {
  const rows = await database.postgres.query<Record<string, string>>(`EXPLAIN ${statement}`, values);
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  for (const index of indexes) expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan/);
});
