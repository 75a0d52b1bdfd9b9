import * as v from 'valibot';
import { newMessages } from '../../../lambdas/api/messages/race-day/feed-publishing';
import { timesRequest } from '../../../lambdas/api/messages/race-day/times';
import { commentate } from '../../../local/commentator/commentate';
import { keepTime } from '../../../local/commentator/keep-time';
import { messageAt, mostTold, timesAt } from '../../../local/commentator/story';

test('every message of the story can be published, and the story is over after a while', () => {
  const ids = new Set<unknown>();
  for (let number = 1; number <= mostTold; number++) {
    const message = messageAt(number);
    expect([number, v.safeParse(newMessages, [message]).issues]).toEqual([number, undefined]);
    ids.add(message?.id);
  }
  expect(ids.size).toBe(mostTold);
  expect(messageAt(mostTold + 1)).toBeUndefined();
});

/** Runs the commentator for so many looks at a feed that this test keeps. */
const watched = async (looks: number, isFollowed: (look: number) => boolean, head = 0) => {
  const published: number[] = [];
  const timed: number[] = [];
  let [look, state] = [0, 'live'];
  await commentate({
    direct: async (order) => {
      if ('publishFeed' in order) published.push(++head);
      else if ('changeFeed' in order) state = 'ended';
      else return { feed: { state, head, viewers: isFollowed(++look) ? { about: 1 } : null } };
      return {};
    },
    pause: async () => {},
    keepTime: async (told) => void timed.push(told),
    isStopping: () => look >= looks,
    log: (_, error) => {
      throw error;
    },
  });
  return { published, state, timed };
};

test('it tells something before anybody comes, then only while somebody follows, and ends', async () => {
  const alone = await watched(60, () => false);
  expect(alone.published).toHaveLength(24);
  expect(alone.timed).toEqual([]);
  expect((await watched(60, (look) => look > 50)).published).toHaveLength(34);
  expect(await watched(60, () => true, mostTold)).toMatchObject({ published: [], state: 'ended' });
});

test('the timer posts what is known by then, once, with a key instead of the one before, and at the end results are preliminary', async () => {
  const orders: object[] = [];
  const posts: { readonly rows: readonly { readonly bib: number }[]; readonly batchId: string }[] = [];
  let kind = 'live';
  const keep = keepTime({
    direct: async (order) => {
      orders.push(order);
      if ('resultSets' in order) return { resultSets: [{ setId: 's', published: { kind } }] };
      if ('apiKeys' in order)
        return {
          apiKeys: [
            { keyId: 'old', label: 'Timer of the demo', withdrawnAt: null },
            { keyId: 'k', label: 'x' },
          ],
        };
      if ('publishResults' in order) kind = 'preliminary';
      return { madeApiKey: { key: 'slk' } };
    },
    post: async (_path, _key, body) => {
      expect(v.safeParse(timesRequest, body).issues).toBeUndefined();
      posts.push(body as (typeof posts)[number]);
      return { seq: posts.length };
    },
  });
  let end = 1;
  while (!timesAt(end).isOver) end++;
  for (let head = 1; head <= end + 20; head++) await keep(head);
  expect(orders.filter((order) => /ApiKey"/.test(JSON.stringify(order)))).toEqual([
    { withdrawApiKey: { raceId: 'harbour-night-laps', keyId: 'old' } },
    { makeApiKey: expect.anything() },
  ]);
  // Eight laps of women and men.
  expect(posts).toHaveLength(16);
  expect(new Set(posts.map(({ batchId }) => batchId)).size).toBe(16);
  expect(posts.at(-1)?.rows).toHaveLength(10);
  expect(orders.at(-1)).toEqual({
    publishResults: { raceId: 'harbour-night-laps', setId: 's', seq: 16, kind: 'preliminary' },
  });
});
