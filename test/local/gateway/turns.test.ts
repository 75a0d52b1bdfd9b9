import { inTurns } from '../../../local/gateway/turns';

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));
const maxWaitMs = 4_000;
const takesTurns = (atOnce: number) => {
  const { turn } = inTurns({ atOnce, maxWaitMs });
  return (functionName = 'holds') => turn(functionName);
};

test('of many who come at once a few begin in each turn, in their order', async () => {
  const turn = takesTurns(3);
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
  const turn = takesTurns(1);
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
  const turn = takesTurns(1);
  const begun: string[] = [];
  const asks = (name: string) => turn().then(() => begun.push(name));
  const early = [asks('a'), asks('b')];
  await turnOfTheLoop();
  await Promise.all([...early, asks('c')]);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a crowd that asks for spots does not keep those waiting who pay', async () => {
  const turn = takesTurns(1);
  const begun: string[] = [];
  const asks = (functionName: string, name: string) => turn(functionName).then(() => begun.push(name));
  const all = [asks('holds', 'h1'), asks('holds', 'h2'), asks('holds', 'h3'), asks('pay', 'p1'), asks('pay', 'p2')];
  await Promise.all(all);
  expect(begun).toEqual(['h1', 'p1', 'h2', 'p2', 'h3']);
});

test('calls of one function begin together, and those of the next in the next turn', async () => {
  const turn = takesTurns(2);
  const begun: string[] = [];
  for (const name of ['holds', 'pay', 'holds', 'pay', 'holds']) void turn(name).then(() => begun.push(name));
  const turns: string[][] = [];
  for (let n = 0; n < 3; n++) {
    await turnOfTheLoop();
    turns.push(begun.splice(0));
  }
  expect(turns).toEqual([['holds', 'holds'], ['pay', 'pay'], ['holds']]);
});

test('a function whose oldest call has waited too long refuses, and no other does', () => {
  let now = 0;
  const { turn, refusal } = inTurns({ atOnce: 1, maxWaitMs, clock: () => now });
  void turn('holds');
  now = maxWaitMs;
  expect(refusal('holds')).toBeUndefined();
  now += 1;
  expect(refusal('holds')).toBe(1);
  expect(refusal('pay')).toBeUndefined();
});

test('of a crowd only as many are let in as the function serves in time, once it is known how many that is', async () => {
  let now = 0;
  const { turn, refusal } = inTurns({ atOnce: 1, maxWaitMs, clock: () => now });
  const come = (size: number) => {
    let letIn = 0;
    for (let n = 0; n < size; n++)
      if (refusal('holds') === undefined) {
        void turn('holds');
        letIn++;
      }
    return letIn;
  };
  expect(come(50)).toBe(50);
  // Ten in the first second.
  for (let n = 0; n < 10; n++) await turnOfTheLoop();
  now = 1_000;
  expect(come(50)).toBe(1);
  for (let n = 0; n < 10; n++) await turnOfTheLoop();
  now = 2_000;
  expect(come(50)).toBe(10);
  for (let n = 0; n < 41; n++) await turnOfTheLoop();
  expect(come(50)).toBe(50);
});

test('clients come back one after the other: twice as many in a second as the function serves, or 100 more', async () => {
  let now = 0;
  const { turn, refusal } = inTurns({ atOnce: 1, maxWaitMs, clock: () => now });
  const crowd = (size: number) => Array.from({ length: size }, () => refusal('holds'));
  // What was served before anybody waited tells nothing.
  for (let n = 0; n < 5_000; n++) void turn('holds');
  for (let n = 0; n < 5_000; n++) await turnOfTheLoop();
  void turn('holds');
  now = maxWaitMs + 1;
  const first = crowd(300);
  expect(first.slice(0, 3)).toEqual([1, 2, 2]);
  expect(first.at(-1)).toBe(4);
  // Until the next crowd, five seconds later, the function begins 1,000 calls: 200 a second.
  for (let n = 0; n < 1_000; n++) void turn('holds');
  for (let n = 0; n < 1_000; n++) await turnOfTheLoop();
  now += 5_000;
  const second = crowd(1_200);
  expect(second.slice(0, 3)).toEqual([1, 2, 2]);
  expect(second.at(-1)).toBe(4);
});

test('nobody is told to come back later than in five minutes', () => {
  let now = 0;
  const { turn, refusal } = inTurns({ atOnce: 1, maxWaitMs, clock: () => now });
  void turn('holds');
  now = maxWaitMs + 1;
  let last: number | undefined;
  for (let n = 0; n < 50_000; n++) last = refusal('holds');
  expect(last).toBe(300);
});

test('a client that hung up while it waited takes no turn from others', async () => {
  const { turn } = inTurns({ atOnce: 1, maxWaitMs });
  const begun: string[] = [];
  void turn('holds', () => true).then(() => begun.push('gone'));
  void turn('holds').then(() => begun.push('waits'));
  await turnOfTheLoop();
  expect(begun).toEqual(['gone', 'waits']);
});
