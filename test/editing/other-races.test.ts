import { uuid7 } from '../../lambdas/platform/uuid';
import { aRace } from '../races/a-race';
import { openConsole } from '../staff/console-world';

const console = openConsole();
const soon = new Date(Date.now() + 3_600_000).toISOString();
const later = new Date(Date.now() + 90 * 86_400_000).toISOString();
let chief = '';
let races = 0;
beforeAll(async () => {
  ({ secret: chief } = await console.signedIn([{ role: 'director', raceId: undefined }]));
});

const ask = (method: string, path: string, json?: unknown, { seen = '', as = chief } = {}) =>
  console.call(method, path, {
    secret: as,
    json,
    headers: { 'idempotency-key': uuid7(), ...(seen !== '' && { 'if-match': `"${seen}"` }) },
  });
const order = (raceId: string, command: string, json: object, as = chief) =>
  ask('POST', `/races/${raceId}/commands/${command}`, json, { as });
const look = async (raceId: string) => (await ask('GET', `/races/${raceId}/document`)).body;
const save = async (raceId: string, draft: object, as = chief) =>
  ask('PUT', `/races/${raceId}/draft`, { draft }, { seen: (await look(raceId)).seen, as });
const publish = async (raceId: string, as = chief) => {
  const { planned } = (await ask('POST', `/races/${raceId}/plan`, {}, { as })).body;
  const answer = await ask('POST', `/races/${raceId}/publication`, { plan: planned.hash }, { seen: planned.seen, as });
  return { ...answer, refusals: planned.plan.refusals };
};
/** A race as a director types it. */
const typed = (changes: object = {}) => {
  const { id: _, events, ...race } = aRace({ opensAt: soon, closesAt: later }).createRace;
  const prices = [{ label: 'All', from: '2026-01-01T00:00:00Z', amount: 4500 }];
  return { ...race, events: events.map(({ id: _id, ...event }) => ({ ...event, prices })), ...changes };
};
const published = async (changes: object = {}) => {
  const raceId = `others-${++races}`;
  await ask('POST', '/races', { id: raceId });
  await save(raceId, typed(changes));
  expect(await publish(raceId)).toMatchObject({ status: 200 });
  return raceId;
};
const directorOf = async (...raceIds: readonly string[]) =>
  (await console.signedIn(raceIds.map((raceId) => ({ role: 'director' as const, raceId })))).secret;

describe('a series, in which credits of each race pay for entries of all', () => {
  const series = 'City Runs';
  const seriesOf = async (raceId: string) => (await look(raceId)).draft?.content.series;

  test('is not joined by the director of one race, however its name is written', async () => {
    const [theirs, own] = [await published({ series }), await published()];
    const director = await directorOf(own);
    const { document } = await look(own);
    for (const typedSo of [series, ` ${series} `, 'City  Runs']) {
      const answer = await save(own, { ...document, series: typedSo }, director);
      expect(answer).toMatchObject({ status: 422, body: { reason: 'series-of-others' } });
    }
    expect((await look(own)).draft).toBeUndefined();
    const answer = await order(own, 'saveDraft', { draft: { ...document, series }, seen: 'r1.d3' }, director);
    expect(answer).toMatchObject({ status: 422, body: { reason: 'series-of-others' } });
    // What a dry run says is what would be.
    const tried = await console.call('PUT', `/races/${own}/draft`, {
      secret: director,
      json: { draft: { ...document, series } },
      query: { dry: 'true' },
      headers: { 'if-match': `"${(await look(own)).seen}"` },
    });
    expect(tried).toMatchObject({ status: 422, body: { reason: 'series-of-others' } });
    // Nobody else's, and so theirs.
    expect((await save(own, { ...document, series: 'Own Runs' }, director)).status).toBe(200);
    expect([await seriesOf(own), (await look(theirs)).document.series]).toEqual(['Own Runs', series]);
  });

  test('is joined by whoever directs all races, or all of the series, and then kept by the director of the race', async () => {
    const name = 'Two Runs';
    const [one, other, third] = [await published({ series: name }), await published(), await published()];
    const { document } = await look(other);
    expect((await save(other, { ...document, series: name }, await directorOf(one, other))).status).toBe(200);
    expect(await publish(other)).toMatchObject({ status: 200 });
    const director = await directorOf(other);
    const now = (await look(other)).document;
    expect((await save(other, { ...now, place: 'Oslo' }, director)).status).toBe(200);
    expect(await publish(other, director)).toMatchObject({ status: 200 });

    const begun = (await look(third)).document;
    expect((await save(third, { ...begun, series: name })).status).toBe(200);
    const another = await directorOf(third);
    expect((await save(third, { ...begun, series: name, place: 'Oslo' }, another)).status).toBe(200);
    expect(await publish(third, another)).toMatchObject({ status: 200 });
    expect((await look(third)).document).toMatchObject({ series: name, place: 'Oslo' });
  });
});

describe('a limit group, of which everybody is in one event', () => {
  const formOf = (events: readonly { readonly id: string }[], oneOfGroup: string) => ({
    language: 'en',
    questions: [],
    rules: [{ events: events.map(({ id }) => id), oneOfGroup }],
  });
  const limited = async () => {
    const [raceId, group] = [await published(), uuid7()];
    const { document } = await look(raceId);
    await save(raceId, { ...document, form: formOf(document.events, group) });
    expect(await publish(raceId)).toMatchObject({ status: 200 });
    return { raceId, group };
  };

  test('is not taken into the form of another race, by no command', async () => {
    const [{ group }, own] = [await limited(), await published()];
    const director = await directorOf(own);
    const { document } = await look(own);
    const form = formOf(document.events, group);
    const faults = [{ at: ['rules', 0, 'oneOfGroup'], code: 'group-of-another-race' }];
    expect(await order(own, 'saveForm', { form }, director)).toMatchObject({
      status: 422,
      body: { reason: 'form-not-possible', errors: [{ field: 'saveForm.form.rules.0.oneOfGroup' }] },
    });
    await save(own, { ...document, form }, director);
    expect(await publish(own, director)).toMatchObject({ refusals: [{ kind: 'form-not-possible', faults }] });

    // It was saved before the other race published it.
    const [later, mine] = [await published(), uuid7()];
    const before = await order(own, 'saveForm', { form: formOf(document.events, mine) }, director);
    const others = (await look(later)).document;
    await save(later, { ...others, form: formOf(others.events, mine) });
    expect(await publish(later)).toMatchObject({ status: 200 });
    const { revision } = before.body.savedForm;
    expect(await order(own, 'publishForm', { revision }, director)).toMatchObject({
      status: 422,
      body: { reason: 'form-not-possible', errors: [{ field: 'publishForm.revision.rules.0.oneOfGroup' }] },
    });
  });

  test('is another one in a copy of the race: who ran last year may run this year', async () => {
    const { raceId, group } = await limited();
    const copy = `${raceId}-again`;
    expect((await ask('POST', '/races', { id: copy, copyOf: raceId })).status).toBe(200);
    const { form, events } = (await look(copy)).draft.content;
    expect(form.rules[0].oneOfGroup).not.toBe(group);
    expect(form.rules[0].events).toEqual(events.map(({ id }: { id: string }) => id));
    expect(await publish(copy)).toMatchObject({ status: 200, refusals: [] });
    // Its own group stays its own.
    const { document } = await look(copy);
    await save(copy, { ...document, place: 'Oslo' });
    expect(await publish(copy)).toMatchObject({ status: 200, refusals: [] });
  });
});

test('a seller issues invoices for the races that it was given, and for no other director', async () => {
  const [theirs, own] = [await published(), await published()];
  await console.direct({ setSeller: { id: 'club', name: 'Club', address: 'A 1', country: 'DE', prefix: 'C-' } });
  const tax = { seller: 'club', rate: 1900, label: 'VAT' };
  const director = await directorOf(own);
  expect(await order(own, 'setTax', tax, director)).toMatchObject({ body: { reason: 'no-such-seller' } });
  expect(await order(theirs, 'setTax', tax)).toMatchObject({ status: 200 });
  expect(await order(own, 'setTax', tax, director)).toMatchObject({ body: { reason: 'no-such-seller' } });
  expect(await order(own, 'setTax', tax)).toMatchObject({ status: 200 });
  expect(await order(own, 'setTax', { ...tax, rate: 700 }, director)).toMatchObject({ status: 200 });
});

test('the address of a webhook is told to owners; the audit, which directors read, names its host', async () => {
  const raceId = await published();
  const { secret: owner } = await console.signedIn([{ role: 'owner', raceId }]);
  const url = 'https://hooks.example.com/services/T0/B0/secret';
  const wish = { endpointId: uuid7(), url, types: ['race.published'] };
  expect(await order(raceId, 'saveWebhook', wish, owner)).toMatchObject({ status: 200 });
  const { body } = await ask('GET', `/races/${raceId}/audit`, undefined, { as: await directorOf(raceId) });
  expect(body.entries).toContainEqual(expect.objectContaining({ action: 'webhook-saved' }));
  expect(JSON.stringify(body)).toContain('hooks.example.com');
  expect(JSON.stringify(body)).not.toContain('/services/');
  expect((await order(raceId, 'webhooks', {}, owner)).body.webhooks).toMatchObject([{ url }]);
});

test('no race is called "all", which in addresses of the console means every race', async () => {
  expect(await ask('POST', '/races', { id: 'all' })).toMatchObject({ status: 422 });
  const { id: _, ...race } = aRace().createRace;
  expect(await order('all', 'createRace', race)).toMatchObject({ status: 422 });
  expect(await order('all', 'beginRace', {})).toMatchObject({ status: 422 });
  expect(await console.postgres.query(`SELECT FROM race_document WHERE race_id = 'all'`)).toEqual([]);
});
