import { cancelRaceDid } from '../../static/console/texts/commands';

test.each([
  [0, undefined, 'The race is cancelled.'],
  [1, '€40.50', 'The race is cancelled. 1 person loses their spot from now on, and at most €40.50 goes back.'],
  [3, '€121.50', 'The race is cancelled. 3 people lose their spot from now on, and at most €121.50 goes back.'],
  [3, undefined, 'The race is cancelled. 3 people lose their spot from now on, and no money goes back.'],
])('what becomes of %d people of a cancelled race is said: %s goes back', (registered, refund, words) => {
  expect(cancelRaceDid(registered, refund)).toBe(words);
});
