import {
  AccountSuspendedException,
  BadRequestException,
  GetAccountCommand,
  InternalServiceErrorException,
  LimitExceededException,
  MailFromDomainNotVerifiedException,
  MessageRejected,
  SESv2ServiceException,
  SendEmailCommand,
  SendingPausedException,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import { SesPost } from '../../../lambdas/mail/send/ses-post';
import { SesError } from '../../../lambdas/platform/aws/call-ses';
import { account, again, eventOf, openMailRoom, orderOf } from '../mail-room';

const { ses, callSes, runner, deliver, ledgerOf, sent, hidden } = openMailRoom();

const error = { message: 'No.', $metadata: { httpStatusCode: 400 } };
const throttled = (message: string) => new TooManyRequestsException({ message, $metadata: { httpStatusCode: 429 } });
const unanswered = (name: string, mayHaveArrived: boolean) =>
  new SesError(name, 'There was no answer.', { status: undefined, mayHaveArrived });
const denied = new SESv2ServiceException({ name: 'AccessDeniedException', $fault: 'client', ...error });
const byName = new SESv2ServiceException({ name: 'ThrottlingException', $fault: 'client', ...error });

/** What SES says of identities that it does not know, or whose records it has not found. */
const unverified = (...identities: readonly string[]) =>
  new MessageRejected({
    ...error,
    message: `Email address is not verified. The following identities failed the check in region US-EAST-1: ${identities.join(', ')}`,
  });

/** Its mails leave 65 ms apart: one before has been answered. */
const unhurried = { ...account, SendQuota: { ...account.SendQuota, MaxSendRate: 20 } };

test.each([
  ['sends too fast', throttled('Maximum sending rate exceeded.'), 60],
  ['is throttled without a word', byName, 60],
  ['used up the day', throttled('Daily message quota exceeded.'), 1800],
  ['is paused', new SendingPausedException(error), 60],
  ['is suspended', new AccountSuspendedException(error), 60],
  ['may send from no such domain', new MailFromDomainNotVerifiedException(error), 60],
  ['may not send from this domain yet', unverified('Startline <Mail@startline.example>'), 60],
  ['met a limit', new LimitExceededException(error), 60],
  ['may not call SES', denied, 60],
  ['cannot reach SES', unanswered('Unreachable', false), 60],
  ['cannot connect in time', unanswered('TimeoutError', false), 60],
])(
  'when the account %s, this mail and the rest wait, and leave when they come back (F16)',
  async (_, failure, seconds) => {
    const [first, second, third] = [await runner(), await runner(), await runner()];
    ses.on(GetAccountCommand).resolves(unhurried);
    ses.on(SendEmailCommand).resolvesOnce({ MessageId: 'm1' }).rejectsOnce(failure);
    const batch = eventOf(orderOf(first), orderOf(second), orderOf(third));
    expect((await deliver(batch)).again).toEqual([second, third]);
    expect(sent()).toHaveLength(2);
    expect(hidden()).toEqual([
      [second, seconds],
      [third, seconds],
    ]);
    expect(await ledgerOf(second)).toEqual([]);

    ses.on(SendEmailCommand).resolves({ MessageId: 'm2' });
    expect((await deliver(batch)).again).toEqual([]);
    expect(sent()).toHaveLength(4);
    for (const id of [first, second, third]) expect(await ledgerOf(id)).toEqual(['accepted']);
  },
);

test('an account that stays stopped is asked ever less often: 50 deliveries take most of a day', async () => {
  const id = await runner();
  ses.on(SendEmailCommand).rejects(unverified('mail@startline.example'));
  const event = eventOf(orderOf(id));
  for (const times of [1, 2, 5, 6, 49]) await deliver(again(event, times));
  expect(hidden().map(([, seconds]) => seconds)).toEqual([60, 120, 960, 1800, 1800]);
  expect(await ledgerOf(id)).toEqual([]);
});

test.each([
  ['a message', new MessageRejected(error)],
  ['a recipient in the sandbox', unverified('ada@example.com')],
  ['an address', new BadRequestException(error)],
])('%s SES will never take is written down, and the next one leaves (F16)', async (_, failure) => {
  const [first, second] = [await runner(), await runner()];
  ses.on(SendEmailCommand).rejectsOnce(failure).resolves({ MessageId: 'm' });
  expect((await deliver(eventOf(orderOf(first), orderOf(second)))).again).toEqual([]);
  expect([await ledgerOf(first), await ledgerOf(second)]).toEqual([['rejected'], ['accepted']]);
  await deliver(eventOf(orderOf(first)));
  expect(sent()).toHaveLength(2);
});

test.each([
  ['answers too late', unanswered('TimeoutError', true)],
  ['breaks', new InternalServiceErrorException({ message: 'Oops.', $metadata: { httpStatusCode: 500 } })],
  ['hangs up', unanswered('ConnectionLost', true)],
])('when SES %s the mail may have left: it is not sent again, and the rest waits a minute (S7)', async (_, failure) => {
  const [first, second] = [await runner(), await runner()];
  ses.on(SendEmailCommand).rejectsOnce(failure).resolves({ MessageId: 'm' });
  const batch = eventOf(orderOf(first), orderOf(second));
  expect((await deliver(batch)).again).toEqual([second]);
  expect(hidden()).toEqual([[second, 60]]);
  expect(await ledgerOf(first)).toEqual(['unknown']);
  await deliver(batch);
  expect(sent()).toHaveLength(2);
  expect(await ledgerOf(second)).toEqual(['accepted']);
});

test('nothing is sent beyond the quota of the day, nor from a paused account, before SES has to say so (S8)', async () => {
  const id = await runner();
  ses
    .on(GetAccountCommand)
    .resolves({ ...account, SendQuota: { Max24HourSend: 1000, SentLast24Hours: 950, MaxSendRate: 500 } });
  const quota = await deliver(eventOf(orderOf(id)));
  expect([quota.again, quota.rings.includes('MailQuotaUsedUp'), hidden()]).toEqual([[id], true, [[id, 1800]]]);
  expect((await deliver(eventOf(orderOf(id, 'registration-link')))).again).toEqual([]);
  expect(sent()).toHaveLength(1);

  ses.on(GetAccountCommand).resolves({ ...account, SendingEnabled: false });
  expect((await deliver(eventOf(orderOf(id)))).again).toEqual([id]);
  expect(sent()).toHaveLength(1);
});

test('SES is asked for the quota once a minute, and an answer it cannot give now is remembered', async () => {
  let time = 0;
  const post = new SesPost({ sender: 'a@b.example', configurationSet: 's', callSes, now: () => new Date(time) });
  for (time = 0; time < 180_000; time += 1000) expect((await post.quota()).maxSendRate).toBe(500);
  expect(ses.commandCalls(GetAccountCommand)).toHaveLength(3);
  ses.on(GetAccountCommand).rejects(throttled('Too many.'));
  expect((await post.quota()).maxSendRate).toBe(500);
  time += 700_000;
  await expect(post.quota()).rejects.toThrow('Too many');
});
