import { oneEventRace } from '../target/one-event-race';

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
const openForMs = 864_000;

/** A race with one event, which is already open. */
export const scalpedRace = ({ spots, holdSeconds, offerSeconds }: ScalperOptions, now: Date) => {
  const sale = {
    ...(holdSeconds !== undefined && { holdSeconds }),
    ...(offerSeconds !== undefined && { offerSeconds }),
  };
  return oneEventRace({
    raceId,
    eventId,
    name: 'Scalped Marathon',
    description: 'A race that somebody wants whole.',
    spots,
    opensAt: new Date(now.getTime() - openForMs),
    ...(Object.keys(sale).length > 0 && { sale }),
  });
};

export const scalped = { raceId, eventId } as const;
