import { inTurns } from '../../../local/gateway/turns';

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

test('of many who come at once a few begin in each turn, in their order', async () => {
  const turn = inTurns(3);
  const begun: number[] = [];
  const all = Promise.all(Array.from({ length: 8 }, (_, n) => turn().then(() => begun.push(n))));
  expect(begun).toEqual([]);
  const after: number[] = [];
  for (let turns = 0; turns < 3; turns++) {
    await turnOfTheLoop();
    after.push(begun.length);
  }
  expect(after).toEqual([3, 6, 8]);
  await all;
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a call that waits for an answer delays no other', async () => {
  const turn = inTurns(1);
  const begun: string[] = [];
  const asks = async (name: string) => {
    await turn();
    begun.push(name);
    return new Promise(() => undefined);
  };
  void asks('the first, whose card takes its time');
  await turnOfTheLoop();
  void asks('the second');
  await turnOfTheLoop();
  expect(begun).toEqual(['the first, whose card takes its time', 'the second']);
});

test('a call that comes while others wait is the last of them', async () => {
  const turn = inTurns(1);
  const begun: string[] = [];
  const asks = (name: string) => turn().then(() => begun.push(name));
  const early = [asks('a'), asks('b')];
  await turnOfTheLoop();
  await Promise.all([...early, asks('c')]);
  expect(begun).toEqual(['a', 'b', 'c']);
});
