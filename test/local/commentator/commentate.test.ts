import * as v from 'valibot';
import { newMessages } from '../../../lambdas/api/messages/feed-publishing';
import { commentate } from '../../../local/commentator/commentate';
import { messageAt, mostTold } from '../../../local/commentator/story';

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
  let [look, state] = [0, 'live'];
  await commentate({
    direct: async (order) => {
      if ('publishFeed' in order) published.push(++head);
      else if ('changeFeed' in order) state = 'ended';
      else return { feed: { state, head, viewers: isFollowed(++look) ? { about: 1 } : null } };
      return {};
    },
    pause: async () => {},
    isStopping: () => look >= looks,
    log: (_, error) => {
      throw error;
    },
  });
  return { published, state };
};

test('it tells something before anybody comes, then only while somebody follows, and ends', async () => {
  const alone = await watched(60, () => false);
  expect(alone.published).toHaveLength(24);
  expect((await watched(60, (look) => look > 50)).published).toHaveLength(34);
  expect(await watched(60, () => true, mostTold)).toEqual({ published: [], state: 'ended' });
});
