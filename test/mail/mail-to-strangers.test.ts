import { GetAccountCommand } from '@aws-sdk/client-sesv2';
import { maxGivenBackPerDay, maxUnpaidPerDay, type Template } from '../../lambdas/domain/mail-order';
import { newestDue } from '../../lambdas/mail/links/outbox-link-requests';
import { mailboxOf } from '../../lambdas/mail/send/mailbox';
import { whyHeldBack } from '../../lambdas/mail/send/quota';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { account, eventOf, openMailRoom, orderOf } from './mail-room';

const { ses, runner, deliver, ledgerOf, sent, hidden, sql } = openMailRoom();
beforeEach(async () => {
  await sql().query('DELETE FROM mail');
  await sql().query('DELETE FROM mail_suppression');
});

/** As if this number had left before. */
const haveSent = (mails: number, template: Template, event: string | null = 'delivery') =>
  sql().query(
    `INSERT INTO mail (registration_id, template, recipient, state, event)
     SELECT gen_random_uuid(), $2, 'somebody@example.com', 'accepted', $3 FROM generate_series(1, $1::int)`,
    [mails, template, event],
  );
const aDayGoesBy = () => sql().query(`UPDATE mail SET claimed_at = claimed_at - interval '1 day'`);
const allowing = (Max24HourSend: number, SentLast24Hours = 0) =>
  ses
    .on(GetAccountCommand)
    .resolves({ ...account, SendQuota: { ...account.SendQuota, Max24HourSend, SentLast24Hours } });

/** A runner who offers their spot to somebody; resolves with the id of the offer. */
const offered = async (email = 'bea@example.com') => {
  const [registrationId, transferId] = [await runner(), uuid7()];
  await sql().query(`UPDATE race SET transfer_until = now() + interval '1 hour'`);
  await sql().query('INSERT INTO transfer (id, registration_id, recipient) VALUES ($1, $2, $3)', [
    transferId,
    registrationId,
    JSON.stringify({ firstName: 'Bea', email }),
  ]);
  return transferId;
};
const offerOf = (transferId: string) => orderOf(transferId, 'transfer-offer');
const linkOf = (registrationId: string) => orderOf(registrationId, 'registration-link');

test.each([
  ['registration-link', async () => linkOf(await runner(`${uuid7()}@example.com`))],
  ['transfer-offer', async () => offerOf(await offered(`${uuid7()}@example.com`))],
] as const)(
  'a tenth of the day is all there is for each %s, for all who ask together; others go on, and so do these tomorrow',
  async (template, order) => {
    // So much that a sender who reads the quota is sure of it for many seconds, however slow the machine is.
    allowing(10_000);
    await haveSent(999, template);
    const [tenth, eleventh, paid] = [await order(), await order(), await runner()];
    const { again, rings } = await deliver(eventOf(tenth, eleventh));
    expect(again).toEqual([eleventh.messageId.replace('message-', '')]);
    expect(hidden()).toEqual([[eleventh.receiptHandle.replace('handle-', ''), 1800]]);
    expect([sent().length, rings.includes('MailShareUsedUp')]).toEqual([1, true]);
    expect((await deliver(eventOf(eleventh))).again).toHaveLength(1);
    expect((await deliver(eventOf(orderOf(paid)))).again).toEqual([]);
    expect(sent()).toHaveLength(2);
    await aDayGoesBy();
    expect((await deliver(eventOf(eleventh))).again).toEqual([]);
  },
);

test('when four fifths of the day are gone the rest is for who paid, and the last of it for lost links', async () => {
  allowing(100_000, 80_000);
  const [offer, paid, link] = [await offered(), await runner(), await runner('lost@example.com')];
  const { again, rings } = await deliver(eventOf(offerOf(offer)));
  expect([again, rings.includes('MailShareUsedUp'), rings.includes('MailQuotaUsedUp')]).toEqual([[offer], true, false]);
  expect((await deliver(eventOf(orderOf(paid), linkOf(link)))).again).toEqual([]);
  expect(sent()).toHaveLength(2);
});

test.each([
  ['bounces', 'bounce', 10, 300],
  ['complaints', 'complaint', 3, 3000],
] as const)(
  'when too many of the day’s mails have %s, nothing leaves that nobody paid for, until it is fewer again',
  async (kind, event, bad, mails) => {
    await haveSent(bad, 'confirmation', event);
    await haveSent(mails - bad, 'confirmation');
    const [offer, link, paid] = [await offered(), await runner('lost@example.com'), await runner('paid@example.com')];
    const held = await deliver(eventOf(offerOf(offer)));
    expect([held.again, held.rings.includes('MailHeldBack'), hidden()]).toEqual([[offer], true, [[offer, 1800]]]);
    expect(await ledgerOf(offer)).toEqual([]);
    // Nobody waits a day for a link: the reason for sending none is recorded, and the runner can ask again.
    expect((await deliver(eventOf(linkOf(link), orderOf(paid)))).again).toEqual([]);
    expect([await ledgerOf(link), await ledgerOf(paid)]).toEqual([['suppressed'], ['accepted']]);
    const [{ reason } = { reason: '' }] = await sql().query<{ reason: string }>(
      'SELECT reason FROM mail WHERE registration_id = $1',
      [link],
    );
    expect(reason).toBe(`held back: ${bad} ${kind} of ${mails} mails in 24 hours`);
    expect(sent()).toHaveLength(1);

    await haveSent(mails, 'confirmation');
    expect((await deliver(eventOf(offerOf(offer), orderOf(link, 'registration-link', 2)))).again).toEqual([]);
    expect(sent()).toHaveLength(3);
  },
);

test('the fourth offer to one mailbox within a day is listed and not sent, also when others make it', async () => {
  const offers = await Promise.all(
    ['bea@gmail.com', 'B.ea@gmail.com', 'bea+1@gmail.com', 'bea+2@gmail.com'].map(offered),
  );
  expect((await deliver(eventOf(...offers.map(offerOf)))).again).toEqual([]);
  expect(sent()).toHaveLength(3);
  expect((await Promise.all(offers.map(ledgerOf))).flat()).toEqual(['accepted', 'accepted', 'accepted', 'suppressed']);
});

test('a family with an address for each, all in one mailbox, need not wait for each other', async () => {
  const [ada, bea] = [await runner('mum+ada@example.com'), await runner('mum+bea@example.com')];
  const dueFor = async (email: string) =>
    (await sql().query<{ registration_id: string }>(newestDue, [email, sha256(mailboxOf(email))])).map(
      ({ registration_id: id }) => id,
    );
  expect(await dueFor('mum+ada@example.com')).toEqual([ada]);
  await deliver(eventOf(linkOf(ada)));
  expect(await dueFor('mum+ada@example.com')).toEqual([]);
  expect(await dueFor('mum+bea@example.com')).toEqual([bea]);
});

/** Registrations without payment, all with one address. */
const forNothing = async (how: 'it was free' | 'the card was let go' | 'the spot was passed on', email: string) => {
  const id = await runner(email);
  const change = {
    'it was free': 'UPDATE payment SET amount = 0 WHERE registration_id = $1',
    'the card was let go': `UPDATE payment SET state = 'failed' WHERE registration_id = $1`,
    'the spot was passed on': `UPDATE registration SET via = 'transfer' WHERE id = $1`,
  };
  await sql().query(change[how], [id]);
  return orderOf(id, how === 'the card was let go' ? 'payment-failed' : 'confirmation');
};

test.each(['it was free', 'the card was let go', 'the spot was passed on'] as const)(
  'when %s: who registers somebody again and again for nothing fills nobody’s mailbox',
  async (how) => {
    const first = [];
    for (let n = 1; n <= maxUnpaidPerDay; n++) first.push(await forNothing(how, `victim+${n}@example.com`));
    expect((await deliver(eventOf(...first))).again).toEqual([]);
    expect(sent()).toHaveLength(maxUnpaidPerDay);
    const [more, other] = [await forNothing(how, 'Victim@example.com'), await forNothing(how, 'other@example.com')];
    expect((await deliver(eventOf(more, other))).again).toEqual([]);
    expect(sent()).toHaveLength(maxUnpaidPerDay + 1);
    const ids = [more, other].map(({ messageId }) => messageId.replace('message-', ''));
    expect((await Promise.all(ids.map(ledgerOf))).flat()).toEqual(['suppressed', 'accepted']);
    // A runner who lost a link still gets it.
    expect((await deliver(eventOf(linkOf(await runner('victim@example.com'))))).again).toEqual([]);
    expect(sent()).toHaveLength(maxUnpaidPerDay + 2);
  },
);

test('what was paid for is mailed, however many have one address', async () => {
  const ids: string[] = [];
  for (let n = 0; n < maxUnpaidPerDay + 5; n++) ids.push(await runner('club@example.com'));
  await deliver(eventOf(...ids.map((id) => orderOf(id))));
  expect(sent()).toHaveLength(ids.length);
});

/** They give a spot back that cost 45 euros. */
const givesBack = async (id: string, refund: number, by: 'runner' | 'director' = 'runner') => {
  await sql().query(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled', refund = $2 WHERE id = $1`,
    [id, refund || null],
  );
  await sql().query(
    `INSERT INTO audit (actor, action, event_id, registration_id, detail)
     SELECT $2, 'cancelled', event_id, id, '{}' FROM registration WHERE id = $1`,
    [id, by],
  );
  return orderOf(id, 'cancellation');
};
/** Somebody is registered and paid for, and the spot is given back. Resolves with whether both mails left. */
const paidAndBack = async (email: string, refund = 4500, by?: 'director') => {
  const id = await runner(email);
  await deliver(eventOf(orderOf(id)));
  await deliver(eventOf(await givesBack(id, refund, by)));
  return (await ledgerOf(id)) as readonly string[];
};

test('who pays for somebody again and again and gives the spot back for all of the money fills nobody’s mailbox', async () => {
  for (let n = 1; n <= maxGivenBackPerDay; n++)
    expect(await paidAndBack(`victim+${n}@example.com`)).toEqual(['accepted', 'accepted']);
  const left = sent().length;
  expect(await paidAndBack('Victim@example.com')).toEqual(['suppressed', 'accepted']);
  for (let n = 0; n < maxUnpaidPerDay; n++) await paidAndBack('victim@example.com');
  expect(sent()).toHaveLength(left + maxUnpaidPerDay - maxGivenBackPerDay);
  expect(await paidAndBack('other@example.com')).toEqual(['accepted', 'accepted']);
  // Whoever paid for a spot of their own finds its link.
  expect((await deliver(eventOf(linkOf(await runner('victim@example.com'))))).again).toEqual([]);
  expect(sent()).toHaveLength(left + maxUnpaidPerDay - maxGivenBackPerDay + 3);
  await aDayGoesBy();
  expect(await paidAndBack('victim@example.com')).toEqual(['accepted', 'accepted']);
});

test.each([
  ['a part of the money is kept', 3600, undefined],
  ['the organiser cancels', 4500, 'director'],
] as const)('where %s, everybody of a club is told, however many have one address', async (_, refund, by) => {
  for (let n = 0; n < maxUnpaidPerDay + 2; n++)
    expect(await paidAndBack('club@example.com', refund, by)).toEqual(['accepted', 'accepted']);
});

test('what is given back in a free event keeps nobody who paid from their confirmation', async () => {
  for (let n = 0; n < maxGivenBackPerDay; n++) {
    const id = await runner('ada@example.com');
    await sql().query('UPDATE payment SET amount = 0 WHERE registration_id = $1', [id]);
    await deliver(eventOf(await givesBack(id, 0)));
  }
  const left = sent().length;
  await deliver(eventOf(orderOf(await runner('ada@example.com'))));
  expect(sent()).toHaveLength(left + 1);
});

describe('what came back', () => {
  const day = { mails: 1000, urgent: 0, low: 0, bounces: 0, complaints: 0 };

  test.each([
    ['nothing', day],
    ['three bounces of a hundred', { ...day, mails: 100, bounces: 3 }],
    ['thirty of a thousand', { ...day, bounces: 30 }],
    ['one bounce of three', { ...day, mails: 3, bounces: 1 }],
    ['two angry people in a quiet night', { ...day, mails: 60, complaints: 2 }],
    ['forty complaints of 50,000', { ...day, mails: 50_000, complaints: 40 }],
  ])('%s holds nothing back', (_, one) => expect(whyHeldBack(one)).toBeUndefined());

  test.each([
    ['31 bounces of 1000 mails in 24 hours', { ...day, bounces: 31 }],
    ['10 bounces of 60 mails in 24 hours', { ...day, mails: 60, bounces: 10 }],
    ['3 complaints of 60 mails in 24 hours', { ...day, mails: 60, complaints: 3 }],
    ['41 complaints of 50000 mails in 24 hours', { ...day, mails: 50_000, complaints: 41 }],
  ])('%s are too many', (why, one) => expect(whyHeldBack(one)).toBe(why));
});
