import type { CreateRaceMessage } from '../../lambdas/races/messages';

type Wish = CreateRaceMessage['createRace'];

export const marathonId = '01890a5d-ac96-774b-bcce-b302099a8057';
export const tenId = '01890a5d-ac96-774b-bcce-b302099a8058';

/** A message that creates a race. */
export const aRace = (changes: Partial<Wish> = {}): CreateRaceMessage => ({
  createRace: {
    id: 'harbour-2027',
    name: 'Harbour Marathon',
    place: 'Bergen',
    date: '2027-09-12',
    timeZone: 'Europe/Oslo',
    description: 'Twice around the harbour.\n\nThen uphill.',
    currency: 'EUR',
    opensAt: '2027-03-01T10:00:00Z',
    closesAt: '2027-09-01T10:00:00+02:00',
    waiver: { version: '1', text: 'I run at my own risk.' },
    events: [
      {
        id: marathonId,
        name: 'Marathon',
        distance: 42_195,
        capacity: 40,
        prices: [
          { label: 'Late', from: '2027-06-01T00:00:00Z', amount: 9000 },
          { label: 'Early', from: '2027-03-01T10:00:00Z', amount: 7000 },
        ],
      },
      {
        id: tenId,
        name: '10 km',
        distance: 10_000,
        capacity: 8,
        prices: [{ label: 'All', from: '2027-01-01T00:00:00Z', amount: 0 }],
      },
    ],
    ...changes,
  },
});
