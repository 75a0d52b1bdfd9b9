/** One runner's way through the API. All examples of the description come from it, so they fit together. */
export const raceId = 'harbour-2027';
export const eventId = '01890a5d-ac96-774b-bcce-b302099a8057';
export const registrationId = '019c5f3e-7a31-7cc2-9d1e-4b7f0a6c2d11';
export const email = 'ada@example.com';
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
  changes: { cancelUntil: '2027-08-01T10:00:00.000Z', refundPercent: 80, transferUntil: '2027-09-01T10:00:00.000Z' },
};

export const text = { raceId, hash, version: '2027-1', locale: 'en', text: waiver.text };

export const availability = {
  raceId,
  now: '2027-03-01T10:00:04.120Z',
  events: [{ eventId, spotsLeft: 3212, state: 'open' }],
};

export const stock = {
  raceId,
  variants: [
    { variant: 'shirt-m', state: 'plenty' },
    { variant: 'shirt-xl', state: 'few', left: 3 },
  ],
};

const fundraiser = {
  slug: 'for-the-trees',
  title: 'For the trees',
  cause: 'trees',
  by: 'Ada L.',
  target: 50_000,
  raised: 12_500,
  gifts: 5,
  isOpen: true,
};
export const fundraisers = { raceId, currency: 'EUR', total: 1, fundraisers: [fundraiser] };
const story = 'I run my first marathon.\nEach euro is a tree.';
export const fundraiserPage = {
  raceId,
  currency: 'EUR',
  ...fundraiser,
  story,
  publicGifts: [{ by: 'Grace H.', amount: 2500, at: '2027-03-02T09:00:00.000Z' }],
};
export const fundraiserRequest = { cause: 'trees', title: 'For the trees', story, target: 50_000, isOpen: true };
export const ownFundraiser = {
  registrationId,
  raceId,
  slug: 'for-the-trees',
  ...fundraiserRequest,
  isHidden: false,
  raised: 12_500,
  gifts: 5,
};

export const holdRequest = { registrationId, eventId };
const companions = ['019c5f3e-7a31-7d10-8a44-c1b2d3e4f506', '019c5f3e-7a31-7e77-b3c0-0a1b2c3d4e5f'];
export const holdRequestOfGroup = { ...holdRequest, companions };

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

export const holdGrantedToGroup = {
  ...holdGranted,
  companions,
  quote: { currency: 'EUR', lines: [{ label: '3 × Marathon, Early bird', amount: 21_000 }], total: 21_000 },
};

export const typedDraft = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@exa',
  birthDay: '17',
  birthMonth: '5',
  birthYear: '',
  gender: 'female',
  emergencyContact: '',
};

export const typedDraftOfGroup = {
  ...typedDraft,
  companions: [{ ...typedDraft, firstName: 'Bea' }],
};

export const typedDraftWithAnswers = {
  ...typedDraft,
  answers: { shuttle: 'yes', stop: 'Mill brid' },
  order: { heard: 'friend' },
};

export const draftKept = { status: 'kept' };
export const sessionEnded = { status: 'ended' };
const { hold: token, expiresAt } = holdGranted;
export const sessions = {
  holding: {
    holds: [{ registrationId, raceId, eventId, hold: token, expiresAt }],
    draft: typedDraft,
    now: '2027-03-01T10:03:11.870Z',
  },
  together: {
    holds: [{ registrationId, raceId, eventId, companions, hold: token, expiresAt }],
    draft: typedDraftOfGroup,
    now: '2027-03-01T10:03:11.870Z',
  },
  nothing: { holds: [], now: '2027-03-01T10:03:11.870Z' },
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
  confirmationToken: 'ctoken_1Sx7aQ2eZvKYlo2C0b9dTqWf',
};
const payment = 'pi_3Sx7aR2eZvKYlo2C1mJq0LhT';
export const submissionResumed = { ...submission, resume: payment };

const bea = {
  firstName: 'Bea',
  lastName: 'Lovelace',
  email,
  birthDate: '2009-03-02',
  gender: 'female',
  emergencyContact: 'Ada Lovelace, +44 20 7946 0100',
};
const cem = { ...bea, firstName: 'Cem', birthDate: '1988-12-24', gender: 'male' };
export const submissionOfGroup = { ...submission, companions: [bea, cem] };

export const registrationAccepted = { registrationId, status: 'processing', pollAfter: 1 };
export const actionRequired = {
  status: 'action-required',
  registrationId,
  clientSecret: `${payment}_secret_8kQx2mVtYb`,
  payment,
  until: '2027-03-01T10:12:04.120Z',
};

export const about = { registrationId, raceId, raceName: summary.name, eventId, eventName: 'Marathon' };

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
  'who paid for several': {
    ...about,
    status: 'confirmed',
    number: 1790,
    payment: 'captured',
    amount: 7000,
    currency: 'EUR',
    companions: [bea, cem].map(({ firstName, lastName }, n) => ({
      registrationId: companions[n],
      firstName,
      lastName,
      number: 1791 + n,
    })),
    runner: { firstName: 'Ada', lastName: 'Lovelace', email },
    registeredAt: '2027-03-01T10:02:31.007Z',
  },
  duplicate: { ...about, status: 'duplicate' },
  refused: { ...about, status: 'refused' },
  'payment-failed': { ...about, status: 'payment-failed' },
  cancelled: { ...about, status: 'cancelled', refund: 5600, currency: 'EUR' },
  deferred: { ...about, status: 'deferred' },
  transferred: { ...about, status: 'transferred' },
};

const { firstName, lastName, birthDate } = submission.runner;
const identity = { firstName, lastName, email, birthDate };
const ticket = 'k1.eyJldmVudCI6MTd9.Zm9yIHdob2V2ZXIgd2FpdHMsIGFuZCBub2JvZHkgZWxzZSEh';

export const placeId = '019c6a01-55d0-7b1a-8c3f-2f6d1e0a9b47';
const place = { placeId, raceId, raceName: summary.name, eventId, eventName: 'Marathon' };

export const registrationCheck = { runner: identity };
export const registrationChecked = { registrationId, registered: 'no' };

const permit = 'k1.eyJwbGFjZUlkIjoiMDE5YzZhMDEifQ.b25lIHBsYWNlIGluIGxpbmUsIHdpdGhpbiBoYWxmIGFuIGhvdXI';
export const joinRequest = { placeId, eventId, runner: identity, permit };
export const joinRequestOfGroup = { ...joinRequest, size: 3 };
export const joinAccepted = { placeId, raceId, eventId, ticket, status: 'processing', pollAfter: 1 };
export const holdRequestWithTicket = { registrationId, eventId, ticket };
export const cardTriesGiven = { registrationId, hold: holdGranted.hold, cardTries: 3 };
export const challenge = { token: ticket, work: 524_288 };
export const holdRequestWithProof = { registrationId, eventId, proof: { challenge: ticket, nonce: '00000000421337' } };
export const waitingStatuses = {
  processing: { placeId, status: 'processing', pollAfter: 2 },
  'on-the-list': { ...place, status: 'on-the-list' },
  waiting: { ...place, status: 'waiting', ahead: 41, size: 1, confirmation: 'by-mail', pollAfter: 60 },
  offered: {
    ...place,
    status: 'offered',
    endsAt: '2027-03-09T08:00:00.000Z',
    now: '2027-03-08T09:12:44.002Z',
    size: 3,
    runner: identity,
  },
  registered: { ...place, status: 'registered' },
  expired: { ...place, status: 'expired' },
  left: { ...place, status: 'left', isRemoved: true },
  'not-needed': { ...place, status: 'not-needed' },
};
export const placeConfirmed = { placeId, status: 'confirmed' };
export const waitingListLeft = { placeId, status: 'left' };

const transferId = '019d2b7c-0c52-7f3e-8a41-5e6f70819203';
const recipient = { firstName: 'Bea', email: 'bea@example.com' };
export const cancellationRequest = { refund: 5600 };
export const itemExchanged = { registrationId, position: 1, variant: 'shirt-l', status: 'exchanged' };
export const cancelled = { registrationId, status: 'cancelled', refund: 5600, currency: 'EUR' };
export const transferRequest = { transferId, recipient };
export const transferOffered = { registrationId, transferId, status: 'offered' };
export const transferWithdrawn = { registrationId, status: 'withdrawn' };
export const transferStatuses = {
  offered: {
    ...about,
    registrationId: transferId,
    status: 'offered',
    from: 'Ada L.',
    recipient,
    endsAt: '2027-09-01T10:00:00.000Z',
    now: '2027-04-02T18:30:00.000Z',
    waiver,
  },
  accepted: { ...about, registrationId: transferId, status: 'accepted' },
  gone: { ...about, registrationId: transferId, status: 'gone' },
};
export const transferAcceptance = {
  runner: { ...submission.runner, ...recipient, lastName: 'Byron', birthDate: '1988-01-22' },
  waiver: { hash, accepted: true },
};
export const transferAccepted = { registrationId: transferId, status: 'accepted', number: 1789, link: ticket };

export const linkRequest = { email };
export const linkRequested = { status: 'sent-if-known' };

export const pathParameters = {
  raceId,
  registrationId,
  placeId,
  transferId,
  revision: '3',
  hash,
  position: '1',
  slug: 'for-the-trees',
};
