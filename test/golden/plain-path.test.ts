import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverDraftOf } from '../../static/src/flow/draft';
import { type MadeRace, makeRace } from '../support/races/race';
import { ada, openPage } from './plain-page';
import { openNames } from './plain-text';
import { openPlainWorld } from './plain-world';

const goldenFile = join(__dirname, 'plain-path.json');

let world: Awaited<ReturnType<typeof openPlainWorld>>;
beforeAll(async () => {
  world = await openPlainWorld();
});
afterAll(() => world?.close());

/** One runner, or a group, from the page of a race without a form to the orders for the mails. */
const walk = async (size: number, race: MadeRace) => {
  const { api, controller, shelf, reach } = openPage(race.raceId, world.fetch);
  const draft = () => {
    const { draft } = controller.flow.peek();
    if (!draft) throw new Error('there is no draft');
    return draft;
  };
  const status = () => api.status(draft().registrationId, draft().hold?.hold ?? '');
  const seen: Record<string, unknown> = {
    list: await world.watch(() => api.races()),
    race: await world.watch(() => api.race(race.raceId)),
    hold: await world.watch(async () => {
      controller.ask(race.eventId, size);
      await reach('filling');
    }),
  };
  for (let who = 0; who < size; who++)
    for (const [field, text] of Object.entries({ ...ada, firstName: `Ada${'abc'[who]}` }))
      controller.dispatch({ kind: 'typed', who, field: field as keyof typeof ada, text });
  controller.dispatch({ kind: 'waiver-answered', hash: draft().hold?.waiver.hash ?? '', accepted: true });
  Object.assign(seen, {
    draft: await world.watch(() => api.keepDraft(serverDraftOf(draft()))),
    session: await world.watch(() => api.session()),
    stored: [...shelf.values()],
    pay: await world.watch(async () => {
      const token = await world.tokenOf('pm_card_visa');
      await controller.pay(async () => ({ kind: 'ok', token }));
      await reach('waiting');
    }),
    record: await world.deliver('registrations'),
    shown: await world.watch(status),
    settle: await world.deliver('payments'),
    book: await world.deliver('settlements'),
    'shown when charged': await world.watch(status),
  });
  controller.close();
  const plain = openNames();
  return JSON.parse(JSON.stringify(seen), (_, value) =>
    typeof value === 'string'
      ? plain(value)
          .replaceAll(race.raceId, '<race>')
          .replace(/\brace-[0-9a-f]{12}\b/g, '<other race>')
      : value,
  );
};

/** The list of races is in the order of their dates. */
const aPlainRace = async (date: string) => {
  const { postgres } = world.database;
  const race = await makeRace(postgres, { spots: 20 });
  await postgres.query('UPDATE race SET date = $2 WHERE id = $1', [race.raceId, date]);
  return race;
};

/**
 * A race without a form must not notice that there are forms: the same bytes asked, answered, stored and queued, and the
 * same statements. GOLDEN=write writes the file again. Its difference then belongs into the commit's message.
 */
test('a runner and a group in a race without a form send and cause exactly what they did before there were forms', async () => {
  // Both at first: the list of races is cached.
  const [first, second] = [await aPlainRace('2037-05-02'), await aPlainRace('2037-05-03')];
  const made = { one: await walk(1, first), three: await walk(3, second), readThroughCache: world.readThroughCache() };
  if (process.env.GOLDEN === 'write') writeFileSync(goldenFile, `${JSON.stringify(made, null, 2)}\n`);
  expect(made).toEqual(JSON.parse(readFileSync(goldenFile, 'utf8')));
});
