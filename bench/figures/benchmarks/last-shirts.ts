import * as v from 'valibot';
import { claimsOf, type Share } from '../../../lambdas/domain/money/quote';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { letHold, letQuote } from '../quote-crowd';
import { figuresOf, type Measured } from '../results';
import { benchRace } from '../system/bench-race';
import { shirtForm } from '../system/form-race';
import { withSystem } from '../system/own-system';
import { readTransactions } from '../system/work-counts';
import { number } from '../words';

interface Size {
  readonly people: number;
  readonly shirts: number;
  readonly within: number;
}

const sizes = {
  full: { people: 20_000, shirts: 1_000, within: 10 },
  short: { people: 1_000, shirts: 50, within: 2 },
} as const satisfies Record<string, Size>;

/** Seconds of rest, to know what the minute jobs do anyway. */
const restSeconds = 5;
const quotesPerTransaction = 20;

const signed = v.object({ blocks: v.array(v.tuple([v.string(), v.string()])), people: v.array(v.unknown()) });

/** Anybody can read a signed quote; nobody can change one. */
const claimedIn = (token: string): readonly string[] => {
  const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { blocks, people } = v.parse(signed, JSON.parse(text));
  return claimsOf({ blocks, people: people as Share[] }).map(({ pool, number: unit }) => `${pool} ${unit}`);
};

export const measureLastShirts = async ({ people, shirts, within }: Size, { say, signal }: Stage): Promise<Measured> =>
  withSystem(
    [benchRace(people + 1)],
    async (own) => {
      say(`  ${number(people)} people hold a spot each`);
      const shoppers = await letHold(own.system.urls.page, people, signal);
      const transactions = () => readTransactions(own);
      const before = await transactions();
      const restedFrom = performance.now();
      await new Promise((resolve) => setTimeout(resolve, restSeconds * 1000));
      const rested = await transactions();
      const perMs = (rested - before) / (performance.now() - restedFrom);
      const from = performance.now();
      const quoted = await letQuote({
        ...{ url: own.system.urls.page, shoppers, within, signal },
        entryOf: () => ({
          person: { answers: {}, items: [{ variant: 'shirt', quantity: 1 }] },
          order: { answers: {} },
        }),
      });
      const made = (await transactions()) - rested - perMs * (performance.now() - from);
      const claims = quoted.tokens.flatMap(claimedIn);
      const { quoted: got = 0, 'item-gone': gone = 0, 'item-held': held = 0, ...others } = quoted.answers;
      return {
        kind: 'measured',
        figures: [
          ...figuresOf({ promised: got, twice: claims.length - new Set(claims).size, without: gone + held }),
          ...figuresOf({ other: people - got - gone - held, transactions: (made * quotesPerTransaction) / people }),
          ...figuresOf({ p99: quoted.p99, seconds: people / quoted.perSecond }, quoted.void),
        ],
        details: [],
        notes: Object.entries(others).map(([kind, count]) => `${number(count)} were answered ${kind}.`),
      };
    },
    { orders: shirtForm(shirts) },
  );

const { people, shirts, within } = sizes.full;

export const lastShirts: Benchmark = {
  id: 'last-shirts',
  title: 'The last shirts',
  baseline: 'none published.',
  how: `${number(people)} people who hold a spot have an entry with a shirt quoted within ${within} s, and there are ${number(shirts)} shirts (short: ${number(sizes.short.people)} people, ${sizes.short.shirts} shirts). Transactions of the primary are counted until the last answer, less what it did at rest before.`,
  goals: [
    {
      id: 'promised',
      name: `shirts promised, of ${number(shirts)}`,
      unit: '',
      target: { least: shirts },
      fullOnly: true,
    },
    { id: 'twice', name: 'promised to a second person', unit: '', target: { most: 0 } },
    { id: 'without', name: 'people told that others have the last ones', unit: '' },
    { id: 'other', name: 'people told anything else', unit: '', target: { most: 0 } },
    {
      id: 'transactions',
      name: `database transactions for ${quotesPerTransaction} quotes`,
      unit: '',
      target: { most: 1 },
      heldBy: 'Requests that come before the first answer "nothing is left" is in the cache each ask the database.',
    },
    { id: 'seconds', name: 'until the last answer', unit: 's' },
    { id: 'p99', name: 'p99 of an answer', unit: 'ms' },
  ],
  measure: (stage) => measureLastShirts(sizeOf(sizes, stage.size), stage),
};
