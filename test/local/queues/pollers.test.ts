import type { Message } from '../../../local/queues/queue/message';
import { Pollers } from '../../../local/queues/queue/pollers';

const messageOf = (body: string): Message => ({
  kept: { id: body, body, sequence: 1, sentAt: 0, visibleAt: 0 },
  md5: '',
  state: 'visible',
  version: 0,
  receiveCount: 0,
  firstReceivedAt: undefined,
  deliveredAt: 0,
});

/** A queue, and receivers that each wait for at most `most` messages. */
const queueWith = (...waiting: readonly number[]) => {
  const visible: Message[] = [];
  const pollers = new Pollers(({ most }) => visible.splice(0, most));
  const given: string[][] = [];
  for (const [index, most] of waiting.entries())
    void pollers.receive({ most }, 20, new AbortController().signal).then((messages) => {
      given[index] = messages.map(({ kept }) => kept.body);
    });
  const arrive = (...bodies: readonly string[]) => {
    for (const body of bodies) {
      visible.push(messageOf(body));
      pollers.serveSoon();
    }
  };
  return { pollers, arrive, given };
};

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('what arrived together goes to one of those who wait, not a message to each', async () => {
  const { pollers, arrive, given } = queueWith(10, 10, 10);
  arrive('a', 'b', 'c');
  await soon();
  expect(given).toEqual([['a', 'b', 'c']]);
  pollers.close();
});

test('what is more than one may have goes to the next', async () => {
  const { arrive, given } = queueWith(2, 10);
  arrive('a', 'b', 'c');
  await soon();
  expect(given).toEqual([['a', 'b'], ['c']]);
});

test('what arrives later is served too', async () => {
  const { arrive, given } = queueWith(10, 10);
  arrive('a');
  await soon();
  arrive('b');
  await soon();
  expect(given).toEqual([['a'], ['b']]);
});
