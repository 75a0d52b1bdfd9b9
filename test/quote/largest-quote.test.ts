import { safeParse } from 'valibot';
import { quoteToken } from '../../lambdas/api/fields';
import { maxPieces } from '../../lambdas/api/form/extras';
import { maxGroupSize } from '../../lambdas/domain/hold';
import type { QuotedLine, SignedQuote } from '../../lambdas/domain/money/quote';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { SignedTokens, tokenLimits } from '../../lambdas/registration/signed-tokens';

const signed = new SignedTokens(
  openSigner(async () => ({ kid: 'k'.repeat(16), [`${'k'.repeat(16)}`]: 'x'.repeat(40) }), tokenLimits),
);
const [amount, id, hash, number] = [99_999_999, 'a'.repeat(32), 'h'.repeat(43), 2_147_483_647];

test('the quote of eight people who want everything can be signed, and sent', async () => {
  // Each claim in a block of its own: nothing takes more of a token.
  let block = 0;
  const claimed = (kind: QuotedLine[0], ref: string): QuotedLine => [kind, ref, amount, amount, [block++, number]];
  const people = Array.from({ length: maxGroupSize }, () => ({
    registrationId: uuid7(),
    share: amount,
    lines: [
      ['entry', '', amount, amount] as const,
      ...Array.from({ length: maxPieces }, () => claimed('item', id)),
      ['donation', id, amount, amount] as const,
      ...[claimed('code', uuid7()), claimed('code', uuid7()), claimed('team', uuid7())],
      ...[['fee', 'deferral', amount, amount] as const, ['fee', '', amount, amount] as const],
    ],
  }));
  const quote: SignedQuote = {
    ...{ registrationId: uuid7(), holdHash: hash, entryHash: hash, form: number, people, total: amount },
    ...{ limitGroup: uuid7(), once: [uuid7(), uuid7()], collected: { fundraiser: uuid7(), isPublic: true } },
    newTeam: { kind: id, name: '\u{1F3C3}'.repeat(60), size: 8, legs: 8 },
    blocks: Array.from({ length: block }, () => [uuid7(), uuid7()] as const),
    fee: { basisPoints: 10_000, fixed: amount },
    tried: { opened: amount, rounds: 30 },
  };
  const token = await signed.signQuote(quote);
  expect(await signed.readQuote(token)).toEqual(quote);
  expect(safeParse(quoteToken, token).success).toBe(true);
});
