import type { SystemOptions } from '../../local/system';

type ScalpedRace = NonNullable<SystemOptions['races']>[number];

/** The options of a scalper run. */
export interface ScalperOptions {
  readonly runners: number;
  readonly spots: number;
  /** Seconds within which all honest runners set off. */
  readonly within: number;
  /** Seconds a person needs for a form, at least and at most. */
  readonly think: readonly [number, number];
  /** Numbers of the scalper's addresses; there is one run for each number. */
  readonly addresses: readonly number[];
  /** How many honest people share an address: a household, or a small part of a carrier's network. */
  readonly share: number;
  /** Minutes after which the run ends at the latest. */
  readonly minutes: number;
  /** Share of one core that the scalper has for proofs of work. */
  readonly workShare: number;
  readonly seed: number;
  readonly card: string;
  /** Seconds. Default: the race's usual times. */
  readonly holdSeconds?: number;
  readonly offerSeconds?: number;
}

const raceId = 'scalped';
const eventId = '0199c000-0000-7000-8000-000000000001';
const day = 86_400_000;

/** A race with one event, which is already open. */
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
