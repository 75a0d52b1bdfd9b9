import type { Form } from '../../lambdas/api/form/definition/form';
import type { Extras } from '../../lambdas/api/form/extras';
import type { Signing } from '../../lambdas/api/form/signing';
import type { Discount } from '../../lambdas/domain/money/discount';
import { defaultSale, type Race as Published } from '../../lambdas/races/race';
import type { EventName } from './world/moves';

/** The one race of a simulated world. Times in milliseconds since the epoch. */
export interface Race {
  readonly raceId: string;
  readonly eventId: string;
  readonly capacity: number;
  readonly opensAt: number;
  readonly closesAt: number;
  /** When the price rises. */
  readonly dearerAt: number;
  /** Until then spots may be given back and passed on. */
  readonly changesUntil: number;
  /** Percent of what was paid. */
  readonly refundPercent: number;
  /** How long a hold lasts. */
  readonly holdSeconds: number;
  /** What the person pays to whom a spot is passed on, in cents. */
  readonly transferFee?: number;
  /** Its other event, which is not on sale: directors move runners to it and back. */
  readonly other?: { readonly eventId: string; readonly spots: number; readonly price: number };
  /** It has a form: so many shirts, and so many uses of a code. The pools of both. */
  readonly form?: {
    readonly shirts: Pool;
    readonly uses: Pool;
    /** So many units may all of them claim and not pay for: they share one address. Absent: more than there are. */
    readonly perAddress?: number;
  };
}

export interface Pool {
  readonly id: string;
  readonly stock: number;
}

/** What people sign in a race with a form, and a guardian for a minor. */
export const documentsOfRace = [
  { kind: 'waiver', hash: 'waiver', signature: 'typed-name' },
  { kind: 'minor-waiver', hash: 'minor-waiver', signature: 'typed-name' },
] as const;

export const shirt = { id: 'shirt', price: 2_000 } as const;

/** How many units there are of each pool. */
export const stockOf = ({ form }: Race): Readonly<Record<string, number>> =>
  form ? { [form.shirts.id]: form.shirts.stock, [form.uses.id]: form.uses.stock } : {};

export const currency = 'EUR';
export const waiverHash = 'waiver-hash';

/** The price of a hold at an instant, in cents. */
export const priceAt = ({ dearerAt }: Pick<Race, 'dearerAt'>, now: number): number => (now < dearerAt ? 4500 : 5500);

/** The price of either event. */
export const priceOf = (race: Race, event: EventName, now: number): number =>
  event === 'first' ? priceAt(race, now) : (race.other?.price ?? 0);

export const nameOf = (event: EventName): string => (event === 'first' ? 'Ten' : 'Five');

export const isOpen = ({ opensAt, closesAt }: Race, now: number): boolean => now >= opensAt && now < closesAt;

/** What every mail says of it. */
export const occasionOf = (race: Race) => {
  const { name, place, date, timeZone, events } = published(race);
  return { raceName: name, place, raceDate: date, timeZone, eventName: events[0]?.name ?? '' };
};

/** As the race register would publish it. */
export const published = (race: Race): Published => ({
  id: race.raceId,
  ...(race.form && { form: 1 }),
  name: 'Harbour Run',
  place: 'Harbour City',
  date: '2027-05-02',
  timeZone: 'Europe/Berlin',
  description: '',
  currency,
  opensAt: new Date(race.opensAt),
  closesAt: new Date(race.closesAt),
  waiver: { version: '1', text: 'I run at my own risk.', hash: waiverHash },
  changes: {
    cancelUntil: new Date(race.changesUntil),
    transferUntil: new Date(race.changesUntil),
    refundPercent: race.refundPercent,
  },
  // All runners share one address, and pay soon: much is allowed without work, and more costs little work.
  sale: {
    ...defaultSale,
    holdSeconds: race.holdSeconds,
    limits: { perSession: 15, freePerAddress: 14, mostPerAddress: 200, hashes: 4 },
  },
  events: [
    {
      id: race.eventId,
      name: nameOf('first'),
      distance: 10_000,
      capacity: race.capacity,
      prices: [
        { label: 'Early', from: new Date(0), amount: priceAt(race, race.dearerAt - 1) },
        { label: 'Late', from: new Date(race.dearerAt), amount: priceAt(race, race.dearerAt) },
      ],
    },
  ],
});

/** What is sold with an entry, and signed. */
export const formOfRace: Extras & Signing & Pick<Form, 'questions'> = {
  questions: [],
  documents: documentsOfRace,
  items: [
    {
      id: 'shirts',
      label: { en: 'Shirt' },
      variants: [{ id: shirt.id, label: { en: 'Shirt' }, price: shirt.price, limited: true }],
    },
  ],
};

/** Half of each entry, as often as there are uses; a use of the only one is claimed from the ledger at once. */
export const discountOf = ({ id, stock }: Pool): Discount => ({
  ref: id,
  pool: id,
  ...(stock === 1 && { isDirect: true }),
  kind: 'percent',
  value: 50,
  appliesTo: 'entry',
  isFor: () => true,
});
