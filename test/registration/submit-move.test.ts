import type { MoveQuote, PaidMove } from '../../lambdas/domain/move';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import type { Sweep } from '../../lambdas/registration/ports';
import { SignedTokens, tokenLimits } from '../../lambdas/registration/signed-tokens';
import { type MoveSubmission, submitMove } from '../../lambdas/registration/submit/submit-transfer';

const now = new Date('2027-03-01T10:00:00Z');
const tokens = new SignedTokens(openSigner(async () => ({ kid: 'k1', k1: 'x'.repeat(40) }), tokenLimits));
const quote: MoveQuote = {
  ...{ offerId: 'o1', moverId: 'm1', registrationId: 'r1', raceId: 'harbour', eventId: 'marathon' },
  ...{ difference: 1500, currency: 'EUR', expiresAt: now.getTime() + 60_000 },
};

const pays = async (changes: Partial<MoveSubmission> = {}, { held = 'open', at = now } = {}) => {
  const [asked, sweeps, sent]: [string[], Sweep[], PaidMove[]] = [[], [], []];
  const card = { kind: 'authorised', authorisation: 'pi_1' } as const;
  const submit = submitMove({
    tokens,
    processor: {
      authorise: async ({ registrationId, amount, cardTries }) => {
        asked.push(`authorise ${amount} of ${registrationId}, ${cardTries} cards`);
        return card;
      },
      open: async (charge) => ({ ...charge, authorisation: 'pi_1', state: held as 'open' }),
      resume: async () => {
        asked.push('resume');
        return card;
      },
    },
    inbox: { putSweep: async (sweep) => void sweeps.push(sweep), putMove: async (move) => void sent.push(move) },
    now: () => at,
  });
  const command = {
    ...{ registrationId: 'r1', confirmationToken: 'ctoken_1' },
    token: await tokens.signTransfer('o1'),
    move: await tokens.signMoveQuote(quote),
    ...changes,
  };
  return { answer: await submit(command, at.getTime() + 7000), asked, sweeps, sent };
};

test('the card holds the difference, with a sweep before, and the move is on its way', async () => {
  const { answer, asked, sweeps, sent } = await pays();
  expect([answer, asked]).toEqual([{ kind: 'accepted' }, ['authorise 1500 of r1, 3 cards']]);
  const swept = { registrationId: 'r1', amount: 1500, raceId: 'harbour', eventId: 'marathon', purpose: 'move' };
  expect(sweeps).toMatchObject([swept]);
  expect(sent).toEqual([{ quote, authorisation: 'pi_1', submittedAt: now.toISOString() }]);
});

test.each([
  ['the link of another offer', 'not-yours', async () => ({ token: await tokens.signTransfer('o2') })],
  ['no link', 'not-yours', async () => ({ token: '' })],
  ['the link of the registration', 'not-yours', async () => ({ token: await tokens.signLink('m1') })],
  ['the id of another payment', 'quote-invalid', async () => ({ registrationId: 'r2' })],
  ['a quote that nobody signed', 'quote-invalid', async () => ({ move: await tokens.signTransfer('o1') })],
  [
    'another amount in the quote',
    'quote-invalid',
    async () => {
      const [kid = '', , mac = ''] = (await tokens.signMoveQuote(quote)).split('.');
      const forged = Buffer.from(JSON.stringify({ ...quote, difference: 1 })).toString('base64url');
      return { move: [kid, forged, mac].join('.') };
    },
  ],
  ['no card', 'wrong-card', async () => ({ confirmationToken: undefined })],
])('with %s no card is touched', async (_, kind, changes) => {
  const { answer, asked, sweeps, sent } = await pays(await changes());
  expect([answer.kind, asked, sweeps, sent]).toEqual([kind, [], [], []]);
});

test('after the time of the quote no card is tried; what was authorised or asked in time goes on', async () => {
  const late = { at: new Date(quote.expiresAt + 1000) };
  expect(await pays({}, { ...late, held: 'authorised' })).toMatchObject({ answer: { kind: 'accepted' }, asked: [] });
  expect(await pays({}, late)).toMatchObject({ answer: { kind: 'accepted' }, asked: ['resume'] });
  const over = await pays({}, { at: new Date(quote.expiresAt + 121_000) });
  expect([over.answer, over.asked, over.sent]).toEqual([{ kind: 'hold-expired' }, [], []]);
});
