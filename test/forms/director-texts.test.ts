import type { CommandNeeds } from '../../lambdas/directing/command';
import { directWorker } from '../../lambdas/directing/worker';
import { asRevision } from '../../lambdas/editing/postgres-race-revisions';
import { CachedTexts } from '../../lambdas/forms/cached-texts';
import type { PublishedForms } from '../../lambdas/forms/ports';
import { PostgresAllowList } from '../../lambdas/forms/postgres-allow-list';
import { PostgresFormRegister } from '../../lambdas/forms/postgres-forms';
import { PostgresTexts } from '../../lambdas/forms/postgres-texts';
import { publishForm } from '../../lambdas/forms/publish-form';
import { formRoutes } from '../../lambdas/forms/routes';
import { openForms } from '../../lambdas/functions/wiring/selling/forms';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { Cache } from '../../lambdas/platform/cache/cache';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { CachedRaces } from '../../lambdas/races/cached-races';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { requestEvent } from '../platform/http/request-event';
import { CountingSql } from '../races/counting-sql';
import { makeRace } from '../support/races/race';
import { openStores } from '../support/stores';

const stores = openStores();

/** A director of a new race, and what its visitors see. */
const directRace = async () => {
  const { postgres } = stores.database;
  const { raceId, eventId } = await makeRace(postgres, { spots: 1 });
  const cache = new Cache(stores.memcached, { waitMs: 10_000 });
  const sql = new CountingSql(postgres);
  const races = new CachedRaces(cache, new PostgresRaces(sql));
  // The list of races may be in the cache already, from before this race.
  await races.changed(raceId);
  const forms = { find: async () => undefined } as PublishedForms;
  const handler = ourApi(formRoutes(forms, new CachedTexts(cache, races, new PostgresTexts(sql))));
  const run = directWorker({
    ...openForms(postgres, races),
    publishForm: publishForm({
      register: new PostgresFormRegister(postgres, asRevision),
      news: races,
    }),
  } as unknown as CommandNeeds);
  const save = (kind: string, text: string, dryRun = false) =>
    run({ saveDocument: { raceId, kind, version: '2027-1', locale: 'en', text, dryRun } });
  const allow = (people: object[], more: object = {}) => run({ allowPerson: { raceId, eventId, people, ...more } });
  const publish = async (documents: object[]) => {
    const saved = await run({ saveForm: { raceId, form: { language: 'en', questions: [], documents } } });
    if (!('savedForm' in saved)) throw new Error(JSON.stringify(saved));
    return run({ publishForm: { raceId, revision: saved.savedForm.revision } });
  };
  const get = async (hash: string, of = raceId) => {
    const result = await handler(
      requestEvent({ routeKey: 'GET /api/races/{raceId}/texts/{hash}', path: { raceId: of, hash } }),
    );
    return { status: result.statusCode, headers: result.headers, body: JSON.parse(result.body ?? '{}') };
  };
  return { raceId, eventId, save, allow, publish, get, sql, races, run };
};

test('a text is tried, saved once, and shown for good to everybody who knows its hash', async () => {
  const { raceId, save, get } = await directRace();
  const text = 'My child is fit to run.';
  const hash = sha256(text);
  const saved = (isNew: boolean, dryRun = false) => ({
    savedDocument: { raceId, kind: 'minor-waiver', hash, isNew, dryRun },
  });
  expect(await save('minor-waiver', text, true)).toEqual(saved(true, true));
  expect((await get(hash)).status).toBe(404);
  expect(await save('minor-waiver', text)).toEqual(saved(true));
  expect(await save('minor-waiver', text)).toEqual(saved(false));
  expect(await get(hash)).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    body: { raceId, hash, version: '2027-1', locale: 'en', text },
  });
});

test('what nobody saved costs the database nothing, however often it is asked for', async () => {
  const { get, save, sql } = await directRace();
  await save('terms', 'Terms.');
  // A race that was changed less than ten seconds ago is read again each second, and a busy machine takes longer than one.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
  await get(sha256('Terms.'));
  const { queries } = sql;
  for (let n = 0; n < 20; n++) expect((await get(sha256(String(n)))).status).toBe(404);
  for (const hash of ['short', 'constructor', "'".repeat(43)]) expect((await get(hash)).status).toBe(404);
  expect((await get(sha256('Terms.'), 'no-such-race')).status).toBe(404);
  expect((await get(sha256('Terms.'))).status).toBe(200);
  clock.mockRestore();
  expect(sql.queries).toBe(queries);
});

test('a text of no race is refused, and so is one that is empty or of no kind', async () => {
  const { run, save } = await directRace();
  const text = { kind: 'terms', version: '1', locale: 'en', text: 'Terms.' };
  expect(await run({ saveDocument: { ...text, raceId: 'no-such-race' } })).toMatchObject({
    refused: { reason: 'no-such-race', errors: [{ field: 'saveDocument.raceId' }] },
  });
  expect(await save('terms', ' \n ')).toMatchObject({ refused: { errors: [{ field: 'saveDocument.text' }] } });
  expect(await save('poem', 'Terms.')).toMatchObject({ refused: { errors: [{ field: 'saveDocument.kind' }] } });
});

test('a waiver of a published form is the waiver of its race, and a waiver of minors is not', async () => {
  const { raceId, save, publish, races } = await directRace();
  const waiver = async () => (await races.find(raceId))?.waiver;
  const before = await waiver();
  await save('minor-waiver', 'My child is fit to run.');
  await publish([{ kind: 'minor-waiver', hash: sha256('My child is fit to run.') }]);
  expect(await waiver()).toEqual(before);
  await save('waiver', 'I am fit to run.');
  await publish([{ kind: 'waiver', hash: sha256('I am fit to run.') }]);
  expect(await waiver()).toEqual({ version: '2027-1', text: 'I am fit to run.', hash: sha256('I am fit to run.') });
});

test('people are put on the list of an event and taken off, and a dry run says how many without doing it', async () => {
  const { eventId, allow, run, raceId } = await directRace();
  const ada = { email: 'Ada@Example.com', birthDate: '1985-12-10' };
  const list = new PostgresAllowList(stores.database.postgres);
  const are = (...people: { email: string; birthDate: string }[]) => list.areAllowed(eventId, people);
  const changed = (count: number, dryRun = false) => ({ allowed: { eventId, changed: count, dryRun } });

  expect(await allow([ada], { dryRun: true })).toEqual(changed(1, true));
  expect(await are(ada)).toEqual([false]);
  expect(await allow([ada, { email: 'club@example.com' }, ada])).toEqual(changed(2));
  expect(await allow([ada])).toEqual(changed(0));
  expect(
    await are(
      { email: 'ada@example.com', birthDate: '1985-12-10' },
      { email: 'ada@example.com', birthDate: '1985-12-11' },
      { email: 'CLUB@example.com', birthDate: '2001-01-01' },
      { email: 'nobody@example.com', birthDate: '2001-01-01' },
    ),
  ).toEqual([true, false, true, false]);
  expect(await allow([ada], { isAllowed: false, dryRun: true })).toEqual(changed(1, true));
  expect(await allow([ada], { isAllowed: false })).toEqual(changed(1));
  expect(await are(ada)).toEqual([false]);
  expect(await run({ allowPerson: { raceId, eventId: eventId.replace(/^./, 'f'), people: [ada] } })).toMatchObject({
    refused: { reason: 'no-such-event', errors: [{ field: 'allowPerson.eventId' }] },
  });
});
