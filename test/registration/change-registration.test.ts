import { changeRegistration } from '../../lambdas/registration/change-registration';
import type { Changes } from '../../lambdas/registration/ports';
import { submissionFor } from '../support/race';

const submission = submissionFor({ raceId: 'harbour', eventId: 'ten' }, { id: 'b', numbers: [7] }, 0, { id: 'r1' });
const { hold, runner } = submission;

/** What is asked of the database when somebody tries everything with this token, and what he is told. */
const tryAll = async (token: string, sessionHash = 's') => {
  const asked: string[] = [];
  const says = <T>(what: string, answer: T) => {
    asked.push(what);
    return Promise.resolve(answer);
  };
  const changes: Changes = {
    cancel: (id) => says(`cancel ${id}`, { kind: 'no-spot' }),
    offerTransfer: (id) => says(`offer ${id}`, { kind: 'no-spot' }),
    withdrawTransfer: (id) => says(`withdraw ${id}`, { kind: 'withdrawn' }),
    findTransfer: (id) => says(`find ${id}`, { kind: 'not-found' }),
    acceptTransfer: (id) => says(`accept ${id}`, { kind: 'gone' }),
  };
  const change = changeRegistration({
    tokens: {
      readHold: async (read) => (read === 'hold' ? hold : undefined),
      readLink: async (read) => ({ link: 'r1', 'another link': 'r2' })[read],
      readTransfer: async (read) => ({ transfer: 't1', 'another transfer': 't2' })[read],
    },
    changes,
    outcomes: { forget: async () => undefined },
    remembered: { ended: async () => undefined },
    relay: async () => undefined,
    report: () => undefined,
  });
  const question = { registrationId: 'r1', token, sessionHash };
  const wish = { transferId: 't1', recipient: { firstName: 'Bea', email: 'bea@example.com' } };
  const answers = [
    await change.cancel(question, 0),
    await change.offerTransfer(question, wish),
    await change.withdrawTransfer(question),
    await change.showTransfer('t1', token),
    await change.acceptTransfer('t1', token, runner, 'w1'),
  ];
  return { asked, refused: answers.filter(({ kind }) => kind === 'not-yours').length };
};

test.each([
  ['hold', ['cancel r1', 'offer r1', 'withdraw r1']],
  ['link', ['cancel r1', 'offer r1', 'withdraw r1']],
  ['transfer', ['find t1', 'accept t1']],
])('the %s opens what it is for, and nothing else', async (token, opened) => {
  expect(await tryAll(token)).toEqual({ asked: opened, refused: 5 - opened.length });
});

test.each([
  ['the hold from another browser', 'hold', 'other'],
  ['the link of another registration', 'another link', 's'],
  ['the mail about another transfer', 'another transfer', 's'],
  ['nothing', '', 's'],
])('with %s nothing is changed or shown', async (_, token, sessionHash) => {
  expect(await tryAll(token, sessionHash)).toEqual({ asked: [], refused: 5 });
});

test.each([
  ['gives his spot back', { cancel: { kind: 'cancelled', eventId: 'ten', refund: 0, currency: 'EUR', outbox: [] } }],
  ['passes it on', { accept: { kind: 'accepted', fromId: 'r1', number: 7, outbox: [] } }],
] as const)(
  'who %s is remembered as registered no more; should that fail, it is done all the same',
  async (_, says) => {
    for (const isDown of [false, true]) {
      const ended: string[] = [];
      const reported: unknown[] = [];
      const change = changeRegistration({
        tokens: { readHold: async () => undefined, readLink: async () => 'r1', readTransfer: async () => 't1' },
        changes: {
          cancel: async () => ('cancel' in says ? says.cancel : { kind: 'no-spot' }),
          offerTransfer: async () => ({ kind: 'no-spot' }),
          withdrawTransfer: async () => ({ kind: 'withdrawn' }),
          findTransfer: async () => ({ kind: 'not-found' }),
          acceptTransfer: async () => ('accept' in says ? says.accept : { kind: 'gone' }),
        },
        outcomes: { forget: async () => undefined },
        remembered: {
          ended: async (id) => {
            if (isDown) throw new Error('cache away');
            ended.push(id);
          },
        },
        relay: async () => undefined,
        report: (error) => void reported.push(error),
      });
      const question = { registrationId: 'r1', token: 'link', sessionHash: undefined };
      const answer =
        'cancel' in says ? await change.cancel(question, 0) : await change.acceptTransfer('t1', 't', runner, 'w1');
      expect(answer.kind).toBe('cancel' in says ? 'cancelled' : 'accepted');
      expect([ended, reported.length]).toEqual(isDown ? [[], 1] : [['r1'], 0]);
    }
  },
);
