import * as examples from '../examples/examples';
import {
  donorNameRequest,
  fundraiserList,
  fundraiserPage,
  fundraiserRequest,
  ownDonation,
  ownFundraiser,
} from '../messages/form/fundraisers';
import type { Operation } from './operation';

const { registrationId, slug, title } = examples.ownFundraiser;
const given = { registrationId, slug, title, isHidden: false, isNamed: false };
const donation = { name: 'OwnDonation', schema: ownDonation, examples: { bea: given } };
const own = { name: 'OwnFundraiser', schema: ownFundraiser, examples: { ada: examples.ownFundraiser } };

/** People who collect for a cause of their race. */
export const fundraiserOperations = {
  'GET /api/races/{raceId}/fundraisers': {
    id: 'listFundraisers',
    summary: 'Who collects for a cause of a race',
    description:
      'Twenty in one answer, those who raised most first, at most 40 seconds old. `q`: in the title or the name. `after`: `next` of the answer before.',
    answer: {
      status: 200,
      description: 'Fundraisers.',
      body: { name: 'FundraiserList', schema: fundraiserList, examples: { fundraisers: examples.fundraisers } },
    },
    cached: true,
    query: { q: 'A part of the title or the name, in any case.', after: 'The `next` of the page before.' },
    problems: [],
  },
  'GET /api/races/{raceId}/fundraisers/{slug}': {
    id: 'showFundraiser',
    summary: 'A fundraiser',
    description:
      'Its story is plain text. `publicGifts` names those who gave and said that they may be named. To give, name the `slug` as `fundraiser` of the donation, with its cause.',
    answer: {
      status: 200,
      description: 'The fundraiser.',
      body: { name: 'Fundraiser', schema: fundraiserPage, examples: { fundraiser: examples.fundraiserPage } },
    },
    cached: true,
    problems: [],
  },
} as const satisfies Record<string, Operation>;

export const ownFundraiserOperations = {
  'GET /api/registrations/{registrationId}/fundraiser': {
    id: 'showOwnFundraiser',
    summary: 'The own fundraiser',
    description: 'As it is saved, also when nobody else is shown it.',
    security: 'bearer',
    answer: { status: 200, description: 'The fundraiser.', body: own },
    problems: ['not-yours'],
  },
  'PUT /api/registrations/{registrationId}/fundraiser': {
    id: 'saveFundraiser',
    summary: 'Collect for a cause',
    description:
      'Makes the fundraiser of a registration in a race whose form has `fundraising`, or changes it. The address is made from the first title, and stays; so does the cause. Twenty changes in 24 hours. Safe to send again.',
    security: 'bearer',
    request: { name: 'FundraiserRequest', schema: fundraiserRequest, examples: { ada: examples.fundraiserRequest } },
    answer: { status: 200, description: 'Saved.', body: own },
    problems: ['invalid-request', 'not-json', 'too-large', 'cross-site', 'not-yours', 'no-spot', 'too-many-requests'],
  },
  'GET /api/registrations/{registrationId}/donation': {
    id: 'showOwnDonation',
    summary: 'What was given to a fundraiser',
    description:
      'To which page, and whether the donor is named there. Not found where nothing was given to a fundraiser.',
    security: 'bearer',
    answer: { status: 200, description: 'The donation.', body: donation },
    problems: ['not-yours'],
  },
  'PUT /api/registrations/{registrationId}/donation': {
    id: 'nameDonor',
    summary: 'Be named as a donor, or not',
    description:
      'Takes the name of the donor off the page of the fundraiser, or shows it there. Caches have what was shown before for a minute at most. Taking it off is never refused. Safe to send again.',
    security: 'bearer',
    request: { name: 'DonorNameRequest', schema: donorNameRequest, examples: { off: { isNamed: false } } },
    answer: { status: 200, description: 'Saved.', body: donation },
    problems: ['invalid-request', 'not-json', 'too-large', 'cross-site', 'not-yours', 'too-many-requests'],
  },
} as const satisfies Record<string, Operation>;
