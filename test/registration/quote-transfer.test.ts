import { openSigner } from '../../lambdas/platform/signed-tokens';
import type { Changes, ReadRecipient, TransferView } from '../../lambdas/registration/change/ports';
import {
  maxTransferQuotes,
  quoteTransfer,
  type TransferQuoteCommand,
  transferQuoteMs,
} from '../../lambdas/registration/change/transfer/quote-transfer';
import { SignedTokens, tokenLimits } from '../../lambdas/registration/signed-tokens';

const now = new Date('2027-03-01T10:00:00Z');
const tokens = new SignedTokens(openSigner(async () => ({ kid: 'k1', k1: 'x'.repeat(40) }), tokenLimits));
const runner = {
  ...{ firstName: 'Bea', lastName: 'Byron', email: 'bea@example.com', birthDate: '1990-01-01' },
  gender: 'female',
  emergencyContact: 'Ada',
} as const;
const offer: TransferView = {
  kind: 'found',
  ...{ state: 'offered', raceId: 'harbour', eventId: 'ten', from: 'Ada L.', registrationId: 't1' },
  recipient: { firstName: 'Bea', email: 'bea@example.com' },
  endsAt: new Date(now.getTime() + 3_600_000),
  waiverHash: 'w1',
  hasForm: false,
  fee: { amount: 1000, currency: 'EUR' },
};

interface World {
  readonly found?: Partial<Extract<TransferView, { kind: 'found' }>>;
  readonly isIn?: boolean;
  readonly read?: Awaited<ReturnType<ReadRecipient>>;
  readonly count?: () => Promise<number>;
}

const quoted = async (changes: Partial<TransferQuoteCommand> = {}, { found, isIn, read, count }: World = {}) => {
  let ids = 0;
  const changesPort: Pick<Changes, 'findTransfer' | 'isPersonIn'> = {
    findTransfer: async () => ({ ...offer, ...found }) as TransferView,
    isPersonIn: async () => isIn === true,
  };
  const quote = quoteTransfer({
    tokens,
    changes: changesPort,
    readRecipient: async () => read ?? { kind: 'no-form' },
    counts: { countOneMore: count ?? (async () => 1) },
    hash: (text) => `hash of ${text.length}`,
    newId: () => `r${++ids}`,
    now: () => now,
    report: () => undefined,
  });
  return quote({
    ...{ transferId: 't1', recipient: runner, waiverHash: 'w1' },
    token: await tokens.signTransfer('t1'),
    ...changes,
  });
};

test('says the fee for ten minutes, for this person, under an id of its own with the link that opens it', async () => {
  const answer = await quoted();
  if (answer.kind !== 'quoted') throw new Error(answer.kind);
  expect(answer.quote).toMatchObject({
    ...{ transferId: 't1', registrationId: 'r1', fee: 1000, currency: 'EUR', waiverHash: 'w1' },
    expiresAt: now.getTime() + transferQuoteMs,
  });
  expect(await tokens.readTransferQuote(answer.signed)).toEqual(answer.quote);
  expect(await tokens.readLink(answer.link)).toMatchObject({ registrationId: 'r1' });
});

test('is good no longer than the offer', async () => {
  const endsAt = new Date(now.getTime() + 5000);
  expect(await quoted({}, { found: { endsAt } })).toMatchObject({ quote: { expiresAt: endsAt.getTime() } });
});

test('in a race with a form, what was signed and the limit group travel in it', async () => {
  const entry = { form: 3, entry: {} };
  const fitting = { form: 3, signatures: [{ kind: 'waiver', hash: 'h', name: 'Bea', by: 'self' as const }] };
  const read = { kind: 'fits', runner, fitting } as const;
  const answer = await quoted({ recipient: entry }, { found: { hasForm: true }, read });
  if (answer.kind !== 'quoted') throw new Error(answer.kind);
  expect(await tokens.readTransferQuote(answer.signed)).toMatchObject({ fitting });
  expect(await quoted({ recipient: entry }, { found: { hasForm: true }, read: { kind: 'unsettled' } })).toEqual({
    kind: 'unsettled',
  });
});

test.each<[string, string, Partial<TransferQuoteCommand>, World]>([
  ['with the link of another offer', 'not-yours', { transferId: 't2' }, {}],
  ['without a link', 'not-yours', { token: '' }, {}],
  ['when it is taken', 'gone', {}, { found: { state: 'accepted' } }],
  ['when it was taken back', 'gone', {}, { found: { state: 'gone' } }],
  ['where it costs nothing', 'page-outdated', {}, { found: { fee: undefined } }],
  ['with another waiver', 'waiver-changed', { waiverHash: 'w2' }, {}],
  ['without the answers to a form', 'page-outdated', {}, { found: { hasForm: true } }],
  ['with answers to no form', 'no-form', { recipient: { form: 1, entry: {} } }, {}],
  ['for somebody who is in already', 'same-person', {}, { isIn: true }],
  ['for the eleventh time in a day', 'too-many-quotes', {}, { count: async () => maxTransferQuotes + 1 }],
  [
    'for the eleventh time in a day, about somebody who is registered,',
    'too-many-quotes',
    {},
    { isIn: true, count: async () => maxTransferQuotes + 1 },
  ],
  [
    'for the eleventh time in a day, about somebody whom the rules do not let run,',
    'too-many-quotes',
    { recipient: { form: 1, entry: {} } },
    {
      found: { hasForm: true },
      read: { kind: 'not-eligible', faults: [] },
      count: async () => maxTransferQuotes + 1,
    },
  ],
])('%s there is none', async (_, kind, changes, world) => {
  expect(await quoted(changes, world)).toEqual({ kind });
});

test('a cache that does not count costs nobody the spot', async () => {
  const count = () => Promise.reject(new Error('away'));
  expect(await quoted({}, { count })).toMatchObject({ kind: 'quoted' });
});
