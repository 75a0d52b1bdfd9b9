import { raceId } from './examples';

const at = (second: number) => `2027-09-12T09:30:${String(second).padStart(2, '0')}.000Z`;
const messages = [
  { number: 41, at: at(2), kind: 'split', body: { bib: 17, point: '10k', ms: 1_924_000 } },
  {
    number: 42,
    at: at(9),
    kind: 'positions',
    body: {
      list: 'women',
      point: '10k',
      leaders: [
        { bib: 17, ms: 1_924_000 },
        { bib: 4, ms: 1_931_000, gap: 7_000 },
      ],
    },
  },
  { number: 43, at: at(31), kind: 'comment', body: { text: 'Three runners lead at the old mill.' } },
  { number: 44, at: at(40), kind: 'correction', of: 43, body: { kind: 'comment', text: 'Two runners lead.' } },
];

export const feedHead = {
  raceId,
  epoch: 0,
  state: 'live',
  head: 44,
  messages,
  latest: { 'positions:women': 42 },
  pollAfter: 5,
  presenceOneIn: 16,
  now: at(45),
};
export const feedSegment = { segment: 5, messages };

const messageId = '019c5f3e-7a31-7e55-9c0b-7d6e5f4a3b2c';
export const publishRequest = {
  messages: [{ id: messageId, kind: 'split', bib: 17, point: '10k', ms: 1_924_000 }],
};
export const messagesPublished = {
  messages: [{ id: messageId, number: 45, at: at(47) }],
  head: 45,
  viewers: { about: 5_216, from: 4_800, to: 5_700 },
};

export const pathParametersOfFeed = { epoch: '0', segment: '5' };
