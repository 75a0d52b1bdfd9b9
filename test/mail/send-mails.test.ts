import { GetAccountCommand, SendEmailCommand, TooManyRequestsException } from '@aws-sdk/client-sesv2';
import { maxUnpaidPerDay, type Order } from '../../lambdas/domain/mail-order';
import { PostgresMailLedger } from '../../lambdas/mail/send/postgres-mail-ledger';
import { SesError } from '../../lambdas/platform/aws/call-ses';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { until } from '../support/until';
import { claimOne } from './claim-one';
import { account, eventOf, openMailRoom, orderOf, record, steppedClock, turn } from './mail-room';

const { ses, runner, newProcess, deliver, ledgerOf, sent, hidden, sql } = openMailRoom();

const confirmationOf = (registrationId: string): Order => ({ registrationId, template: 'confirmation', generation: 1 });

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

test('each mail of a batch is written as accepted, and all but the first are claimed by one statement', async () => {
  const ids = [await runner(), await runner(), await runner(), await runner()];
  const statements = jest.spyOn(sql(), 'query');
  expect((await deliver(eventOf(...ids.map((id) => orderOf(id))))).again).toEqual([]);
  // Old claims, what SES allows, what the mails tell, whether the race gives bibs, two claims, and those that were accepted last.
  expect(statements).toHaveBeenCalledTimes(4 + 2 + 1);
  statements.mockRestore();
  for (const id of ids) expect(await ledgerOf(id)).toEqual(['accepted']);
  expect(await sql().query('SELECT FROM mail WHERE registration_id = ANY ($1) AND message_id IS NULL', [ids])).toEqual(
    [],
  );
});

/** SES answers the n-th mail when this has come true. */
const answeredOnce = (isSo: (nth: number, asked: () => number) => Promise<unknown>) => {
  const onTheWay = { now: 0, most: 0 };
  let asked = 0;
  ses.on(SendEmailCommand).callsFake(async () => {
    const nth = asked++;
    onTheWay.now += 1;
    onTheWay.most = Math.max(onTheWay.most, onTheWay.now);
    await isSo(nth, () => asked);
    onTheWay.now -= 1;
    return { MessageId: `answer-${nth}` };
  });
  return onTheWay;
};

/** Long enough for everything that the sender does without waiting for SES. */
const quiet = async () => {
  for (let turns = 0; turns < 50; turns++) await turn();
};

const deliverStepped = (ids: readonly string[]) =>
  deliver(eventOf(...ids.map((id) => orderOf(id))), 20_000, undefined, steppedClock());

test('no mail but the second waits for the answer about the one before it, and each answer is noted for its own mail', async () => {
  const ids = [await runner(), await runner(), await runner(), await runner()];
  const answered: number[] = [];
  // The first when all that leaves without its answer has left; then the last before the others.
  const onTheWay = answeredOnce(async (nth, asked) => {
    if (nth === 0) await quiet();
    else await until(() => asked() === ids.length && answered.length === ids.length - nth);
    answered.push(nth);
  });
  expect((await deliverStepped(ids)).again).toEqual([]);
  expect([answered, onTheWay.most]).toEqual([[0, 3, 2, 1], 3]);
  const rows = await sql().query<{ message_id: string }>(
    'SELECT message_id FROM mail WHERE registration_id = ANY ($1) ORDER BY array_position($1::uuid[], registration_id)',
    [ids],
  );
  expect(rows.map((row) => row.message_id)).toEqual(['answer-0', 'answer-1', 'answer-2', 'answer-3']);
});

test('what SES refuses comes back with those that have not left; what is on its way does not (S7, F16)', async () => {
  const ids = [await runner(), await runner(), await runner(), await runner()] as const;
  const [first, second, third, fourth] = ids;
  let leaves = () => {};
  const thirdLeft = new Promise<void>((resolve) => {
    leaves = resolve;
  });
  // The third leaves before the second is refused, and is accepted after it.
  answeredOnce(async (nth) => {
    if (nth === 1) {
      await thirdLeft;
      throw new TooManyRequestsException({ message: 'No.', $metadata: { httpStatusCode: 429 } });
    }
    if (nth === 2) {
      leaves();
      await quiet();
    }
  });
  expect((await deliverStepped(ids)).again).toEqual([second, fourth]);
  expect([await ledgerOf(first), await ledgerOf(second), await ledgerOf(third), await ledgerOf(fourth)]).toEqual([
    ['accepted'],
    [],
    ['accepted'],
    [],
  ]);
  expect(sent()).toHaveLength(3);
});

const noAnswer = () =>
  new SesError('TimeoutError', 'There was no answer.', { status: undefined, mayHaveArrived: true });

test('of a batch that SES does not answer one mail is unknown, and the others wait (F16)', async () => {
  const ids = [await runner(), await runner(), await runner()];
  answeredOnce(async () => {
    await quiet();
    throw noAnswer();
  });
  expect((await deliverStepped(ids)).again).toEqual(ids.slice(1));
  expect(await Promise.all(ids.map(ledgerOf))).toEqual([['unknown'], [], []]);
});

test('when SES stops in the middle of a batch of ten, what is on its way is unknown, and no mail ever leaves twice (S7, F16)', async () => {
  const ids: string[] = [];
  while (ids.length < 10) ids.push(await runner());
  // Mails leave 41 ms apart: three are claimed together.
  ses.on(GetAccountCommand).resolves({ ...account, SendQuota: { ...account.SendQuota, MaxSendRate: 30 } });
  const before = 2;
  let isAway = true;
  answeredOnce(async (nth) => {
    if (nth < before || !isAway) return;
    await quiet();
    throw noAnswer();
  });
  const { again } = await deliverStepped(ids);
  const states = async () => (await Promise.all(ids.map(ledgerOf))).map(([state = 'waits']) => state);
  const unknown = (await states()).filter((state) => state === 'unknown').length;
  const statesWith = (rest: string) => [
    ...Array(before).fill('accepted'),
    ...Array(unknown).fill('unknown'),
    ...Array(ids.length - before - unknown).fill(rest),
  ];
  expect(unknown).toBeGreaterThan(1);
  expect(again.length).toBeGreaterThan(1);
  expect(await states()).toEqual(statesWith('waits'));
  expect(again).toEqual(ids.slice(before + unknown));

  // The queue gives the whole batch again: its deletion was lost.
  isAway = false;
  expect((await deliverStepped(ids)).again).toEqual([]);
  expect(await states()).toEqual(statesWith('accepted'));
  const ofMails = sent().map(({ EmailTags }) => EmailTags?.find(({ Name }) => Name === 'registrationId')?.Value);
  expect(ofMails.toSorted()).toEqual(ids.toSorted());
});

test('a process that has just seen SES accept a mail claims a whole batch together, and one that saw it fail does not (F16)', async () => {
  const clock = steppedClock();
  const deliverNext = newProcess(undefined, clock);
  const deliverThree = async () => {
    const ids = [await runner(), await runner(), await runner()];
    await deliverNext(eventOf(...ids.map((id) => orderOf(id))));
    return Promise.all(ids.map(ledgerOf));
  };
  let isAway = false;
  const onTheWay = answeredOnce(async () => {
    await quiet();
    if (isAway) throw noAnswer();
  });
  await deliverThree();
  expect(onTheWay.most).toBe(2);
  await deliverThree();
  expect(onTheWay.most).toBe(3);

  await clock.pause(1000);
  onTheWay.most = 0;
  await deliverThree();
  expect(onTheWay.most).toBe(2);

  isAway = true;
  expect(await deliverThree()).toEqual([['unknown'], ['unknown'], ['unknown']]);
  expect(await deliverThree()).toEqual([['unknown'], [], []]);
});

test('an order that is in a batch three times is one mail (S7)', async () => {
  const [other, id] = [await runner(), await runner()];
  await deliver(eventOf(orderOf(other), orderOf(id), orderOf(id), orderOf(id)));
  expect(sent()).toHaveLength(2);
});

test('those that count for their mailbox do so also when they are claimed together', async () => {
  const ledger = new PostgresMailLedger(sql());
  const recipient = 'family@example.com';
  const paid = { order: confirmationOf(uuid7()), recipient, isPaid: true };
  const unpaid = Array.from({ length: maxUnpaidPerDay + 2 }, () => ({
    ...paid,
    order: confirmationOf(uuid7()),
    isPaid: false,
  }));
  const states = await ledger.claim([paid, ...unpaid, { ...paid, order: confirmationOf(uuid7()) }]);
  expect(states).toEqual([...Array(maxUnpaidPerDay + 1).fill('claimed'), 'suppressed', 'suppressed', 'claimed']);
});

test('what one statement has claimed is given back when the next one fails, because nobody would send it', async () => {
  let asked = 0;
  const failing: Sql = {
    query: (text, values) => {
      if (/claim_mail/.test(text) && ++asked === 2) return Promise.reject(new Error('the database is away'));
      return sql().query(text, values);
    },
  };
  const mailOf = (isPaid: boolean) => ({ order: confirmationOf(uuid7()), recipient: 'cousin@example.com', isPaid });
  const [others, own, unpaid] = [mailOf(true), mailOf(true), mailOf(false)];
  // Another sender was first.
  await new PostgresMailLedger(sql()).claim([others]);
  const again = [others, own, unpaid];
  await expect(new PostgresMailLedger(failing).claim(again)).rejects.toThrow('away');
  expect(await new PostgresMailLedger(sql()).claim(again)).toEqual(['taken', 'claimed', 'claimed']);
});

test('however many mails have left, each is recorded with the next claims', async () => {
  const ledger = new PostgresMailLedger(sql());
  const [recipient, isPaid] = ['ada@example.com', true];
  const orders = [uuid7(), uuid7(), uuid7()].map(confirmationOf);
  await ledger.claim(orders.map((order) => ({ order, recipient, isPaid })));
  const left = orders.map((order, n) => ({ order, messageId: `left-${n}` }));
  await ledger.claim([{ order: confirmationOf(uuid7()), recipient, isPaid }], left);
  for (const { registrationId } of orders) expect(await ledgerOf(registrationId)).toEqual(['accepted']);
});

test('another generation is another mail', async () => {
  const id = await runner();
  await deliver(eventOf(orderOf(id)));
  await deliver(eventOf(orderOf(id, 'confirmation', 2)));
  expect(sent()).toHaveLength(2);
});

test('a sender that died between claim and answer sends nothing more, and after ten minutes nobody knows (F16)', async () => {
  const id = await runner();
  await claimOne(
    new PostgresMailLedger(sql()),
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
    moveOfferOf: async () => undefined,
    creditOf: async () => undefined,
  };
  await expect(deliver(eventOf(orderOf(id)), 20_000, away)).rejects.toThrow('the database is away');
  expect([sent().length, await ledgerOf(id)]).toEqual([0, []]);
  await deliver(eventOf(orderOf(id)));
  expect([sent().length, await ledgerOf(id)]).toEqual([1, ['accepted']]);
});
