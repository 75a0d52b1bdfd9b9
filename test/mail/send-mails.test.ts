import { PostgresMailLedger } from '../../lambdas/mail/send/postgres-mail-ledger';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { eventOf, openMailRoom, orderOf, record } from './mail-room';

const { runner, deliver, ledgerOf, sent, hidden, sql } = openMailRoom();

test('a runner gets the confirmation, tagged so that SES can tell about it later (S7)', async () => {
  const id = await runner('Ada@Example.com');
  expect((await deliver(eventOf(orderOf(id)))).again).toEqual([]);
  expect(sent()).toMatchObject([
    {
      FromEmailAddress: '"Harbour Run" <mail@startline.example>',
      Destination: { ToAddresses: ['Ada@Example.com'] },
      ConfigurationSetName: 'startline',
      EmailTags: [
        { Name: 'registrationId', Value: id },
        { Name: 'template', Value: 'confirmation' },
        { Name: 'generation', Value: '1' },
      ],
    },
  ]);
  expect(sent()[0]?.Content?.Simple?.Body?.Text?.Data).toContain('€45.00');
  expect(sent()[0]?.ReplyToAddresses).toBeUndefined();
  expect(await ledgerOf(id)).toEqual(['accepted']);
});

test('a message delivered again sends nothing, one after the other or both at once (S7)', async () => {
  const id = await runner();
  await deliver(eventOf(orderOf(id)));
  expect((await deliver(eventOf(orderOf(id)))).again).toEqual([]);
  expect(sent()).toHaveLength(1);

  const other = await runner();
  await Promise.all([1, 2, 3, 4].map(() => deliver(eventOf(orderOf(other)))));
  expect(sent()).toHaveLength(2);
});

test('each mail of a batch is written as accepted, in one statement for each and five for all', async () => {
  const ids = [await runner(), await runner(), await runner()];
  const statements = jest.spyOn(sql(), 'query');
  expect((await deliver(eventOf(...ids.map((id) => orderOf(id))))).again).toEqual([]);
  // Old claims, what SES allows, what the mails tell, whether the race gives bibs, a claim for each, and the last that was accepted.
  expect(statements).toHaveBeenCalledTimes(4 + ids.length + 1);
  statements.mockRestore();
  for (const id of ids) expect(await ledgerOf(id)).toEqual(['accepted']);
  expect(await sql().query('SELECT FROM mail WHERE registration_id = ANY ($1) AND message_id IS NULL', [ids])).toEqual(
    [],
  );
});

test('another generation is another mail', async () => {
  const id = await runner();
  await deliver(eventOf(orderOf(id)));
  await deliver(eventOf(orderOf(id, 'confirmation', 2)));
  expect(sent()).toHaveLength(2);
});

test('a sender that died between claim and answer sends nothing more, and after ten minutes nobody knows (F16)', async () => {
  const id = await runner();
  await new PostgresMailLedger(sql()).claim(
    { registrationId: id, template: 'confirmation', generation: 1 },
    'a@b.example',
  );
  expect((await deliver(eventOf(orderOf(id)))).again).toEqual([]);
  expect(sent()).toHaveLength(0);
  expect(await ledgerOf(id)).toEqual(['claimed']);

  await sql().query(`UPDATE mail SET claimed_at = claimed_at - interval '11 minutes' WHERE registration_id = $1`, [id]);
  await deliver(eventOf(orderOf(id)));
  expect(sent()).toHaveLength(0);
  expect(await ledgerOf(id)).toEqual(['unknown']);
});

test('an address that bounced for good gets nothing, and SES is not asked', async () => {
  await sql().query(`INSERT INTO mail_suppression VALUES ($1, 'bounce')`, [sha256('gone@example.com')]);
  const id = await runner('Gone@Example.com');
  expect((await deliver(eventOf(orderOf(id)))).again).toEqual([]);
  expect([sent().length, await ledgerOf(id)]).toEqual([0, ['suppressed']]);
});

test('with less than five seconds left the rest goes back at once', async () => {
  const [first, second] = [await runner(), await runner()];
  expect((await deliver(eventOf(orderOf(first), orderOf(second)), 4900)).again).toEqual([first, second]);
  expect(sent()).toHaveLength(0);
  expect(hidden()).toEqual([
    [first, 0],
    [second, 0],
  ]);
});

test('a mail that would not be true is not written, and it is listed why', async () => {
  const id = await runner();
  expect((await deliver(eventOf(orderOf(id, 'payment-failed'), orderOf(uuid7())))).again).toEqual([]);
  // It is no fault: runners who give their spot up at once need no confirmation.
  expect([sent().length, await ledgerOf(id)]).toEqual([0, ['suppressed']]);
});

test('what nobody can read comes back at once and holds nobody up', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const id = await runner();
  const foreign = record(uuid7(), { registrationId: id, template: 'confirmation', generation: 1 }, 'somebody-elses');
  const [broken, strange] = [
    record('broken', '{'),
    record('strange', { registrationId: id, template: 'advert', generation: 1 }),
  ];
  const { again } = await deliver(eventOf(broken, strange, foreign, orderOf(id)));
  expect(again.toSorted()).toEqual([foreign.messageId.replace('message-', ''), 'broken', 'strange'].toSorted());
  expect(sent()).toHaveLength(1);
  expect(hidden().map(([, seconds]) => seconds)).toEqual([0, 0, 0]);
});

test('while the database is away the batch comes back, and no mail is lost', async () => {
  const id = await runner();
  const away = {
    findAll: () => Promise.reject(new Error('the database is away')),
    ofAddress: async () => [],
    signedByGuardian: async () => undefined,
    creditOf: async () => undefined,
  };
  await expect(deliver(eventOf(orderOf(id)), 20_000, away)).rejects.toThrow('the database is away');
  expect([sent().length, await ledgerOf(id)]).toEqual([0, []]);
  await deliver(eventOf(orderOf(id)));
  expect([sent().length, await ledgerOf(id)]).toEqual([1, ['accepted']]);
});
