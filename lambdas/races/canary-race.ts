import type { Race } from './race';

export const canaryRaceId = 'startline-canary';
export const canaryEventId = '0199a000-0000-7000-8000-00000000cafe';

const ever = new Date('2000-01-01T00:00:00Z');
const never = new Date('2099-12-31T00:00:00Z');

/**
 * The race in which the canary registers and cancels. It is always open and free of charge, because a live key of the
 * processor takes no test card. Each failed cancellation uses up one of its spots: these last for more than two weeks of
 * failures.
 */
export const canaryRace = (hash: (text: string) => string): Race => {
  const waiver = 'Nobody runs this race.';
  return {
    id: canaryRaceId,
    name: 'Canary',
    place: 'Nowhere',
    date: '2099-12-31',
    timeZone: 'UTC',
    description: 'Nobody runs this race. It shows that a runner could register.',
    currency: 'EUR',
    opensAt: ever,
    closesAt: never,
    waiver: { version: '1', text: waiver, hash: hash(waiver) },
    events: [
      {
        id: canaryEventId,
        name: 'Canary',
        distance: 1,
        capacity: 5000,
        prices: [{ label: 'Free', from: ever, amount: 0 }],
      },
    ],
    changes: { cancelUntil: never, refundPercent: 100 },
    // The shortest: spots of a failed run come back soon.
    sale: { holdSeconds: 180, offerSeconds: 900 },
  };
};
