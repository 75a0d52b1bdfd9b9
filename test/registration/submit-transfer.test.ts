import { canonicalJson } from '../../lambdas/domain/canonical-json';
import type { PaidTransfer, TransferQuote } from '../../lambdas/domain/transfer';
import type { Authorisation, Processor } from '../../lambdas/payment/ports';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import type { Sweep } from '../../lambdas/registration/ports';
import { SignedTokens, tokenLimits } from '../../lambdas/registration/signed-tokens';
import { submitTransfer, type TransferSubmission } from '../../lambdas/registration/submit/submit-transfer';

const now = new Date('2027-03-01T10:00:00Z');
const hash = (text: string) => `hash of ${text}`;
const tokens = new SignedTokens(openSigner(async () => ({ kid: 'k1', k1: 'x'.repeat(40) }), tokenLimits));
const runner = {
  ...{ firstName: 'Bea', lastName: 'Byron', email: 'bea@example.com', birthDate: '1990-01-01' },
  gender: 'female',
  emergencyContact: 'Ada',
} as const;
const quote: TransferQuote = {
  ...{ transferId: 't1', registrationId: 'r1', raceId: 'harbour', eventId: 'ten' },
  ...{ runnerHash: hash(canonicalJson(runner)), waiverHash: 'w1', fee: 1000, currency: 'EUR' },
  expiresAt: now.getTime() + 60_000,
};

/** What is sent, and what the processor and the queue are asked for, when somebody pays. */
const pays = async (
  changes: Partial<TransferSubmission> & { readonly quoted?: Partial<TransferQuote> } = {},
  {
    card = { kind: 'authorised', authorisation: 'pi_1' },
    held = 'open',
    at = now,
  }: { card?: Authorisation; held?: 'open' | 'authorised'; at?: Date } = {},
) => {
  const [asked, sweeps, sent]: [string[], Sweep[], PaidTransfer[]] = [[], [], []];
  const processor: Pick<Processor, 'authorise' | 'open' | 'resume'> = {
    authorise: async ({ registrationId, amount, cardTries }) => {
      asked.push(`authorise ${amount} of ${registrationId}, ${cardTries} cards`);
      return card;
    },
    open: async (charge) => ({ ...charge, authorisation: 'pi_1', state: held }),
    resume: async () => {
      asked.push('resume');
      return card;
    },
  };
  const submit = submitTransfer({
    tokens,
    processor,
    inbox: {
      putSweep: async (sweep) => void sweeps.push(sweep),
      putTransfer: async (transfer) => void sent.push(transfer),
    },
    hash,
    now: () => at,
  });
  const { quoted, ...said } = changes;
  const answer = await submit(
    {
      ...{ registrationId: 'r1', runner, waiverHash: 'w1', confirmationToken: 'ctoken_1' },
      token: await tokens.signTransfer('t1'),
      transfer: await tokens.signTransferQuote({ ...quote, ...quoted }),
      ...said,
    },
    at.getTime() + 7000,
  );
  return { answer, asked, sweeps, sent };
};

test('the card holds the fee, with a sweep before, and the transfer is on its way', async () => {
  const { answer, asked, sweeps, sent } = await pays();
  expect(answer).toEqual({ kind: 'accepted' });
  expect(asked).toEqual(['authorise 1000 of r1, 3 cards']);
  const swept = { registrationId: 'r1', amount: 1000, raceId: 'harbour', eventId: 'ten', purpose: 'fee' };
  expect(sweeps).toMatchObject([swept]);
  expect(sent).toEqual([{ quote, runner, authorisation: 'pi_1', submittedAt: now.toISOString() }]);
});

test.each([
  ['the link of another offer', 'not-yours', async () => ({ token: await tokens.signTransfer('t2') })],
  ['no link', 'not-yours', async () => ({ token: '' })],
  ['the link of a registration', 'not-yours', async () => ({ token: await tokens.signLink('t1') })],
  ['the id of another payment', 'quote-invalid', async () => ({ registrationId: 'r2' })],
  ['a quote that nobody signed', 'quote-invalid', async () => ({ transfer: `${await tokens.signTransfer('t1')}` })],
  [
    'the quote of an entry',
    'quote-invalid',
    async () => ({
      transfer: await tokens.signQuote({
        ...{ registrationId: 'r1', holdHash: 'h', entryHash: 'e', form: 1, people: [], total: 1 },
      }),
    }),
  ],
  ['somebody else', 'entry-changed', async () => ({ runner: { ...runner, firstName: 'Cem' } })],
  ['another waiver', 'waiver-changed', async () => ({ waiverHash: 'w2' })],
  ['no card', 'wrong-card', async () => ({ confirmationToken: undefined })],
])('with %s no card is touched', async (_, kind, changes) => {
  const { answer, asked, sweeps, sent } = await pays(await changes());
  expect(answer).toMatchObject({ kind });
  expect([asked, sweeps, sent]).toEqual([[], [], []]);
});

test('a card that is declined leaves nothing behind, and one whose bank asks is continued', async () => {
  const declined = await pays({}, { card: { kind: 'declined', reason: 'declined', triesLeft: 2 } });
  expect([declined.answer, declined.sent]).toEqual([{ kind: 'declined', reason: 'declined', triesLeft: 2 }, []]);
  const asks: Authorisation = { kind: 'action-required', clientSecret: 'secret', authorisation: 'pi_1' };
  const { answer } = await pays({}, { card: asks });
  expect(answer).toMatchObject({ kind: 'action-required', payment: 'pi_1', until: quote.expiresAt + 120_000 });
});

test('after the time of the quote no card is tried; what the bank was asked before is continued for two minutes', async () => {
  const at = (ms: number) => ({ at: new Date(quote.expiresAt + ms) });
  const late = await pays({}, { ...at(1000), card: { kind: 'authorised', authorisation: 'pi_1' } });
  expect([late.asked, late.sent.length]).toEqual([['resume'], 1]);
  const never = await pays({}, { ...at(120_000) });
  expect([never.answer, never.asked, never.sent]).toEqual([{ kind: 'hold-expired' }, [], []]);
  // The answer to a request in time was lost.
  expect((await pays({}, { ...at(500_000), held: 'authorised' })).sent).toHaveLength(1);
});
