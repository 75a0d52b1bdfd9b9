import { cancelRaceDid } from '../../static/console/texts/commands';

test.each([
  [0, 0, '€0.00', 'The race is cancelled.'],
  [1, 4050, '€40.50', 'The race is cancelled. 1 person loses their spot from now on, and at most €40.50 goes back.'],
  [3, 12_150, '€121.50', 'The race is cancelled. 3 people lose their spot from now on, and at most €121.50 goes back.'],
  [3, 0, '€0.00', 'The race is cancelled. 3 people lose their spot from now on, and no money goes back.'],
])('what becomes of %d people of a cancelled race is said: %d goes back', (registered, refund, amount, words) => {
  expect(cancelRaceDid(registered, refund, amount)).toBe(words);
});
