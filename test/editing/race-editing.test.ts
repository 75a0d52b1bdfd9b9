import { isSameJson } from '../../lambdas/domain/canonical-json';
import { PostgresLineRegister } from '../../lambdas/line/calling/postgres-line-register';
import { Cache } from '../../lambdas/platform/cache/cache';
import { uuid7 } from '../../lambdas/platform/uuid';
import { CachedRaces } from '../../lambdas/races/cached-races';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { aRace } from '../races/a-race';
import { openConsole } from '../staff/console-world';
import { patientMemcached } from '../support/memcached';
import { random as seeded } from '../support/random';

const console = openConsole();
let secret = '';
let staffId = '';
let next = 0;
beforeAll(async () => {
  ({ secret, staffId } = await console.signedIn([{ role: 'director', raceId: undefined }]));
});

interface Asking {
  readonly seen?: string;
  readonly as?: string;
  readonly key?: string;
}

const ask = (method: string, path: string, json?: unknown, { seen, as = secret, key = uuid7() }: Asking = {}) =>
  console.call(method, path, {
    secret: as,
    json,
    headers: { 'idempotency-key': key, ...(seen !== undefined && { 'if-match': `"${seen}"` }) },
  });
const look = async (raceId: string) => (await ask('GET', `/races/${raceId}/document`)).body;
const save = async (raceId: string, draft: unknown, more: { seen?: string; step?: number } = {}) => {
  const seen = more.seen ?? (await look(raceId)).seen;
  return ask('PUT', `/races/${raceId}/draft`, { draft, ...(more.step && { step: more.step }) }, { seen });
};
const planned = async (raceId: string, openNow = false) =>
  (await ask('POST', `/races/${raceId}/plan`, { openNow })).body;
const publish = async (raceId: string, openNow = false) => {
  const { planned: plan } = await planned(raceId, openNow);
  return ask('POST', `/races/${raceId}/publication`, { plan: plan.hash, openNow }, { seen: plan.seen });
};
/** A race as a director types it, without its id. */
const typed = (changes: Partial<ReturnType<typeof aRace>['createRace']> = {}) => {
  const { id: _, events, ...race } = aRace({ opensAt: soon, ...changes }).createRace;
  return {
    ...race,
    events: events.map(({ id: _id, ...event }) => ({
      ...event,
      prices: event.prices.map((price) => ({ ...price, from: '2026-01-01T00:00:00Z' })).slice(0, 1),
    })),
  };
};
const soon = new Date(Date.now() + 3_600_000).toISOString();
const later = new Date(Date.now() + 90 * 86_400_000).toISOString();
const newRace = async () => {
  const raceId = `edited-${++next}`;
  expect((await ask('POST', '/races', { id: raceId })).body).toEqual({ begun: { raceId } });
  return raceId;
};
const publishedRace = async () => {
  const raceId = await newRace();
  await save(raceId, typed({ closesAt: later }));
  expect(await publish(raceId)).toMatchObject({ status: 200, body: { published: { revision: 1, seenWithin: 10 } } });
  return raceId;
};

test('a race is written in steps, and what is not right yet is kept and said by step', async () => {
  const raceId = await newRace();
  expect((await ask('GET', '/races')).body.drafts).toContainEqual(expect.objectContaining({ id: raceId, step: 1 }));
  const first = await save(raceId, { name: 'Harbour Run', date: '2027-02-30', timeZone: 'Mars/Base' }, { step: 1 });
  expect(first).toMatchObject({ status: 200, body: { savedDraft: { seen: 'r0.d2' } } });
  const shown = await look(raceId);
  expect(shown).toMatchObject({ revision: 0, draft: { step: 1, by: 'Ada', content: { date: '2027-02-30' } } });
  expect(shown.errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'date', step: 1 }),
      expect.objectContaining({ field: 'timeZone', step: 1 }),
      expect.objectContaining({ field: 'events', step: 2 }),
      expect.objectContaining({ field: 'waiver', step: 4 }),
    ]),
  );
  expect((await planned(raceId)).type).toBe('/problems/not-publishable');
  const refused = await ask('POST', `/races/${raceId}/publication`, { plan: 'x' }, { seen: 'r0.d2' });
  expect(refused).toMatchObject({ status: 422, body: { reason: 'not-complete' } });
  expect(await console.postgres.query('SELECT FROM race WHERE id = $1', [raceId])).toEqual([]);
});

test('a race goes from nothing to published, and is changed while it is there', async () => {
  const raceId = await publishedRace();
  const { document, seen } = await look(raceId);
  expect(seen).toBe('r1.d3');
  const [marathon, ten] = document.events;
  const wished = {
    ...document,
    name: 'Harbour Marathon of Bergen',
    notice: 'Bring a lamp.',
    isUnlisted: true,
    waiver: { version: '2', text: 'I run at my own risk, and with a lamp.' },
    events: [
      { ...ten, capacity: 12 },
      { ...marathon, capacity: 30, prices: [...marathon.prices, { label: 'Late', from: later, amount: 9900 }] },
      {
        id: uuid7(),
        name: 'Relay',
        distance: 20_000,
        capacity: 5,
        prices: [{ label: 'All', from: '2026-01-01T00:00:00Z', amount: 4000 }],
      },
    ],
  };
  await save(raceId, wished);
  const { planned: plan } = await planned(raceId);
  expect(plan.plan.refusals).toEqual([]);
  expect(plan.plan.consequences.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['spots-added', 'spots-removed', 'event-added', 'race-unlisted', 'notice-shown']),
  );
  expect((await look(raceId)).document).toEqual(document);
  expect((await publish(raceId)).body.published.revision).toBe(2);
  const now = await look(raceId);
  expect(now.draft).toBeUndefined();
  expect(now.document).toEqual({
    ...wished,
    events: wished.events.map(({ prices, ...event }: { prices: readonly { from: string }[] }) => ({
      ...event,
      prices: prices.map((price) => ({ ...price, from: new Date(price.from).toISOString() })),
    })),
  });
  const spots = await console.postgres.query<{ name: string; n: number; position: number }>(
    `SELECT e.name, e.position, (SELECT count(*) FROM spot s WHERE s.event_id = e.id)::int AS n FROM event e WHERE race_id = $1 ORDER BY e.position`,
    [raceId],
  );
  expect(spots.map(({ name, n }) => [name, n])).toEqual([
    ['10 km', 12],
    ['Marathon', 30],
    ['Relay', 5],
  ]);
  const texts = await console.postgres.query(
    `SELECT version FROM legal_text WHERE race_id = $1 AND kind = 'waiver' ORDER BY version`,
    [raceId],
  );
  expect(texts).toEqual([{ version: '1' }, { version: '2' }]);
  expect((await ask('GET', `/races/${raceId}/revisions`)).body.revisions).toMatchObject([
    { revision: 2, by: 'Ada' },
    { revision: 1 },
  ]);
  expect((await ask('GET', `/races/${raceId}/revisions/1`)).body.document).toEqual(document);
  const audit = await console.postgres.query(
    `SELECT detail FROM audit WHERE race_id = $1 AND action = 'race-published' AND staff_id = $2 ORDER BY id`,
    [raceId, staffId],
  );
  expect(audit).toMatchObject([{ detail: { revision: 1 } }, { detail: { revision: 2 } }]);
  await ask('DELETE', `/races/${raceId}/publication`, undefined, { seen: now.seen });
});

test('a line that forms follows the race: its gun, its draw and its events', async () => {
  const raceId = await publishedRace();
  const { document } = await look(raceId);
  expect(document).not.toHaveProperty('lineMode');
  await save(raceId, { ...document, lineMode: 'always' });
  expect((await planned(raceId)).planned.plan.consequences).toEqual([{ kind: 'line-always', at: document.opensAt }]);
  await publish(raceId);
  expect((await look(raceId)).document).toMatchObject({ lineMode: 'always' });
  const due = { raceId, gun: new Date(document.opensAt), isAlwaysDrawn: true };
  expect(await new PostgresLineRegister(console.postgres).arm(due, [document.events[0].id])).toBe(true);
  const line = async () => {
    const [row] = await console.postgres.query(
      `SELECT gun, state, enrol_until - gun = interval '12 seconds' AS is_enrolment_kept, at_gun,
         (SELECT count(*)::int FROM line_event e WHERE e.line_id = l.id) AS events FROM line l WHERE race_id = $1`,
      [raceId],
    );
    return row;
  };
  const gun = new Date(Date.parse(document.opensAt) + 1_800_000);
  const relay = {
    id: uuid7(),
    name: 'Relay',
    distance: 20_000,
    capacity: 5,
    prices: [{ label: 'All', from: '2026-01-01T00:00:00Z', amount: 4000 }],
  };
  const { opensAt: _, ...now } = (await look(raceId)).document;
  await save(raceId, { ...now, opensAt: gun.toISOString(), events: [...document.events, relay] });
  expect((await planned(raceId)).planned.plan.consequences.map(({ kind }: { kind: string }) => kind)).toEqual([
    'line-moves',
    'event-added',
  ]);
  expect((await publish(raceId)).status).toBe(200);
  expect(await line()).toEqual({ gun, state: 'lobby', is_enrolment_kept: true, at_gun: 'draw', events: 3 });

  await save(raceId, { ...(await look(raceId)).document, lineMode: 'auto' });
  expect((await publish(raceId)).status).toBe(200);
  expect(await line()).toMatchObject({ state: 'lobby', at_gun: null });
  expect((await look(raceId)).document).not.toHaveProperty('lineMode');
  await save(raceId, { ...(await look(raceId)).document, lineMode: 'never' });
  expect((await publish(raceId)).status).toBe(200);
  expect(await line()).toMatchObject({ gun, state: 'open' });
  expect((await look(raceId)).document).toMatchObject({ lineMode: 'never' });
  // A director who thinks better of it is told that it is gone, also when nobody remembers it any more.
  await save(raceId, { ...(await look(raceId)).document, lineMode: 'always' });
  const gone = [{ kind: 'line-gone', at: gun.toISOString() }];
  expect((await planned(raceId)).planned.plan.consequences).toEqual(gone);
  await console.postgres.query("UPDATE line SET state = 'over', over_at = now() WHERE race_id = $1", [raceId]);
  expect((await planned(raceId)).planned.plan.consequences).toEqual(gone);
  await console.postgres.query("UPDATE line SET state = 'open', over_at = NULL WHERE race_id = $1", [raceId]);
  // People came to it: it cannot be taken back, and neither can what they wait for.
  const { seen } = await look(raceId);
  expect((await ask('DELETE', `/races/${raceId}/publication`, undefined, { seen })).body.type).toBe('/problems/in-use');
  await save(raceId, { ...(await look(raceId)).document, events: document.events });
  expect((await planned(raceId)).planned.plan.refusals).toMatchObject([
    { kind: 'event-in-use', event: { name: 'Relay' } },
  ]);
});

test('two editors: the one who is later is told what is there and who made it, and nothing is lost', async () => {
  const raceId = await publishedRace();
  const { document, seen } = await look(raceId);
  const colleague = await console.signedIn([{ role: 'director', raceId }]);
  expect((await save(raceId, { ...document, place: 'Oslo' }, { seen })).status).toBe(200);
  const late = await ask(
    'PUT',
    `/races/${raceId}/draft`,
    { draft: { ...document, name: 'Other' } },
    { seen, as: colleague.secret },
  );
  expect(late).toMatchObject({
    status: 412,
    body: { type: '/problems/edited-meanwhile', present: { draft: { by: 'Ada', content: { place: 'Oslo' } } } },
  });
  expect((await ask('PUT', `/races/${raceId}/draft`, { draft: {} })).body.type).toBe('/problems/revision-missing');
});

test('it is told how much of a draft is not published, and who has been at it since when', async () => {
  const raceId = await publishedRace();
  const { document } = await look(raceId);
  const count = async (draft: object) => (await save(raceId, draft)).body.savedDraft.changes;
  // Counted as the plan counts: an instant in another zone is the same instant.
  const inOslo = { ...document, closesAt: document.closesAt.replace('Z', '+00:00') };
  expect(await count({ ...inOslo, place: 'Oslo', notice: 'Bring a lamp.' })).toBe(2);
  expect((await planned(raceId)).planned.plan.changes).toHaveLength(2);
  // Also of a draft that cannot be published yet.
  expect(await count({ ...document, place: '', events: [] })).toBe(3);
  expect(await count(document)).toBe(0);
  const first = (await look(raceId)).draft.since;
  await save(raceId, { ...document, place: 'Oslo' });
  const mine = await look(raceId);
  expect([mine.changes, mine.draft.by, mine.draft.since]).toEqual([1, 'Ada', first]);

  const colleague = await console.signedIn([{ role: 'director', raceId }]);
  await console.postgres.query(`UPDATE staff SET name = 'Bea' WHERE id = $1`, [colleague.staffId]);
  const theirs = { draft: { ...document, place: 'Bodø' } };
  await ask('PUT', `/races/${raceId}/draft`, theirs, { seen: mine.seen, as: colleague.secret });
  const { draft } = await look(raceId);
  expect(draft.by).toBe('Bea');
  expect(Date.parse(draft.since)).toBeGreaterThan(Date.parse(first));
  // What is published again is begun again.
  await publish(raceId);
  await save(raceId, { ...(await look(raceId)).document, place: 'Oslo' });
  expect(Date.parse((await look(raceId)).draft.since)).toBeGreaterThan(Date.parse(draft.since));
});

test('any two states of a race are compared, and an old one becomes a draft', async () => {
  const raceId = await publishedRace();
  const { document } = await look(raceId);
  for (const place of ['Oslo', 'Bodø']) {
    await save(raceId, { ...(await look(raceId)).document, place });
    await publish(raceId);
  }
  const compared = await console.call('GET', `/races/${raceId}/revisions/3`, { secret, query: { since: '1' } });
  expect(compared).toMatchObject({
    status: 200,
    body: { document: { place: 'Bodø' }, since: { place: 'Bergen' } },
  });
  expect(compared.body.changes).toEqual([{ path: 'place', from: 'Bergen', to: 'Bodø' }]);
  for (const since of ['9', 'x'])
    expect((await console.call('GET', `/races/${raceId}/revisions/3`, { secret, query: { since } })).status).toBe(404);

  const old = (await ask('GET', `/races/${raceId}/revisions/1`)).body.document;
  const { seen, document: now } = await look(raceId);
  await ask('PUT', `/races/${raceId}/draft`, { draft: old, base: now, step: 5 }, { seen });
  expect((await look(raceId)).changes).toBe(1);
  expect((await publish(raceId)).body.published.revision).toBe(4);
  expect((await look(raceId)).document).toEqual(document);
});

test('of many who publish one state at once exactly one succeeds, and revisions have no gaps', async () => {
  const raceId = await publishedRace();
  for (let round = 2; round < 12; round++) {
    const { document } = await look(raceId);
    await save(raceId, { ...document, place: `Place ${round}` });
    const { planned: plan } = await planned(raceId);
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask('POST', `/races/${raceId}/publication`, { plan: plan.hash }, { seen: plan.seen })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  }
  const { revisions } = (await ask('GET', `/races/${raceId}/revisions`)).body;
  expect(revisions.map(({ revision }: { revision: number }) => revision)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('what a command of its own changed meanwhile stays, and a plan that says something else is not carried out', async () => {
  const raceId = await publishedRace();
  const { document } = await look(raceId);
  const [marathon] = document.events;
  await save(raceId, { ...document, place: 'Oslo' });
  const { planned: plan } = await planned(raceId);
  await ask('POST', `/races/${raceId}/commands/changeCapacity`, { eventId: marathon.id, capacity: 55 });
  const same = await ask('POST', `/races/${raceId}/publication`, { plan: plan.hash }, { seen: plan.seen });
  expect(same.status).toBe(200);
  expect((await look(raceId)).document).toMatchObject({ place: 'Oslo', events: [{ capacity: 55 }, {}] });

  await save(raceId, { ...(await look(raceId)).document, place: 'Stavanger' });
  const { planned: agreed } = await planned(raceId);
  await console.postgres.query(`UPDATE race SET place = 'Elsewhere' WHERE id = $1`, [raceId]);
  const other = await ask('POST', `/races/${raceId}/publication`, { plan: agreed.hash }, { seen: agreed.seen });
  expect(other).toMatchObject({
    status: 409,
    body: { type: '/problems/plan-changed', present: { plan: { changes: [{ path: 'place', from: 'Elsewhere' }] } } },
  });
});

test('what the plan refuses is not published', async () => {
  const raceId = await publishedRace();
  const { document } = await look(raceId);
  await save(raceId, { ...document, waiver: { version: '1', text: 'Another text under the old label.' } });
  const { planned: plan } = await planned(raceId);
  expect(plan.plan.refusals).toEqual([{ kind: 'label-reused', version: '1' }]);
  const refused = await ask('POST', `/races/${raceId}/publication`, { plan: plan.hash }, { seen: plan.seen });
  expect(refused).toMatchObject({
    status: 422,
    body: { type: '/problems/not-publishable', reason: 'not-publishable' },
  });
});

test('a race opens at once only where that is said', async () => {
  const raceId = await newRace();
  await save(raceId, typed({ opensAt: '2026-01-02T10:00:00Z', closesAt: later }));
  expect((await planned(raceId)).planned.plan.refusals).toEqual([{ kind: 'opening-passed' }]);
  expect((await publish(raceId)).status).toBe(422);
  expect((await publish(raceId, true)).status).toBe(200);
});

test('the same publication again gets the same answer', async () => {
  const raceId = await newRace();
  await save(raceId, typed({ closesAt: later }));
  const { planned: plan } = await planned(raceId);
  const key = uuid7();
  const again = () => ask('POST', `/races/${raceId}/publication`, { plan: plan.hash }, { seen: plan.seen, key });
  const first = await again();
  expect(first.status).toBe(200);
  expect((await again()).body).toEqual(first.body);
});

test('a dry publication says what it would do and does nothing', async () => {
  const raceId = await newRace();
  await save(raceId, typed({ closesAt: later }));
  const { planned: plan } = await planned(raceId);
  const dry = await console.call('POST', `/races/${raceId}/publication`, {
    secret,
    json: { plan: plan.hash },
    query: { dry: 'true' },
    headers: { 'if-match': `"${plan.seen}"` },
  });
  expect(dry).toMatchObject({ status: 200, body: { published: { revision: 1 } } });
  expect((await look(raceId)).revision).toBe(0);
});

test('a race is copied with events of its own, and taken back while nobody came', async () => {
  const raceId = await publishedRace();
  const { document, seen } = await look(raceId);
  const copy = `${raceId}-again`;
  expect((await ask('POST', '/races', { id: copy, copyOf: raceId })).status).toBe(200);
  expect((await ask('POST', '/races', { id: copy })).body).toMatchObject({ reason: 'race-taken' });
  expect((await ask('POST', '/races', { id: 'a-copy', copyOf: 'nothing' })).body).toMatchObject({
    reason: 'no-such-race',
  });
  const copied = await look(copy);
  expect(copied.draft.content.events.map(({ name }: { name: string }) => name)).toEqual(['Marathon', '10 km']);
  expect(copied.draft.content.events[0].id).not.toBe(document.events[0].id);
  expect(copied.errors.map(({ field }: { field: string }) => field)).toEqual([]);
  expect((await publish(copy)).status).toBe(200);

  const memcached = patientMemcached(console.memcachedUrl);
  /** As somebody sees it who comes now. */
  const found = async () =>
    (await new CachedRaces(new Cache(memcached), new PostgresRaces(console.postgres)).find(raceId))?.id;
  expect(await found()).toBe(raceId);
  const back = await ask('DELETE', `/races/${raceId}/publication`, undefined, { seen });
  expect(await found()).toBeUndefined();
  expect(back).toMatchObject({ status: 200, body: { unpublished: { seen: 'r0.d4' } } });
  expect(await look(raceId)).toMatchObject({ revision: 0, draft: { content: { name: document.name } } });
  expect((await publish(raceId)).body.published.revision).toBe(2);
  expect(await found()).toBe(raceId);
  memcached.close();
  const used = await look(raceId);
  await console.postgres.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at) VALUES ($1, $2, '{1}', now(), now())`,
    [uuid7(), used.document.events[0].id],
  );
  expect((await ask('DELETE', `/races/${raceId}/publication`, undefined, { seen: used.seen })).body.type).toBe(
    '/problems/in-use',
  );
});

test('changes are given up; a race that was never published keeps its draft', async () => {
  const raceId = await publishedRace();
  const { document } = await look(raceId);
  await save(raceId, { ...document, place: 'Oslo' });
  const { seen } = await look(raceId);
  expect((await ask('DELETE', `/races/${raceId}/draft`, undefined, { seen })).status).toBe(200);
  expect((await look(raceId)).draft).toBeUndefined();
  const draft = await newRace();
  expect((await ask('DELETE', `/races/${draft}/draft`, undefined, { seen: 'r0.d1' })).body).toMatchObject({
    reason: 'no-draft',
  });
});

test('a form is part of the race: it is checked, published with it, and follows its waiver', async () => {
  const raceId = await publishedRace();
  const { document } = await look(raceId);
  const form = { language: 'en', questions: [{ id: 'club', type: 'text', label: { en: 'Club' }, of: 'person' }] };
  await save(raceId, { ...document, form: { questions: [{ id: 'club' }] } });
  expect((await look(raceId)).errors).toEqual(
    expect.arrayContaining([expect.objectContaining({ step: 3, field: 'form.questions.0.type' })]),
  );
  await save(raceId, { ...document, form });
  expect((await look(raceId)).errors).toEqual([]);
  expect((await publish(raceId)).status).toBe(200);
  const now = await look(raceId);
  expect(now.document.form).toMatchObject(form);
  await save(raceId, { ...now.document, form: { ...form, questions: [{ ...form.questions[0], type: 'number' }] } });
  expect((await planned(raceId)).planned.plan.refusals).toMatchObject([
    { kind: 'form-not-possible', faults: [{ code: 'changed-meaning' }] },
  ]);
});

test('whatever is published is what the tables say: documents of many kinds come back as they were', async () => {
  const { next: random } = seeded(19);
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const raceId = await newRace();
  for (let round = 0; round < 25; round++) {
    const { document } = await look(raceId);
    const events = [...(document?.events ?? [])].filter(() => random() < 0.8).sort(() => random() - 0.5);
    const names = new Set(events.map(({ name }: { name: string }) => name));
    while (events.length === 0 || random() < 0.4) {
      const name = `Event ${round} ${events.length} ${pick('ä', '走', 'x')}`;
      if (names.has(name)) break;
      events.push({
        id: uuid7(),
        name,
        ...(random() < 0.8 || events.length === 0 ? { distance: 5000 } : { kind: pick('gift', 'ticket') }),
        capacity: 3,
        prices: [],
      });
    }
    if (!events.some((event) => event.kind === undefined))
      events.push({ id: uuid7(), name: `Run ${round}`, distance: 1, capacity: 1, prices: [] });
    const instants = ['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z'];
    const wished = {
      ...typed({ closesAt: later }),
      name: `Race ${round}`,
      place: pick('Bergen', 'Oslo', 'Ålesund'),
      description: pick('One.', 'Two.\n\nLines.'),
      ...pick({}, { notice: `Note ${round}` }),
      ...pick({}, { isUnlisted: true }),
      waiver: { version: String(round), text: `I run at my own risk. ${round}` },
      changes: pick(
        { refundPercent: 0 },
        { refundPercent: 50, cancelUntil: later },
        { refundPercent: 0, transferUntil: later },
      ),
      sale: pick(
        { holdSeconds: 300, offerSeconds: 900 },
        { holdSeconds: 600, offerSeconds: 86_400, limits: { perSession: 5, hashes: 10 } },
      ),
      events: events.map((event) => ({
        ...event,
        capacity: Math.floor(random() * 9),
        prices: instants
          .slice(0, 1 + Math.floor(random() * 3))
          .map((from, n) => ({ label: `P${n}`, from, amount: pick(0, 1000, 2500) })),
      })),
    };
    await save(raceId, wished);
    const published = await publish(raceId);
    expect([published.status, published.body.published?.revision]).toEqual([200, round + 1]);
    const now = await look(raceId);
    expect(now.document).toEqual({ ...wished, id: raceId, opensAt: soon });
    const [kept] = await console.postgres.query<{ document: unknown }>(
      'SELECT document FROM race_revision WHERE race_id = $1 AND revision = $2',
      [raceId, round + 1],
    );
    expect(isSameJson(kept?.document, now.document)).toBe(true);
  }
});
