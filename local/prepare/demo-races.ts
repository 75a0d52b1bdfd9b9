import type { CreateRaceMessage } from '../../lambdas/races/messages';

const day = 86_400_000;
/** Two hours: announcements to runners rest while a race opens. */
const openSinceDays = 1 / 12;
const at = (now: Date, days: number) => new Date(now.getTime() + days * day).toISOString();

export const waiver = {
  version: '1',
  text: [
    'I take part at my own risk and am fit enough for the distance I have chosen.',
    'I follow the instructions of the marshals and of the medical staff.',
    'The organiser may cancel or shorten the race when safety demands it.',
  ].join('\n\n'),
};

export const millRace = 'old-mill-relay-and-run';
export const millRun = '0199a000-0000-7000-8000-000000000004';
export const millFive = '0199a000-0000-7000-8000-000000000005';
export const millMile = '0199a000-0000-7000-8000-000000000006';
export const millDinner = '0199a000-0000-7000-8000-000000000007';
export const millRelay = '0199a000-0000-7000-8000-000000000009';

/** Races to try everything: two open at once, one closed long ago. Their ids never change. */
export const demoRaces = (now: Date): readonly CreateRaceMessage[] => [
  {
    createRace: {
      id: 'harbour-city-marathon',
      name: 'Harbour City Marathon',
      place: 'Harbour City',
      date: at(now, 120).slice(0, 10),
      timeZone: 'Europe/Berlin',
      description:
        'Along the quays at sunrise, over the three bridges, and back through the old town. Five hundred places for the full distance: they were gone within minutes last year.',
      currency: 'EUR',
      opensAt: at(now, -openSinceDays),
      closesAt: at(now, 90),
      changes: { cancelUntil: at(now, 60), refundPercent: 80, transferUntil: at(now, 85) },
      waiver,
      events: [
        {
          id: '0199a000-0000-7000-8000-000000000001',
          name: 'Marathon',
          distance: 42_195,
          capacity: 500,
          prices: [
            { label: 'Early bird', from: at(now, -1), amount: 8_900 },
            { label: 'Regular', from: at(now, 30), amount: 10_900 },
          ],
        },
        {
          id: '0199a000-0000-7000-8000-000000000002',
          name: '10 km',
          distance: 10_000,
          capacity: 200,
          prices: [{ label: 'Regular', from: at(now, -1), amount: 3_500 }],
        },
      ],
    },
  },
  {
    createRace: {
      id: millRace,
      name: 'Old Mill Run',
      place: 'Millbrook',
      date: at(now, 150).slice(0, 10),
      timeZone: 'Europe/Berlin',
      description:
        'Twelve kilometres around the mill pond, alone or in a relay, with a shirt for everybody, warm hoodies for the first sixty, and pasta the evening before.',
      currency: 'EUR',
      opensAt: at(now, -openSinceDays),
      closesAt: at(now, 140),
      series: 'Old Mill',
      changes: {
        cancelUntil: at(now, 100),
        refundPercent: 80,
        transferUntil: at(now, 120),
        deferral: { until: at(now, 140), worth: 'entry', fee: 500, creditUntil: at(now, 600) },
      },
      waiver,
      events: [
        {
          id: millRun,
          name: '12 km',
          distance: 12_000,
          capacity: 300,
          prices: [{ label: 'Regular', from: at(now, -1), amount: 2_900 }],
        },
        {
          id: millFive,
          name: '5 km',
          distance: 5_000,
          capacity: 200,
          prices: [{ label: 'Regular', from: at(now, -1), amount: 1_500 }],
        },
        // In no list: a code opens it.
        {
          id: millMile,
          name: 'Millers’ mile',
          distance: 1_609,
          capacity: 60,
          prices: [{ label: 'Neighbours', from: at(now, -1), amount: 900 }],
        },
        {
          id: '0199a000-0000-7000-8000-000000000008',
          name: 'Gifts',
          kind: 'gift',
          capacity: 200,
          prices: [{ label: 'Any amount', from: at(now, -1), amount: 0 }],
        },
        {
          id: millDinner,
          name: 'Pasta evening',
          kind: 'ticket',
          capacity: 120,
          prices: [{ label: 'Ticket', from: at(now, -1), amount: 1_250 }],
        },
        {
          id: millRelay,
          name: 'Relay, 4 × 3 km',
          distance: 3_000,
          // Legs: forty teams of four.
          capacity: 160,
          prices: [{ label: 'Each leg', from: at(now, -1), amount: 1_200 }],
        },
      ],
    },
  },
  {
    createRace: {
      id: 'old-mill-half-marathon',
      name: 'Old Mill Half Marathon',
      place: 'Millbrook',
      date: '2024-10-06',
      timeZone: 'America/New_York',
      description: 'Twenty-one kilometres of forest paths, from mill to mill. Its registration closed long ago.',
      currency: 'USD',
      opensAt: '2024-03-01T15:00:00Z',
      closesAt: '2024-09-15T15:00:00Z',
      waiver,
      events: [
        {
          id: '0199a000-0000-7000-8000-000000000003',
          name: 'Half marathon',
          distance: 21_098,
          capacity: 50,
          prices: [{ label: 'Regular', from: '2024-01-01T00:00:00Z', amount: 6_500 }],
        },
      ],
    },
  },
];
