import type {
  FundraiserListMessage,
  OwnDonationMessage,
  OwnFundraiserMessage,
} from '../../../../lambdas/api/messages/form/fundraisers';
import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import type { Answer, ApiRequest } from './fake-answer';
import { problemAnswer } from './fake-answer';

export const giftsId = '0199a000-0000-7000-8000-0000000000a1';
export const dinnerId = '0199a000-0000-7000-8000-0000000000a2';

const from = '2020-01-01T00:00:00.000Z';

/** What a race has besides running. */
export const shortEvents: RaceMessage['events'] = [
  { id: giftsId, name: 'Gifts', kind: 'gift', distance: 0, capacity: 500, prices: [{ label: 'Any', from, amount: 0 }] },
  {
    id: dinnerId,
    name: 'Pasta evening',
    kind: 'ticket',
    distance: 0,
    capacity: 1500,
    prices: [{ label: 'Ticket', from, amount: 1250 }],
  },
];

type Listed = FundraiserListMessage['fundraisers'][number];

export const forTheTrees: Listed = {
  slug: 'for-the-trees',
  title: 'For the trees',
  cause: 'trees',
  by: 'Ada L.',
  target: 50_000,
  raised: 12_500,
  gifts: 4,
  isOpen: true,
};

/** As many that more than one answer is needed. */
const others: readonly Listed[] = Array.from({ length: 24 }, (_, n) => ({
  slug: `page-${n}`,
  title: `My kilometres, number ${n + 1}`,
  cause: 'trees',
  by: 'Bea B.',
  raised: n === 23 ? 0 : 2_000 - n,
  gifts: n === 23 ? 0 : 1,
  isOpen: n !== 22,
}));

const all = [forTheTrees, ...others];
const story = 'The pond was my way to school.\nNow its trees are dying, and I want to plant new ones.';

/** The page of a fundraiser that the runner has made, by registration. */
export type OwnPages = Map<string, OwnFundraiserMessage>;

/** The answer to a call about fundraisers. Undefined if it is about something else. */
export const fundraiserAnswer = (
  { method, path, body }: ApiRequest,
  query: URLSearchParams,
  own: OwnPages,
  line: { donation?: Omit<OwnDonationMessage, 'registrationId'> | undefined },
): Answer | undefined => {
  const [, , room, id = '', what, slug] = path.split('/');
  if (room === 'races' && what === 'fundraisers' && slug === undefined) {
    const q = (query.get('q') ?? '').toLowerCase();
    const found = all.filter(({ title, by }) => `${title} ${by}`.toLowerCase().includes(q));
    const begin = found.findIndex((one) => one.slug === query.get('after')) + 1;
    const fundraisers = found.slice(begin, begin + 20);
    const next = begin + 20 < found.length ? fundraisers.at(-1)?.slug : undefined;
    return { body: { raceId: id, currency: 'EUR', total: found.length, fundraisers, ...(next && { next }) } };
  }
  if (room === 'races' && what === 'fundraisers') {
    const found = all.find((one) => one.slug === slug);
    const publicGifts = [{ by: 'Cid C.', amount: 5000, at: '2027-01-03T10:00:00.000Z' }];
    if (!found) return problemAnswer('not-found');
    return { body: { raceId: id, currency: 'EUR', ...found, story, publicGifts: found.gifts > 1 ? publicGifts : [] } };
  }
  if (room === 'registrations' && what === 'donation') {
    if (!line.donation) return problemAnswer('not-found');
    line.donation = { ...line.donation, ...(body as object) };
    return { body: { registrationId: id, ...line.donation } };
  }
  if (room !== 'registrations' || what !== 'fundraiser') return undefined;
  if (method === 'GET') {
    const page = own.get(id);
    return page ? { body: page } : problemAnswer('not-found');
  }
  const before = own.get(id);
  const saved = {
    registrationId: id,
    raceId: 'harbour',
    slug: 'my-page',
    isHidden: false,
    raised: before?.raised ?? 0,
    gifts: before?.gifts ?? 0,
    ...(body as Pick<OwnFundraiserMessage, 'cause' | 'title' | 'story' | 'isOpen'>),
  };
  own.set(id, saved);
  return { body: saved };
};
