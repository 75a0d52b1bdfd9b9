import { capacityWould } from '../../static/console/texts/commands';

const facts = {
  event: '10 km',
  before: 500,
  capacity: 520,
  spots: 520,
  registered: 500,
  held: 0,
  waiting: 0,
  isSelling: true,
};
const first = (capacity: number) => `10 km has ${capacity} spots instead of 500; 500 people are registered.`;

test.each([
  ['while they are sold', {}, `${first(520)} 20 spots more go on sale at once.`],
  [
    'before the opening, and in a pause',
    { isSelling: false },
    `${first(520)} 20 spots more go on sale with the others.`,
  ],
  [
    'when people wait',
    { waiting: 3 },
    `${first(520)} 20 spots more go on sale at once: 3 people on the waiting list are asked first.`,
  ],
  [
    'of which some are held',
    { capacity: 490, spots: 495, held: 4 },
    `${first(490)} 4 are held just now, and the people who hold them may pay for them: 5 spots go when they come back.`,
  ],
  ['that come back, and nobody holds', { capacity: 490, spots: 495 }, `${first(490)} 5 spots go when they come back.`],
  ['that nobody has', { capacity: 490, spots: 490 }, `${first(490)} Nobody loses a spot, and nobody is refunded.`],
  ['as before', { capacity: 500, spots: 500 }, '10 km has 500 spots already. Nothing changes.'],
])('what another number of spots does is said %s', (_, change, words) => {
  expect(capacityWould({ ...facts, ...change })).toBe(words);
});
