import {
  about,
  email,
  holdGranted,
  raceId,
  registrationId,
  submission,
  transferAcceptance,
  transferAccepted,
} from './examples';

export const publishedForm = {
  raceId,
  revision: 3,
  language: 'en',
  questions: [
    {
      id: 'shuttle',
      type: 'choice',
      of: 'person',
      label: { en: 'Do you take the bus to the start?', nb: 'Tar du bussen til start?' },
      required: true,
      options: [
        { id: 'yes', label: { en: 'Yes', nb: 'Ja' } },
        { id: 'no', label: { en: 'No', nb: 'Nei' } },
      ],
    },
    {
      id: 'stop',
      type: 'text',
      of: 'person',
      label: { en: 'Where do you get on?', nb: 'Hvor går du på?' },
      required: true,
      maxLength: 60,
      showIf: { question: 'shuttle', in: ['yes'] },
    },
  ],
  items: [
    {
      id: 'shirt',
      label: { en: 'Shirt', nb: 'Trøye' },
      variants: [
        { id: 'shirt-s', label: { en: 'S' }, price: 2000 },
        { id: 'shirt-m', label: { en: 'M' }, price: 2000 },
      ],
    },
  ],
  causes: [{ id: 'trees', label: { en: 'Trees for the park' }, presets: [500, 2000], least: 100, most: 100_000 }],
};

const answering = {
  registrationId,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email,
  birthDate: '1990-05-17',
  answers: { shuttle: 'yes', stop: 'Mill bridge' },
  items: [{ variant: 'shirt-m', quantity: 1 }],
};
const entry = { people: [answering], order: { answers: {}, donation: { cause: 'trees', amount: 500 } } };
export const quoteRequest = { hold: holdGranted.hold, form: 3, entry };
export const quoteGiven = {
  registrationId,
  quote: 'k1.eyJ0b3RhbCI6OTUwMH0.W8sV6u1m2yq0nE9wW5oJ4cTzR7hLkDfAq5b1pS3xM0b',
  form: 3,
  entry,
  dropped: [],
  currency: 'EUR',
  lines: [
    { registrationId, kind: 'entry', label: 'Marathon, Early bird', list: 7000, amount: 7000 },
    { registrationId, kind: 'item', ref: 'shirt-m', list: 2000, amount: 2000 },
    { registrationId, kind: 'donation', ref: 'trees', list: 500, amount: 500 },
  ],
  shares: [{ registrationId, amount: 9500 }],
  total: 9500,
  registered: [{ registrationId, registered: 'no' }],
  expiresAt: holdGranted.expiresAt,
  now: '2027-03-01T10:04:31.002Z',
};

const { runner: _, ...paid } = submission;
export const quotedSubmission = { ...paid, quote: quoteGiven.quote, entry };

/** The recipient of a spot buys nothing. */
const { items: __, ...recipient } = answering;
export const transferEntry = {
  form: 3,
  entry: { people: [recipient], order: { answers: {} } },
  waiver: submission.waiver,
};

export const deferralRequest = { worth: 'entry', fee: 500 };
export const deferralOffered = {
  registrationId,
  status: 'offered',
  ...deferralRequest,
  currency: 'EUR',
  series: 'Harbour Runs',
  creditUntil: '2028-12-31T23:00:00.000Z',
};
export const registrationDeferred = {
  registrationId,
  status: 'deferred',
  credit: {
    code: '7K3M-9QWX-2RTV',
    ...deferralRequest,
    currency: 'EUR',
    series: 'Harbour Runs',
    expiresAt: '2028-12-31T23:00:00.000Z',
    isUsed: false,
  },
};

export const transferQuoted = {
  registrationId: '019d2b7c-4f10-7a92-b6c3-1d2e3f405162',
  quote: 'k1.eyJmZWUiOjEwMDB9.W8sV6u1m2yq0nE9wW5oJ4cTzR7hLkDfAq5b1pS3xM0b',
  link: transferAccepted.link,
  runner: transferAcceptance.runner,
  fee: 1000,
  currency: 'EUR',
  expiresAt: '2027-08-20T10:10:00.000Z',
  now: '2027-08-20T10:00:00.000Z',
};
const ofOffer = { ...about, registrationId: '019d2b7c-0c52-7f3e-8a41-5e6f70819203' };
export const moveStatuses = {
  'move-offered': {
    ...ofOffer,
    status: 'move-offered',
    from: '10 km',
    difference: 1500,
    currency: 'EUR',
    endsAt: '2027-04-03T18:30:00.000Z',
    now: '2027-04-02T18:30:00.000Z',
  },
  moved: { ...ofOffer, status: 'moved', number: 1789 },
  'moved, but it could not be charged': { ...ofOffer, status: 'moved', number: 1789, isUnpaid: true },
  'moved, and it can be paid once more': {
    ...{ ...ofOffer, status: 'moved', number: 1789, isUnpaid: true },
    due: { difference: 1500, currency: 'EUR', now: '2027-04-02T18:30:00.000Z' },
  },
  'moved, and changed since': { ...ofOffer, status: 'moved' },
  'taken over, and the fee can be paid once more': {
    ...{ ...ofOffer, status: 'accepted', isUnpaid: true },
    due: { difference: 1000, currency: 'EUR', now: '2027-04-02T18:30:00.000Z' },
  },
};
export const moveQuoteRequest = { move: true };
export const moveQuoted = {
  registrationId: transferQuoted.registrationId,
  quote: transferQuoted.quote,
  link: transferAccepted.link,
  difference: 1500,
  currency: 'EUR',
  expiresAt: transferQuoted.expiresAt,
  now: transferQuoted.now,
};
export const moveSubmission = { move: moveQuoted.quote, confirmationToken: 'ctoken_1QbZ8e2eZvKYlo2C' };
export const transferSubmission = {
  transfer: transferQuoted.quote,
  runner: transferQuoted.runner,
  waiver: transferAcceptance.waiver,
  confirmationToken: 'ctoken_1QbZ8e2eZvKYlo2C',
};
