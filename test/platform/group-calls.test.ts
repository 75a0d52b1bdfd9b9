import { groupCalls } from '../../lambdas/platform/group-calls';

/** A call that ends when the test says so. */
const openCall = () => {
  const calls: { readonly asked: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  const call = (asked: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      calls.push({ asked, end: (error) => (error ? reject(error) : resolve(asked.map((n) => `answer ${n}`))) });
    });
  const ended = async (n: number, error?: Error) => {
    calls[n]?.end(error);
    await new Promise(setImmediate);
  };
  return { call, ended, asked: () => calls.map(({ asked }) => asked) };
};

const nextTurn = () => new Promise(setImmediate);

test('who comes alone is asked for at once, and who comes meanwhile shares the next call, each with their own answer', async () => {
  const { call, ended, asked } = openCall();
  const ask = groupCalls(call, { atOnce: 1, most: 3 });
  const first = ask(1);
  await nextTurn();
  expect(asked()).toEqual([[1]]);
  const answers = [first, ...[2, 3, 4, 5].map(ask)];
  await ended(0);
  expect(asked()).toEqual([[1], [2, 3, 4]]);
  await ended(1);
  await ended(2);
  expect(asked()).toEqual([[1], [2, 3, 4], [5]]);
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5].map((n) => `answer ${n}`));
});

test('those who come in one turn of the event loop share a call', async () => {
  const { call, ended, asked } = openCall();
  const ask = groupCalls(call, { atOnce: 2, most: 3 });
  const answers = [1, 2, 3, 4].map(ask);
  await nextTurn();
  expect(asked()).toEqual([[1, 2, 3], [4]]);
  await ended(0);
  await ended(1);
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4].map((n) => `answer ${n}`));
});

test('a call that fails fails for those who share it, and for nobody else', async () => {
  const { call, ended, asked } = openCall();
  const ask = groupCalls(call, { atOnce: 1, most: 2 });
  const one = (n: number) => ask(n).catch(String);
  const first = one(1);
  await nextTurn();
  const answers = [first, ...[2, 3, 4].map(one)];
  await ended(0);
  await ended(1, new Error('gone'));
  await ended(2);
  expect(asked()).toEqual([[1], [2, 3], [4]]);
  expect(await Promise.all(answers)).toEqual(['answer 1', 'Error: gone', 'Error: gone', 'answer 4']);
});

test('as many calls are under way as may be', async () => {
  const { call, ended, asked } = openCall();
  const ask = groupCalls(call, { atOnce: 2, most: 9 });
  const first = ask(1);
  await nextTurn();
  const second = ask(2);
  await nextTurn();
  const answers = [first, second, ask(3), ask(4)];
  expect(asked()).toEqual([[1], [2]]);
  await ended(1);
  expect(asked()).toEqual([[1], [2], [3, 4]]);
  await ended(0);
  await ended(2);
  expect(await Promise.all(answers)).toHaveLength(4);
});

test('a call with too few answers gives nobody another one’s', async () => {
  const ask = groupCalls(async () => ['only one'], { atOnce: 1, most: 5 });
  expect(await ask(0)).toBe('only one');
  expect(await Promise.allSettled([ask(1), ask(2), ask(3)])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
});
