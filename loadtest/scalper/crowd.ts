import type { SystemOptions } from '../../local/system';

type ScalpedRace = NonNullable<SystemOptions['races']>[number];

/** What somebody asked for. */
export interface ScalperOptions {
  readonly runners: number;
  readonly spots: number;
  /** All honest runners set off within so many seconds. */
  readonly within: number;
  /** Seconds a person needs for a form, at least and at most. */
  readonly think: readonly [number, number];
  /** How many addresses the scalper has: a run for each of these numbers. */
  readonly addresses: readonly number[];
  /** How many honest people share an address: a household, or a small part of a carrier's network. */
  readonly share: number;
  /** After so many minutes it is over, if not before. */
  readonly minutes: number;
  /** Of one core, for the scalper's work. */
  readonly workShare: number;
  readonly seed: number;
  readonly card: string;
  /** Instead of the race's usual ones. */
  readonly holdSeconds?: number;
  readonly offerSeconds?: number;
}

const raceId = 'scalped';
const eventId = '0199c000-0000-7000-8000-000000000001';
const day = 86_400_000;

/** A race with one event, open already. */
export const scalpedRace = ({ spots, holdSeconds, offerSeconds }: ScalperOptions, now: Date): ScalpedRace => {
  const at = (days: number) => new Date(now.getTime() + days * day).toISOString();
  const sale = {
    ...(holdSeconds !== undefined && { holdSeconds }),
    ...(offerSeconds !== undefined && { offerSeconds }),
  };
  return {
    createRace: {
      id: raceId,
      name: 'Scalped Marathon',
      place: 'Nowhere',
      date: at(120).slice(0, 10),
      timeZone: 'Europe/Berlin',
      description: 'A race that somebody wants whole.',
      currency: 'EUR',
      opensAt: at(-0.01),
      closesAt: at(90),
      ...(Object.keys(sale).length > 0 && { sale }),
      waiver: { version: '1', text: 'I take part at my own risk.' },
      events: [
        {
          id: eventId,
          name: 'Marathon',
          distance: 42_195,
          capacity: spots,
          prices: [{ label: 'Regular', from: at(-1), amount: 8900 }],
        },
      ],
    },
  };
};

export const scalped = { raceId, eventId } as const;
