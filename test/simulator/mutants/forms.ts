import type { Entry } from '../../../lambdas/domain/money/quote';
import type { Priced } from '../../../lambdas/quote/ports';
import { unitsAsDesigned } from '../../model/units/rules';
import { type Mutant, unchanged, type Wrong } from './mutant';

const withUnits = (changes: Partial<Mutant['unitRules']>): Mutant => ({
  ...unchanged,
  unitRules: { ...unitsAsDesigned, ...changes },
});

type PricedPerson = Priced['people'][number];

/** The price of a quote, with other people. */
const priced = (
  change: (person: PricedPerson, n: number) => PricedPerson,
  totalOf?: (people: readonly PricedPerson[]) => number,
): Mutant => ({
  ...unchanged,
  price:
    (price) =>
    (...asked) => {
      const right = price(...asked);
      if (right === 'too-large') return right;
      const people = right.people.map(change);
      return { ...right, people, total: totalOf?.(people) ?? right.total };
    },
});

/** Mistakes in a race with a form. */
export const wrongForms: readonly Wrong[] = [
  {
    name: 'a claim is good for its number in whatever block',
    breaks: ['Q1'],
    mutant: withUnits({ isStillClaimed: (unit) => unit.block !== null, without: 'a unit has one line' }),
  },
  {
    name: 'a runner who goes without pays all the same',
    breaks: ['Q2'],
    mutant: { ...unchanged, short: () => new Map() },
  },
  {
    name: 'nobody looks for another unit',
    breaks: ['Q5'],
    mutant: withUnits({ without: 'the writer looks for another unit' }),
  },
  {
    name: 'the payer also pays, in the total alone, what a companion buys',
    breaks: ['Q3'],
    mutant: priced(
      (person) => person,
      (people) => people.reduce((sum, { share }, n) => sum + share * (n > 0 ? 2 : 1), 0),
    ),
  },
  {
    name: 'the share of somebody with a code is rounded to whole euros',
    breaks: ['Q3'],
    mutant: priced((person) => ({ ...person, share: Math.round(person.share / 100) * 100 })),
  },
  {
    name: 'a code takes off more than there is',
    breaks: ['Q3'],
    mutant: priced(
      ({ lines, ...person }) => {
        const less = lines.map((line) => (line.kind === 'code' ? { ...line, amount: line.list - 100 } : line));
        return { ...person, lines: less, share: less.reduce((sum, { amount }) => sum + amount, 0) };
      },
      (people) => people.reduce((sum, { share }) => sum + share, 0),
    ),
  },
  {
    name: 'nobody asks who signs for a minor',
    breaks: ['Q10'],
    mutant: { ...unchanged, judge: () => async () => ({ broken: [], faults: [] }) },
  },
  {
    name: 'the day of the race says who is a minor',
    breaks: ['Q10'],
    mutant: {
      ...unchanged,
      judge: (judge) => async (form, asked, entry, asker) => {
        const ofAge = (born: string) => (born <= '2009-05-02' ? '1990-01-01' : born);
        const people = entry.people.map((one) => ({ ...one, birthDate: ofAge(one.birthDate) }));
        return judge(form, asked, { ...entry, people: people as unknown as Entry['people'] }, asker);
      },
    },
  },
  {
    name: 'the message to the writer forgets who signed for whom',
    breaks: ['Q10'],
    mutant: {
      ...unchanged,
      inbox: (inbox) => ({
        putSweep: (sweep) => inbox.putSweep(sweep),
        putTransfer: (transfer) => inbox.putTransfer(transfer),
        put: ({ runner: { guardian: _, ...runner }, ...submission }) => inbox.put({ ...submission, runner }),
      }),
    },
  },
  {
    name: 'the message to the writer has a birth date that nobody was quoted for',
    breaks: ['Q7'],
    mutant: {
      ...unchanged,
      inbox: (inbox) => ({
        putSweep: (sweep) => inbox.putSweep(sweep),
        putTransfer: (transfer) => inbox.putTransfer(transfer),
        put: ({ runner, ...submission }) =>
          inbox.put({ ...submission, runner: { ...runner, birthDate: `1970${runner.birthDate.slice(4)}` } }),
      }),
    },
  },
  {
    name: 'a use of a code is given back at once, and an older quote is paid with it',
    breaks: ['Q4'],
    seenIn: 155,
    mutant: {
      ...unchanged,
      dealUnits:
        (deal) =>
        ({ previousUses: _, wanted, ...request }, deadline) =>
          deal({ ...request, wanted: wanted.map(({ kind: __, ...one }) => one) }, deadline),
    },
  },
  {
    name: 'each quote opens a payment of its own',
    breaks: ['Q6'],
    mutant: {
      ...unchanged,
      tokens: (tokens) => ({
        readHold: (token) => tokens.readHold(token),
        readQuote: async (token) => {
          const quote = await tokens.readQuote(token);
          return quote && { ...quote, tried: undefined };
        },
      }),
      http: (http) => (request, withinMs) => {
        const { path, form, idempotencyKey } = request;
        const isCreation = path === '/v1/payment_intents' && idempotencyKey !== undefined;
        return http(
          isCreation ? { ...request, idempotencyKey: `${idempotencyKey}:${form?.amount}` } : request,
          withinMs,
        );
      },
    },
  },
  {
    name: 'units that are paid for count as if nobody had paid',
    breaks: ['L5'],
    seenIn: 67,
    mutant: {
      ...unchanged,
      unpaid: (unpaid) => ({
        takeBack: (amounts) => unpaid.takeBack(amounts.filter(({ who }) => !who.startsWith('units:'))),
      }),
    },
  },
  {
    name: 'a cancelled line keeps its unit',
    breaks: ['L-Q'],
    mutant: withUnits({ without: 'a cancelled line lets go of its unit' }),
  },
  {
    name: 'what was claimed and not paid for stays away',
    breaks: ['L-Q'],
    mutant: withUnits({ comesBack: () => false }),
  },
];
