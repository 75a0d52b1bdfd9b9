import type { CommandNeeds } from '../../lambdas/directing/command';
import { directWorker } from '../../lambdas/directing/worker';
import { CachedForms } from '../../lambdas/forms/cached-forms';
import { PostgresForms } from '../../lambdas/forms/postgres-forms';
import { formRoutes } from '../../lambdas/forms/routes';
import { openForms } from '../../lambdas/functions/wiring/selling/forms';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { Cache } from '../../lambdas/platform/cache/cache';
import { CachedRaces } from '../../lambdas/races/cached-races';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { skip } from '../platform/cache/fleet';
import { requestEvent } from '../platform/http/request-event';
import { CountingSql } from '../races/counting-sql';
import { makeRace } from '../support/races/race';
import { openStores } from '../support/stores';

const stores = openStores();
afterEach(() => jest.restoreAllMocks());

const bus = { id: 'bus', type: 'choice', label: { en: 'Bus?' }, options: [{ id: 'yes', label: { en: 'Yes' } }] };
const stop = { id: 'stop', type: 'text', label: { en: 'Stop?' }, showIf: { question: 'bus', in: ['yes'] } };
const formOf = (...questions: object[]) => ({ language: 'en', questions });

/** A director of a new race, and what its visitors see. */
const directRace = async () => {
  const { postgres } = stores.database;
  const { raceId, eventId } = await makeRace(postgres, { spots: 1 });
  const cache = new Cache(stores.memcached, { waitMs: 10_000 });
  const sql = new CountingSql(postgres);
  const races = new CachedRaces(cache, new PostgresRaces(sql));
  const forms = openForms(postgres, races);
  const run = directWorker(forms as unknown as CommandNeeds);
  const save = (form: object, dryRun = false) => run({ saveForm: { raceId, form, dryRun } });
  const publish = (revision: number, dryRun = false) => run({ publishForm: { raceId, revision, dryRun } });
  const handler = ourApi(
    formRoutes(new CachedForms(cache, races, new PostgresForms(sql)), { find: async () => undefined }),
  );
  const get = async (revision: string, of = raceId, rest = '') => {
    const result = await handler(
      requestEvent({ routeKey: `GET /api/races/{raceId}/forms/{revision}${rest}`, path: { raceId: of, revision } }),
    );
    return { status: result.statusCode, headers: result.headers, body: JSON.parse(result.body ?? '{}') };
  };
  return { raceId, eventId, save, publish, get, sql, races };
};

test('a form is saved, saved again without another revision, changed, and seen by nobody before it is published', async () => {
  const { raceId, save, publish, get, races } = await directRace();
  const saved = (revision: number, isNew: boolean, dryRun = false) => ({
    savedForm: { raceId, revision, isNew, dryRun },
  });
  expect(await save(formOf(bus), true)).toEqual(saved(1, true, true));
  expect(await save(formOf(bus))).toEqual(saved(1, true));
  expect(await save(formOf(bus))).toEqual(saved(1, false));
  expect(await save(formOf(bus, stop))).toEqual(saved(2, true));
  await races.find(raceId);
  // For ten seconds after a change a form may not be there yet.
  skip(11_000);
  expect((await get('1')).status).toBe(404);

  expect(await publish(2, true)).toEqual({ publishedForm: { raceId, revision: 2, dryRun: true } });
  expect((await get('2')).status).toBe(404);
  expect(await publish(2)).toEqual({ publishedForm: { raceId, revision: 2, dryRun: false } });
  expect(await publish(2)).toEqual({ publishedForm: { raceId, revision: 2, before: 2, dryRun: false } });
  expect((await races.find(raceId))?.form).toBe(2);
  expect(await get('2')).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable', etag: expect.any(String) },
    body: { raceId, revision: 2, language: 'en', questions: [{ id: 'bus', of: 'person' }, { id: 'stop' }] },
  });
  // Saved and never published: nobody sees it, although the race has a newer one.
  expect((await get('1')).status).toBe(404);
});

test('the schema of its entries is what was made when it was saved', async () => {
  const { raceId, eventId, save, publish, get } = await directRace();
  await save(formOf(bus));
  await publish(1);
  expect(await get('1', raceId, '/schema')).toMatchObject({
    status: 200,
    body: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `/api/races/${raceId}/forms/1/schema`,
      anyOf: [{ $ref: `#/$defs/${eventId}` }],
    },
  });
});

test('a question that runners could see keeps its meaning, in every later form; one that was only saved does not', async () => {
  const { raceId, save, publish } = await directRace();
  await save(formOf(stop.showIf ? { ...stop, showIf: undefined, type: 'number' } : stop));
  expect(await save(formOf(bus, stop))).toHaveProperty('savedForm');
  await publish(2);
  expect(await save(formOf(bus))).toHaveProperty('savedForm');
  expect(await save(formOf(bus, { ...stop, type: 'long-text' }), true)).toMatchObject({
    refused: {
      reason: 'form-not-possible',
      errors: [{ field: 'saveForm.form.questions.1.id', message: expect.stringContaining('revision 2') }],
    },
  });
  // Two directors: the form was saved while its question was still free.
  expect(await publish(1)).toMatchObject({ refused: { reason: 'older-form' } });
  await stores.database.postgres.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash) VALUES ($1, 9, $2, '{}', 'h')`,
    [raceId, JSON.stringify(formOf({ ...bus, of: 'order' }))],
  );
  expect(await publish(9)).toMatchObject({
    refused: { reason: 'form-not-possible', errors: [{ field: 'publishForm.revision.questions.0.id' }] },
  });
});

test.each<[string, (race: { eventId: string }) => object, string]>([
  ['a circle', () => formOf({ ...bus, showIf: { question: 'stop', in: ['x'] } }, stop), 'questions.0.showIf.question'],
  ['an id twice', () => formOf(bus, bus), 'questions.1.id'],
  ['41 questions', () => formOf(...Array.from({ length: 41 }, (_, n) => ({ ...bus, id: `b${n}` }))), 'questions'],
  [
    'an event of another race',
    ({ eventId }) => formOf({ ...bus, events: [eventId, eventId.replace(/^./, 'f')] }),
    'questions.0.events.1',
  ],
  [
    'a rule for an event of another race',
    ({ eventId }) => ({ ...formOf(bus), rules: [{ events: [eventId, eventId.replace(/^./, 'f')], minAge: 18 }] }),
    'rules.0.events.1',
  ],
  [
    'a document whose text nobody saved',
    () => ({ ...formOf(bus), documents: [{ kind: 'terms', hash: 'a'.repeat(43) }] }),
    'documents.0.hash',
  ],
])('%s is refused with its path, also in a dry run, and nothing is stored', async (_, form, path) => {
  const { eventId, save } = await directRace();
  for (const dryRun of [true, false])
    expect(await save(form({ eventId }), dryRun)).toMatchObject({
      refused: { errors: [{ field: `saveForm.form.${path}` }] },
    });
  expect(await save(formOf(bus))).toMatchObject({ savedForm: { revision: 1, isNew: true } });
});

test('two who save at once get a revision each, and two who publish at once leave the newer one', async () => {
  const { raceId, save, publish, races } = await directRace();
  const both = await Promise.all([save(formOf(bus)), save(formOf(bus, stop))]);
  expect(both.map((one) => ('savedForm' in one ? one.savedForm.revision : one)).sort()).toEqual([1, 2]);
  await Promise.all([publish(1), publish(2)]);
  expect((await races.find(raceId))?.form).toBe(2);
});

test('a form that promises what nobody keeps is not published, and runners are asked as before', async () => {
  const { raceId, save, publish, races } = await directRace();
  const variants = [{ id: 'm', label: { en: 'M' }, price: 2000, limited: true }];
  const items = [{ id: 'shirt', label: { en: 'Shirt' }, variants }];
  await save({ ...formOf(bus), items });
  for (const isDryRun of [true, false])
    expect(await publish(1, isDryRun)).toMatchObject({
      refused: {
        reason: 'form-not-possible',
        errors: [
          {
            field: 'publishForm.revision.items.0.variants.0.limited',
            message: 'must have a stock: set it with setStock',
          },
        ],
      },
    });
  expect((await races.find(raceId))?.form).toBeUndefined();
});

test('what nobody published costs the database nothing, however often it is asked for', async () => {
  const { raceId, save, publish, get, sql } = await directRace();
  await save(formOf(bus));
  await publish(1);
  // A race that was changed less than ten seconds ago is read again each second, and a busy machine takes longer than one.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
  await get('1');
  const { queries } = sql;
  for (const revision of ['2', '999999']) expect((await get(revision)).status).toBe(404);
  expect((await get('1', 'no-such-race')).status).toBe(404);
  for (const revision of ['0', '01', '1.5', '-1', '1e3', '9999999', "1'--"])
    expect((await get(revision)).status).toBe(404);
  for (let n = 0; n < 20; n++) expect((await get('1')).status).toBe(200);
  clock.mockRestore();
  expect(sql.queries).toBe(queries);
  expect(raceId).toBeDefined();
});

test('not even a bug of ours changes or deletes a form or a text that somebody accepted', async () => {
  const { save } = await directRace();
  await save(formOf(bus));
  const { postgres } = stores.database;
  for (const forbidden of [
    `UPDATE form SET definition = '{}'`,
    'DELETE FROM form',
    `UPDATE legal_text SET text = ''`,
    'DELETE FROM legal_text',
  ])
    await expect(postgres.query(forbidden)).rejects.toThrow('permission denied');
});
