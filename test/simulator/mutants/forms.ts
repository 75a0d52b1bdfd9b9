import { unitsAsDesigned } from '../../model/units/rules';
import { type Mutant, unchanged, type Wrong } from './mutant';

const withUnits = (changes: Partial<Mutant['unitRules']>): Mutant => ({
  ...unchanged,
  unitRules: { ...unitsAsDesigned, ...changes },
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
    name: 'a use of a code is given back at once, and an older quote is paid with it',
    breaks: ['Q4'],
    seenIn: 166,
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
