/** One runner's way through the API: every example of the description comes from it, so they fit together. */
const raceId = 'harbour-2027';
const eventId = '01890a5d-ac96-774b-bcce-b302099a8057';
export const registrationId = '019c5f3e-7a31-7cc2-9d1e-4b7f0a6c2d11';
const email = 'ada@example.com';
const hash = 'vuC6RhEaf9CzXUQM1UqqB8FK4ipsvLdvtGNtuWmFJmA';

const summary = {
  id: raceId,
  name: 'Harbour Marathon',
  place: 'Bergen',
  date: '2027-09-12',
  timeZone: 'Europe/Oslo',
  opensAt: '2027-03-01T10:00:00.000Z',
  closesAt: '2027-09-01T10:00:00.000Z',
};

const waiver = { version: '2027-1', text: 'I run at my own risk and am fit to do so.', hash };

export const raceList = { races: [summary] };

export const race = {
  ...summary,
  description: 'Twice around the harbour, then uphill.',
  currency: 'EUR',
  waiver,
  events: [
    {
      id: eventId,
      name: 'Marathon',
      distance: 42_195,
      capacity: 5000,
      prices: [
        { label: 'Early bird', from: '2027-03-01T10:00:00.000Z', amount: 7000 },
        { label: 'Regular', from: '2027-06-01T00:00:00.000Z', amount: 9000 },
      ],
    },
  ],
};

export const availability = {
  raceId,
  now: '2027-03-01T10:00:04.120Z',
  events: [{ eventId, spotsLeft: 3212, state: 'open' }],
};

export const holdRequest = { registrationId, eventId };

export const holdGranted = {
  registrationId,
  raceId,
  eventId,
  hold: 'k1.eyJzcG90IjoxNzg5fQ.q5b1pS3xM0bX8sV6u1m2yq0nE9wW5oJ4cTzR7hLkDfA',
  expiresAt: '2027-03-01T10:10:04.120Z',
  now: '2027-03-01T10:00:04.120Z',
  quote: { currency: 'EUR', lines: [{ label: 'Marathon, Early bird', amount: 7000 }], total: 7000 },
  waiver,
};

export const submission = {
  hold: holdGranted.hold,
  runner: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email,
    birthDate: '1990-05-17',
    gender: 'female',
    emergencyContact: 'Charles Babbage, +44 20 7946 0018',
  },
  waiver: { hash, accepted: true },
  paymentMethod: 'pm_card_visa',
};

export const registrationAccepted = { registrationId, status: 'processing', pollAfter: 1 };

const about = { registrationId, raceId, raceName: summary.name, eventId, eventName: 'Marathon' };

export const registrationStatuses = {
  processing: { registrationId, status: 'processing', pollAfter: 2 },
  confirmed: {
    ...about,
    status: 'confirmed',
    number: 1789,
    payment: 'captured',
    amount: 7000,
    currency: 'EUR',
    runner: { firstName: 'Ada', lastName: 'Lovelace', email },
    registeredAt: '2027-03-01T10:02:31.007Z',
  },
  duplicate: { ...about, status: 'duplicate' },
  refused: { ...about, status: 'refused' },
  'payment-failed': { ...about, status: 'payment-failed' },
};

export const linkRequest = { email };
export const linkRequested = { status: 'sent-if-known' };

export const pathParameters = { raceId, registrationId };
