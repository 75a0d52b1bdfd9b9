import { companionsOf, homesFor, peopleWith } from '../../../loadtest/people/groups';
import { addressOf, peopleAtAddress } from '../../../loadtest/people/people';

const crowd = { runners: 2000, seed: 7, together: 20 };
const sizes = Array.from({ length: crowd.runners }, (_, n) => peopleWith(crowd, n));

test('as many bring somebody as was asked for, and they come as two, three or four', () => {
  const groups = sizes.filter((size) => size > 1);
  expect(groups.length).toBeGreaterThan(340);
  expect(groups.length).toBeLessThan(460);
  expect(new Set(groups)).toEqual(new Set([2, 3, 4]));
});

test('the same seed brings the same, another one others, and nobody who was not asked for', () => {
  expect(Array.from(sizes, (_, n) => peopleWith(crowd, n))).toEqual(sizes);
  expect(Array.from(sizes, (_, n) => peopleWith({ ...crowd, seed: 8 }, n))).not.toEqual(sizes);
  expect(Array.from(sizes, (_, n) => peopleWith({ seed: 7 }, n)).every((size) => size === 1)).toBe(true);
  expect(Array.from(sizes, (_, n) => peopleWith({ ...crowd, together: 100 }, n)).every((size) => size > 1)).toBe(true);
});

test('nobody of a run comes twice, whatever group they come in', () => {
  const people = sizes.flatMap((_, n) => companionsOf(crowd, n, 'run'));
  const keys = people.map(
    ({ firstName, lastName, email, birthDate }) => `${firstName} ${lastName} ${email} ${birthDate}`,
  );
  expect(people).toHaveLength(sizes.reduce((sum, size) => sum + size - 1, 0));
  expect(new Set(keys).size).toBe(keys.length);
});

test('an address has as many people as a household, not as many browsers', () => {
  const homes = homesFor(crowd);
  expect(homes).toBe(Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / peopleAtAddress));
  const people = new Map<string, number>();
  sizes.forEach((size, n) => {
    const address = addressOf(peopleAtAddress * (n % homes));
    people.set(address, (people.get(address) ?? 0) + size);
  });
  // An address may hold ten spots of a small event without paying; those who pay make room for the others.
  expect(Math.max(...people.values())).toBeLessThan(20);
});
