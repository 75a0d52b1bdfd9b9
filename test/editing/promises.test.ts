import { nobodyIsTold } from '../../lambdas/functions/wiring/console/direct';
import { openEditing } from '../../lambdas/functions/wiring/console/editing';
import { ada, openPage } from '../golden/plain-page';
import { openPlainWorld } from '../golden/plain-world';
import { makeRace } from '../support/races/race';

let world: Awaited<ReturnType<typeof openPlainWorld>>;
let direct: (message: unknown) => Promise<unknown>;
beforeAll(async () => {
  world = await openPlainWorld();
  ({ handler: direct } = (await import('../../lambdas/functions/direct')) as unknown as {
    readonly handler: typeof direct;
  });
});
afterAll(() => world?.close());

test('a runner who holds a spot pays the price and accepts the text that they saw, whatever is published meanwhile', async () => {
  const { postgres } = world.database;
  const { raceId, eventId } = await makeRace(postgres, { spots: 20 });
  const { controller, reach } = openPage(raceId, world.fetch);
  controller.ask(eventId, 1);
  await reach('filling');

  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const [race] = await postgres.query<{ opens_at: Date }>('SELECT opens_at FROM race WHERE id = $1', [raceId]);
  const draft = {
    name: 'Harbour Run',
    place: 'Harbour City',
    date: '2027-05-02',
    timeZone: 'Europe/Berlin',
    description: 'Along the water.',
    currency: 'EUR',
    opensAt: race?.opens_at.toISOString(),
    closesAt: inAnHour,
    waiver: { version: '2', text: 'Another text.' },
    events: [
      {
        id: eventId,
        name: 'Ten',
        distance: 10_000,
        capacity: 20,
        prices: [{ label: 'Dearer', from: '2020-01-01T00:00:00Z', amount: 9900 }],
      },
    ],
  };
  expect(await direct({ saveDraft: { raceId, seen: 'r1.d0', draft } })).toMatchObject({ savedDraft: { errors: [] } });
  const { planned } = (await direct({ planRace: { raceId } })) as {
    readonly planned: { readonly hash: string; readonly seen: string; readonly plan: unknown };
  };
  expect(planned.plan).toMatchObject({
    refusals: [],
    consequences: expect.arrayContaining([
      expect.objectContaining({ kind: 'holds-keep-price' }),
      expect.objectContaining({ kind: 'holds-keep-text' }),
    ]),
  });
  expect(await direct({ publishRace: { raceId, seen: planned.seen, plan: planned.hash } })).toMatchObject({
    published: { revision: 2, seenWithin: 10 },
  });

  for (const [field, text] of Object.entries(ada))
    controller.dispatch({ kind: 'typed', who: 0, field: field as keyof typeof ada, text });
  controller.dispatch({ kind: 'waiver-answered', hash: 'w1', accepted: true });
  const token = await world.tokenOf('pm_card_visa');
  await controller.pay(async () => ({ kind: 'ok', token }));
  await reach('waiting');
  await world.deliver('registrations');
  controller.close();
  const paid = await postgres.query(
    `SELECT g.outcome, g.waiver_hash, p.amount FROM registration g JOIN payment p ON p.registration_id = g.id
     WHERE g.event_id = $1`,
    [eventId],
  );
  expect(paid).toEqual([{ outcome: 'confirmed', waiver_hash: 'w1', amount: 4500 }]);
});

test('a change of texts writes no price and no event, so it waits for nobody who sells them', async () => {
  const { postgres } = world.database;
  const { raceId, eventId } = await makeRace(postgres, { spots: 20 });
  const rows = () =>
    postgres.query(
      `SELECT (SELECT array_agg(xmin::text) FROM event WHERE id = $1) AS event,
              (SELECT array_agg(xmin::text) FROM price WHERE event_id = $1) AS price`,
      [eventId],
    );
  const { editRace } = openEditing({ MAIL_LANES: 3 }, postgres, { get: async () => undefined }, nobodyIsTold);
  const publish = async (change: (document: object) => Readonly<Record<string, unknown>>) => {
    const shown = await editRace.show(raceId);
    if (!shown?.document) throw new Error('the race is not published');
    const { id: _, ...content } = shown.document;
    const saved = await editRace.saveDraft(raceId, shown, {
      content: change(content),
      base: undefined,
      step: undefined,
    });
    const planned = await editRace.plan(raceId, false);
    if (saved.kind !== 'saved' || planned.kind !== 'planned') throw new Error(`${saved.kind}, ${planned.kind}`);
    expect((await editRace.publish(raceId, planned, planned.planHash, false)).kind).toBe('published');
  };
  const before = await rows();
  await publish((content) => ({ ...content, description: 'Another text.' }));
  expect(await rows()).toEqual(before);
});
