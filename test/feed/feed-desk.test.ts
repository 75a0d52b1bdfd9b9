import type { FeedMessageRead } from '../../lambdas/api/messages/race-day/feed';
import { PostgresFeedPages } from '../../lambdas/feed/postgres-feed-pages';
import { withTakenOut } from '../../lambdas/feed/taken-out';
import { uuid7 } from '../../lambdas/platform/uuid';
import { ordersIn, pinnedIn, toldBy } from '../../static/src/feed/board';
import { openStores } from '../support/stores';
import { aComment, aMessage, openFeed } from './a-feed';

const stores = openStores();
const aFeed = () => openFeed(stores.database.postgres);
const pages = () => new PostgresFeedPages(stores.database.postgres);
const positions = (list: string) => ({ list, point: '5k', leaders: [] });

test('a message that is sent again keeps its number; another one under its id writes nothing', async () => {
  const { publish } = await aFeed();
  const [first, second] = [aComment('They are off.'), aComment('Ten runners lead.')];
  expect(await publish(first)).toMatchObject({ kind: 'published', messages: [{ number: 1 }], head: 1, isNew: true });
  const both = await publish(first, second);
  expect(both).toMatchObject({
    messages: [
      { id: first.id, number: 1 },
      { id: second.id, number: 2 },
    ],
    head: 2,
  });
  expect(await publish(first, second)).toEqual({ ...both, isNew: false });
  expect(await publish(aComment('New.'), { ...first, body: { text: 'Otherwise.' } })).toEqual({
    kind: 'id-reused',
    id: first.id,
  });
  expect(await publish(aComment('Next.'))).toMatchObject({ messages: [{ number: 3 }] });
});

test('a dry run gives nobody a number', async () => {
  const { raceId, desk, publish } = await aFeed();
  const message = aComment('Soon.');
  expect(await desk.publish({ raceId, messages: [message], isDryRun: true })).toMatchObject({
    messages: [{ number: 1 }],
  });
  expect((await pages().head(raceId))?.head).toBe(0);
  expect(await publish(message)).toMatchObject({ messages: [{ number: 1 }], isNew: true });
});

test('the console reads what was told ten by ten, and what people wrote alone', async () => {
  const { raceId, publish } = await aFeed();
  const split = () => aMessage('split', { bib: 1, point: '5k', ms: 1 });
  await publish(aComment('They are off.'), ...Array.from({ length: 23 }, split), aComment('Last.'));
  await publish(aMessage('correction', { kind: 'comment', text: 'At last.' }, 25));
  const read = async (end?: number, areTexts = false) =>
    (await pages().before(raceId, end, areTexts)).map(({ number }) => number);
  expect(await read()).toEqual([17, 18, 19, 20, 21, 22, 23, 24, 25, 26]);
  expect(await read(17)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  expect(await read(7)).toEqual([1, 2, 3, 4, 5, 6]);
  expect([await read(undefined, true), await read(26, true), await read(1, true)]).toEqual([[1, 25, 26], [1, 25], []]);
  expect(await pages().before(raceId, 2, true)).toEqual([
    { number: 1, at: expect.any(String), kind: 'comment', body: { text: 'They are off.' } },
  ]);
  expect(await pages().before('nowhere', undefined, false)).toEqual([]);
});

test('nobody publishes before the feed is live or after its end, and whose answer was lost is told the number all the same', async () => {
  const { raceId, desk, change, publish } = await aFeed();
  const last = aComment('The last is in.');
  await publish(last);
  expect(await change('ended')).toMatchObject({ kind: 'changed', head: 2 });
  expect(await publish(aComment('Too late.'))).toEqual({ kind: 'not-live' });
  expect(await publish(last)).toMatchObject({ kind: 'published', messages: [{ number: 1 }], isNew: false });
  expect((await pages().head(raceId))?.messages.at(-1)).toMatchObject({ number: 2, kind: 'end' });
  expect(await desk.publish({ raceId: 'nowhere', messages: [last], isDryRun: false })).toEqual({ kind: 'no-feed' });
});

test('a feed that ended too early goes on within a day, and not later', async () => {
  const { raceId, change, publish } = await aFeed();
  expect(await change('planned')).toEqual({ kind: 'not-possible', present: 'live' });
  await change('ended');
  expect(await change('ended')).toMatchObject({ kind: 'changed', head: 1, isNew: false });
  expect(await change('live')).toMatchObject({ kind: 'changed', isNew: true });
  expect(await publish(aComment('On we go.'))).toMatchObject({ messages: [{ number: 2 }] });
  await change('ended');
  await stores.database.postgres.query(
    `UPDATE feed SET ended_at = clock_timestamp() - interval '25 hours' WHERE race_id = $1`,
    [raceId],
  );
  expect(await change('live')).toEqual({ kind: 'not-possible', present: 'ended' });
});

test('a correction names what was said before and stays of its kind, and what is withdrawn stays so', async () => {
  const { publish } = await aFeed();
  await publish(aComment('Bib 7 leads.'), aMessage('split', { bib: 7, point: '5k', ms: 900_000 }));
  const corrected = (of: number, kind = 'comment') => aMessage('correction', { kind, text: 'Bib 8 leads.' }, of);
  const withdrawn = (of: number) => aMessage('withdrawal', { reason: 'wrong race' }, of);
  const why = async (message: ReturnType<typeof withdrawn>) => {
    const answer = await publish(message);
    return answer.kind === 'not-possible' ? answer.why : answer.kind;
  };
  expect(await why(corrected(3))).toBe('no-such-message');
  expect(await why(corrected(2))).toBe('other-kind');
  expect(await why(corrected(1))).toBe('published');
  expect(await why(corrected(3))).toBe('not-correctable');
  expect(await why(withdrawn(1))).toBe('published');
  expect(await why(withdrawn(1))).toBe('withdrawn');
  expect(await why(corrected(1))).toBe('withdrawn');
  expect(await publish(withdrawn(2), withdrawn(2))).toMatchObject({ kind: 'not-possible', why: 'withdrawn' });
});

test('an order, a pinned notice or a correction takes the place of nothing that its sender has not seen', async () => {
  const { raceId, desk } = await aFeed();
  const say = async (seen: number | undefined, ...messages: readonly ReturnType<typeof aMessage>[]) => {
    const answer = await desk.publish({ raceId, messages, seen, isDryRun: false });
    return answer.kind === 'told-meanwhile' ? answer.newer : answer.kind;
  };
  const order = (list: string, point = '5k') => aMessage('positions', { list, point, leaders: [] });
  const notice = (text: string, level = 'important') => aMessage('notice', { text, level });
  const corrected = (text: string, of: number) => aMessage('correction', { kind: 'comment', text }, of);
  const first = order('men');
  expect(await say(0, first, order('women'), aComment('Rain.'), notice('No bridge.'))).toBe('published');
  expect(await say(0, order('men', '10k'))).toEqual({ number: 1, body: first.body });
  expect(await say(1, order('men', '10k'))).toBe('published');
  expect(await say(4, order('women'), order('men'))).toMatchObject({ number: 5, body: { point: '10k' } });
  expect(await say(3, notice('The bridge is open.'))).toMatchObject({ number: 4, body: { text: 'No bridge.' } });
  // What is pinned by nobody takes no place.
  expect(await say(0, notice('Usual.', 'usual'), aComment('Sun.'))).toBe('published');
  expect(await say(3, corrected('Snow.', 3))).toBe('published');
  expect(await say(3, corrected('Hail.', 3))).toEqual({ number: 8, body: { kind: 'comment', text: 'Snow.' } });
  expect(await say(8, corrected('Hail.', 3))).toBe('published');
  expect((await pages().before(raceId, 4, false))[2]).toMatchObject({
    number: 3,
    body: { text: 'Rain.' },
    corrected: { number: 9, body: { text: 'Hail.' } },
  });
  // A timer does not say what it saw. What is sent again is the same message.
  expect(await say(undefined, order('men'), corrected('Fog.', 3))).toBe('published');
  expect(await say(0, first)).toBe('published');
});

test('the head says where a newcomer finds the order of each list and the pinned notice', async () => {
  const { raceId, publish } = await aFeed();
  const latest = async () => (await pages().head(raceId))?.latest;
  await publish(
    aMessage('positions', positions('women')),
    aMessage('positions', positions('men')),
    aMessage('notice', { text: 'Rain.', level: 'usual' }),
    aMessage('notice', { text: 'The bridge is closed.', level: 'important' }),
    aMessage('positions', positions('men')),
  );
  expect(await latest()).toEqual({ 'positions:women': 1, 'positions:men': 5, notice: 4 });
  await publish(aMessage('correction', { kind: 'positions', ...positions('men') }, 5));
  await publish(aMessage('withdrawal', {}, 4));
  expect(await latest()).toEqual({ 'positions:women': 1, 'positions:men': 6 });
  const many = Array.from({ length: 19 }, (_, n) => aMessage('positions', positions(`list ${n}`)));
  expect(await publish(...many)).toEqual({ kind: 'too-many-lists' });
});

test('a newcomer reads the last of several corrections, and nothing that was withdrawn after it was corrected', async () => {
  const { raceId, publish } = await aFeed();
  const latest = async () => (await pages().head(raceId))?.latest;
  const order = (of: number) => aMessage('correction', { kind: 'positions', ...positions('men') }, of);
  const notice = { text: 'The bridge is closed.', level: 'important' };
  await publish(aMessage('positions', positions('men')), aMessage('notice', notice));
  await publish(order(1));
  await publish(order(1), aMessage('correction', { kind: 'notice', ...notice }, 2));
  expect(await latest()).toEqual({ 'positions:men': 4, notice: 5 });
  // In one call, too.
  await publish(order(1), order(1), aMessage('withdrawal', {}, 2));
  expect(await latest()).toEqual({ 'positions:men': 7 });
});

test('a newcomer sees what somebody sees who read everything, whatever was withdrawn, corrected or taken out', async () => {
  const { raceId, publish, redact } = await aFeed();
  const latest = async () => (await pages().head(raceId))?.latest;
  const said = (list: string, more: object = {}) => ({ ...positions(list), ...more });
  await publish(
    aMessage('positions', said('men')),
    aMessage('positions', said('men')),
    aMessage('positions', said('woman')),
    aMessage('notice', { text: 'Rain.', level: 'important' }),
    aMessage('notice', { text: 'Much rain.', level: 'usual' }),
  );
  // The order before the one that was wrong holds again, and a notice that became important is pinned.
  await publish(
    aMessage('withdrawal', {}, 2),
    aMessage('correction', { kind: 'positions', ...said('women') }, 3),
    aMessage('correction', { kind: 'notice', text: 'Much rain.', level: 'important' }, 5),
  );
  expect(await latest()).toEqual({ 'positions:men': 1, 'positions:women': 7, notice: 8 });
  await publish(aMessage('correction', { kind: 'notice', text: 'A little rain.', level: 'usual' }, 5));
  expect(await latest()).toMatchObject({ notice: 4 });
  await publish(aMessage('positions', said('men')));
  expect(await latest()).toMatchObject({ 'positions:men': 10 });
  // A correction that was taken out leaves what it corrected, and an order that was taken out leaves the one before.
  await redact(7);
  await redact(10);
  expect(await latest()).toEqual({ 'positions:men': 1, 'positions:woman': 3, notice: 4 });
  const before = await latest();
  const newcomer = (await pages().segment(raceId, 2, 1)) as { readonly messages: readonly FeedMessageRead[] };
  const told = toldBy(newcomer.messages.filter(({ number }) => Object.values(before ?? {}).includes(number)));
  const all = toldBy(newcomer.messages);
  expect(ordersIn(told).map(({ list }) => list)).toEqual(ordersIn(all).map(({ list }) => list));
  expect(pinnedIn(told)?.number).toBe(pinnedIn(all)?.number);
});

test('what is corrected after it was taken out says the same to newcomers and to those who read everything', async () => {
  const { raceId, publish, redact } = await aFeed();
  const notice = (text: string) => ({ kind: 'notice', text, level: 'important' });
  await publish(aMessage('notice', notice('Call Ada at home.')));
  await redact(1);
  await publish(aMessage('correction', notice('Call the desk.'), 1));
  const head = await pages().head(raceId);
  expect(head?.latest).toEqual({ notice: 2 });
  const all = (head?.messages ?? []) as readonly FeedMessageRead[];
  for (const read of [all, all.slice(1)])
    expect(pinnedIn(toldBy(read))?.body).toMatchObject({ text: 'Call the desk.' });
});

test('what is taken out is gone with its corrections, its number stays, and older addresses are gone', async () => {
  const { raceId, desk, say, publish, redact } = await aFeed();
  await say(9);
  await publish(aComment('Secret of a runner'));
  await publish(aMessage('correction', { kind: 'comment', text: 'Secret!' }, 10));
  const segment = (epoch: number, number = 1) => pages().segment(raceId, epoch, number);
  expect(await segment(0)).toMatchObject({ kind: 'segment' });
  expect(await desk.redact({ raceId, numbers: [10], reason: 'asked', isDryRun: true })).toMatchObject({
    numbers: [10, 11],
    epoch: 0,
  });
  expect(await redact(10)).toEqual({ kind: 'redacted', numbers: [10, 11], epoch: 1 });
  expect(await redact(10)).toEqual({ kind: 'redacted', numbers: [], epoch: 1 });
  expect(await redact(12)).toEqual({ kind: 'no-such-message', number: 12 });
  expect(await segment(0)).toEqual({ kind: 'gone' });
  const later = await segment(1);
  expect(later.kind === 'segment' ? later.messages.at(-1) : undefined).toMatchObject({ number: 10, body: null });
  expect((await pages().head(raceId))?.messages.at(-1)).toMatchObject({ number: 11, of: 10, body: null });
  const rows = await stores.database.postgres.query('SELECT * FROM feed_message WHERE race_id = $1', [raceId]);
  const audits = await stores.database.postgres.query('SELECT * FROM audit WHERE race_id = $1', [raceId]);
  expect(JSON.stringify([rows, audits])).not.toContain('Secret');
  expect(audits).toContainEqual(
    expect.objectContaining({ action: 'feed-redacted', detail: { numbers: [10, 11], reason: 'asked' } }),
  );
});

test('the head names what was taken out, as long as it can, and from which epoch on it names all', async () => {
  const { raceId, desk, say, redact } = await aFeed();
  const takenOut = async () => (await pages().head(raceId))?.takenOut;
  await say(260);
  expect(await takenOut()).toBeUndefined();
  await redact(4);
  await redact(5, 6);
  expect(await takenOut()).toEqual({ since: 0, numbers: [4, 5, 6] });
  const many = (first: number) => redact(...Array.from({ length: 100 }, (_, n) => first + n));
  await many(10);
  expect((await takenOut())?.numbers).toHaveLength(103);
  await many(110);
  expect(await takenOut()).toMatchObject({ since: 3, numbers: Array.from({ length: 100 }, (_, n) => 110 + n) });
  // A release before this one takes something out, and names nothing.
  await stores.database.postgres.query('UPDATE feed SET epoch = epoch + 1 WHERE race_id = $1', [raceId]);
  expect(await takenOut()).toBeUndefined();
  await redact(250);
  expect(await takenOut()).toEqual({ since: 5, numbers: [250] });
  await desk.changeState({ raceId, state: 'live', restored: true, isDryRun: false });
  expect(await takenOut()).toBeUndefined();
});

test('more than a head can name is taken out at once: who has read any of it begins again', () => {
  const numbers = [1, 2, 3];
  expect(withTakenOut(4, null, numbers, 2)).toEqual({ epoch: 5, since: 5, numbers: [] });
  expect(withTakenOut(4, null, numbers, 3)).toEqual({ epoch: 5, since: 4, numbers });
});

test('after the database was set back, numbers are told in an epoch that nobody knows, whatever was taken out since', async () => {
  const { raceId, desk, say, redact } = await aFeed();
  await say(20);
  await redact(1);
  const restored = (isDryRun: boolean) => desk.changeState({ raceId, state: 'live', restored: true, isDryRun });
  expect(await restored(true)).toEqual({ kind: 'changed', state: 'live', head: 20, isNew: false });
  expect((await pages().head(raceId))?.epoch).toBe(1);
  expect(await restored(false)).toMatchObject({ kind: 'changed', head: 20 });
  expect(await pages().head(raceId)).toMatchObject({ epoch: 1_001, head: 20, state: 'live' });
  expect(await pages().segment(raceId, 1, 1)).toEqual({ kind: 'gone' });
  expect(await pages().segment(raceId, 1_001, 1)).toMatchObject({ kind: 'segment' });
  const audits = await stores.database.postgres.query('SELECT detail FROM audit WHERE race_id = $1', [raceId]);
  expect(audits).toContainEqual({ detail: expect.objectContaining({ state: 'live', restored: true }) });
});

test('a segment is there once it is complete, and then its bytes stay the same', async () => {
  const { raceId, say } = await aFeed();
  await say(9);
  const read = (segment: number, epoch = 0) => pages().segment(raceId, epoch, segment);
  expect(await read(1)).toEqual({ kind: 'not-yet' });
  await say(1);
  const bytes = JSON.stringify(await read(1));
  expect(JSON.parse(bytes).messages.map(({ number }: { number: number }) => number)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  await say(25);
  expect(JSON.stringify(await read(1))).toBe(bytes);
  expect(await read(3)).toMatchObject({ kind: 'segment' });
  for (const [segment, epoch] of [
    [4, 0],
    [999_999_999, 0],
    [1, 1],
  ] as const)
    expect(await read(segment, epoch)).toEqual({ kind: 'not-yet' });
  expect(await pages().segment('nowhere', 0, 1)).toEqual({ kind: 'no-feed' });
});

test('a head that is read after an answer has that number, and its messages end with it', async () => {
  const { raceId, publish, say } = await aFeed();
  await say(50);
  for (let n = 51; n <= 70; n++) {
    await publish(aComment(`${n}`));
    const head = await pages().head(raceId);
    expect(head?.head).toBe(n);
    expect(head?.messages.map(({ number }) => number)).toEqual(
      Array.from({ length: Math.min(60, n) }, (_, at) => n - Math.min(60, n) + 1 + at),
    );
  }
});

test('a text that is too long for its row is refused by the database as well, and takes no number', async () => {
  const { publish } = await aFeed();
  await expect(publish(aComment('x'.repeat(3000)))).rejects.toThrow('check');
  expect(await publish({ ...aComment('short'), id: uuid7() })).toMatchObject({ messages: [{ number: 1 }] });
});
