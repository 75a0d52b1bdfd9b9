import type { MoveView } from '../../lambdas/registration/change/move/move-event';
import { offeredMove } from '../../lambdas/registration/change/move/quote-move';
import { maxTransferQuotes, transferQuoteMs } from '../../lambdas/registration/change/transfer/quote-transfer';

const now = new Date('2027-03-01T10:00:00Z');
const offer = {
  ...{ kind: 'found', state: 'offered', moverId: 'm1', raceId: 'harbour', raceName: 'Harbour Run', from: 'Ten' },
  ...{
    to: { eventId: 'marathon', name: 'Marathon' },
    number: 7,
    isUnpaid: false,
    isDue: false,
    difference: 1500,
    currency: 'EUR',
  },
  endsAt: new Date('2027-03-02T10:00:00Z'),
} as const satisfies MoveView;

const fee = { runnerId: 'm1', raceId: 'harbour', eventId: 'ten', amount: 1000, currency: 'EUR' };

const opened = (
  view: MoveView = offer,
  countOneMore: () => Promise<number> = async () => 1,
  due: typeof fee | undefined = undefined,
) => {
  const reported: unknown[] = [];
  const move = offeredMove({
    tokens: {
      readTransfer: async (token) => (token === 'link' ? 'o1' : undefined),
      signMoveQuote: async (quote) => JSON.stringify(quote),
      signLink: async (id) => `link of ${id}`,
    },
    findMove: async () => view,
    findDueFee: async () => due,
    counts: { countOneMore },
    newId: () => 'r1',
    now: () => now,
    report: (error) => reported.push(error),
  });
  return { ...move, reported };
};

test('the link shows the offer, and has its difference signed for ten minutes', async () => {
  const { show, quote } = opened();
  expect(await show('o1', 'link')).toEqual(offer);
  expect(await quote('o1', 'link')).toMatchObject({
    ...{ kind: 'quoted', link: 'link of r1' },
    quote: {
      ...{ offerId: 'o1', moverId: 'm1', registrationId: 'r1', raceId: 'harbour', eventId: 'marathon' },
      ...{ difference: 1500, currency: 'EUR', expiresAt: now.getTime() + transferQuoteMs },
    },
  });
});

test('no quote is good for longer than its offer', async () => {
  const endsAt = new Date(now.getTime() + 5000);
  expect(await opened({ ...offer, endsAt }).quote('o1', 'link')).toMatchObject({ quote: { expiresAt: +endsAt } });
});

test('the link of another offer shows and quotes nothing', async () => {
  const { show, quote } = opened();
  expect([await show('o2', 'link'), await quote('o2', 'link')]).toEqual([{ kind: 'not-yours' }, { kind: 'not-yours' }]);
  expect(await show('o1', 'r1')).toEqual({ kind: 'not-yours' });
});

test.each(['moved', 'gone'] as const)('nothing is quoted for an offer that is %s', async (state) => {
  expect(await opened({ ...offer, state }).quote('o1', 'link')).toEqual({ kind: 'gone' });
});

test('a difference that is due is quoted for ten minutes, long after the offer of the move ended', async () => {
  const endsAt = new Date(now.getTime() - 86_400_000);
  expect(
    await opened({ ...offer, state: 'moved', isUnpaid: true, isDue: true, endsAt }).quote('o1', 'link'),
  ).toMatchObject({
    quote: { moverId: 'm1', difference: 1500, expiresAt: now.getTime() + transferQuoteMs },
  });
});

test('of a transfer, the fee that is due is quoted as what it is, and nothing is when it is not due', async () => {
  const { quote } = opened({ kind: 'not-found' }, undefined, fee);
  expect(await quote('o1', 'link')).toMatchObject({
    quote: {
      ...{ offerId: 'o1', moverId: 'm1', registrationId: 'r1', raceId: 'harbour', eventId: 'ten', isFee: true },
      ...{ difference: 1000, currency: 'EUR', expiresAt: now.getTime() + transferQuoteMs },
    },
  });
  expect(await quote('o2', 'link')).toEqual({ kind: 'not-yours' });
  expect(await opened({ kind: 'not-found' }).quote('o1', 'link')).toEqual({ kind: 'gone' });
});

test('ten quotes in a day, and no more; while they cannot be counted, they are given', async () => {
  expect(await opened(offer, async () => maxTransferQuotes + 1).quote('o1', 'link')).toEqual({
    kind: 'too-many-quotes',
  });
  const down = opened(offer, () => Promise.reject(new Error('no cache')));
  expect(await down.quote('o1', 'link')).toMatchObject({ kind: 'quoted' });
  expect(down.reported).toHaveLength(1);
});
