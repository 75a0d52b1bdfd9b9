import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresRaces } from '../../lambdas/races/postgres-races';
import { aRace } from '../races/a-race';
import { openConsole } from '../staff/console-world';
import { until } from '../support/until';

const console = openConsole();
let [secret, races] = ['', 0];
beforeAll(async () => {
  ({ secret } = await console.signedIn([{ role: 'director', raceId: undefined }]));
});

const ask = (method: string, path: string, json?: unknown, seen?: string) =>
  console.call(method, path, {
    secret,
    json,
    headers: { 'idempotency-key': uuid7(), ...(seen !== undefined && { 'if-match': `"${seen}"` }) },
  });

/** A race, and the two ways in which its waiver changes: its settings, and its form. */
const openRace = async () => {
  const raceId = `waivers-${++races}`;
  const { postgres } = console;
  const found = async () => {
    const race = await new PostgresRaces(postgres).find(raceId);
    return { version: race?.waiver.version, form: race?.form, revision: race?.revision };
  };
  const look = async () => (await ask('GET', `/races/${raceId}/document`)).body;
  /** Its draft is saved and planned. What it returns publishes it. */
  const prepare = async (content: object) => {
    const { seen } = await look();
    expect((await ask('PUT', `/races/${raceId}/draft`, { draft: content }, seen)).status).toBe(200);
    const { planned } = (await ask('POST', `/races/${raceId}/plan`, {})).body;
    return () => ask('POST', `/races/${raceId}/publication`, { plan: planned.hash }, planned.seen);
  };
  const prepareWaiver = async (version: string) =>
    prepare({ ...(await look()).document, waiver: { version, text: `Waiver ${version}.` } });
  const withWaiver = async (version: string) => (await prepareWaiver(version))();
  const order = (command: string, json: object, query = {}) =>
    console.call('POST', `/races/${raceId}/commands/${command}`, {
      secret,
      json,
      query,
      headers: { 'idempotency-key': uuid7() },
    });
  const saveText = async (version: string): Promise<string> => {
    const text = { kind: 'waiver', version, locale: 'en', text: `Waiver ${version}.` };
    return (await order('saveDocument', text)).body.savedDocument.hash;
  };
  const saveForm = async (hash: string): Promise<number> => {
    const form = { language: 'en', questions: [], documents: [{ kind: 'waiver', hash }] };
    return (await order('saveForm', { form })).body.savedForm.revision;
  };
  const publishForm = (revision: number, query = {}) => order('publishForm', { revision }, query);

  const {
    id: _,
    events,
    ...race
  } = aRace({
    opensAt: new Date(Date.now() + 3_600_000).toISOString(),
    closesAt: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  }).createRace;
  const prices = [{ label: 'All', from: '2026-01-01T00:00:00Z', amount: 4500 }];
  await ask('POST', '/races', { id: raceId });
  const first = { ...race, events: events.map(({ id: _id, ...event }) => ({ ...event, prices })) };
  const publish = await prepare({ ...first, waiver: { version: 'A', text: 'Waiver A.' } });
  expect((await publish()).status).toBe(200);
  return { raceId, found, prepareWaiver, withWaiver, saveText, saveForm, publishForm };
};

test('of two editors, the one who publishes an older form is told which waiver is newer, and undoes nothing', async () => {
  const { found, withWaiver, saveText, saveForm, publishForm } = await openRace();
  const older = await saveForm(await saveText('A'));
  expect((await withWaiver('B')).status).toBe(200);
  const hash = await saveText('B');
  const refused = {
    status: 422,
    body: {
      reason: 'older-waiver',
      detail: expect.stringContaining(`version "B". Save the form again with that waiver (hash ${hash})`),
      errors: [{ field: 'publishForm.revision' }],
    },
  };
  expect(await publishForm(older, { dry: 'true' })).toMatchObject(refused);
  expect(await publishForm(older)).toMatchObject(refused);
  expect(await found()).toEqual({ version: 'B', form: undefined, revision: 2 });
  // As the refusal says.
  expect((await publishForm(await saveForm(hash))).status).toBe(200);
  expect(await found()).toEqual({ version: 'B', form: 2, revision: 3 });
});

test('nor does a form bring back what the race left for an older waiver', async () => {
  const { found, withWaiver, saveText, saveForm, publishForm } = await openRace();
  await withWaiver('B');
  const draft = await saveForm(await saveText('B'));
  await withWaiver('A');
  expect(await publishForm(draft)).toMatchObject({ status: 422, body: { reason: 'older-waiver' } });
  expect(await found()).toMatchObject({ version: 'A' });
});

test('forms that were saved one after the other are published one after the other, each with its waiver', async () => {
  const { found, withWaiver, saveText, saveForm, publishForm } = await openRace();
  await withWaiver('B');
  const [texts, revisions] = [[await saveText('C'), await saveText('D')], [] as number[]];
  for (const hash of texts) revisions.push(await saveForm(hash));
  for (const revision of revisions) expect((await publishForm(revision)).status).toBe(200);
  expect(await found()).toMatchObject({ version: 'D', form: revisions[1] });
});

test('each form that is published is a state of the race that stays, with who published it, and is told as a publication', async () => {
  const { raceId, withWaiver, saveText, saveForm, publishForm } = await openRace();
  const forms = [await saveForm(await saveText('A')), await saveForm(await saveText('B'))];
  await publishForm(forms[0] ?? 0, { dry: 'true' });
  for (const form of [...forms, ...forms.slice(-1)]) expect((await publishForm(form)).status).toBe(200);
  await withWaiver('C');
  const { revisions } = (await ask('GET', `/races/${raceId}/revisions`)).body;
  expect(revisions.map(({ revision, by }: { revision: number; by?: string }) => [revision, by])).toEqual(
    [4, 3, 2, 1].map((revision) => [revision, expect.any(String)]),
  );
  const waivers = [2, 3].map(async (revision) => {
    const { document } = (await ask('GET', `/races/${raceId}/revisions/${revision}`)).body;
    return [document.waiver.version, document.form.documents.length];
  });
  expect(await Promise.all(waivers)).toEqual([
    ['A', 1],
    ['B', 1],
  ]);
  const told = await console.postgres.query(
    `SELECT (detail ->> 'revision')::int AS revision, detail -> 'paths' ->> 0 AS path FROM audit
     WHERE race_id = $1 AND action = 'race-published' AND staff_id IS NOT NULL ORDER BY id`,
    [raceId],
  );
  expect(told.slice(1, 3)).toEqual([
    { revision: 2, path: expect.stringMatching(/^form/) },
    { revision: 3, path: expect.any(String) },
  ]);
});

test('an editor and forms that are published at once wait for each other, and every state stays', async () => {
  const { raceId, found, prepareWaiver, saveText, saveForm, publishForm } = await openRace();
  for (let round = 0; round < 4; round++) {
    const forms = [await saveForm(await saveText(`${round}a`)), await saveForm(await saveText(`${round}b`))];
    const publish = await prepareWaiver(`${round}c`);
    // Whoever comes second may be refused, and nobody waits for ever.
    const answers = await Promise.all([publish(), ...forms.map((form) => publishForm(form))]);
    expect(answers.filter(({ status }) => ![200, 409, 412, 422].includes(status))).toEqual([]);
  }
  const { revision = 0 } = await found();
  const { revisions } = (await ask('GET', `/races/${raceId}/revisions`)).body;
  expect(revisions.map((one: { revision: number }) => one.revision)).toEqual(
    Array.from({ length: revision }, (_, n) => revision - n),
  );
});

test('a form locks the race after the editor, so neither waits for the other for ever', async () => {
  const { raceId, saveText, saveForm, publishForm } = await openRace();
  const form = await saveForm(await saveText('A'));
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  // As the editor does: first its document, then the race.
  const { published } = await console.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM race_document WHERE race_id = $1 FOR UPDATE', [raceId]);
    const answer = publishForm(form);
    await until(async () => (await console.postgres.query(waiting)).length > 0);
    await sql.query('SELECT FROM race WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [raceId]);
    return { published: answer };
  });
  expect((await published).status).toBe(200);
});

test('another form is another revision of the race, so open pages read it again; the same one is not', async () => {
  const { found, saveText, saveForm, publishForm } = await openRace();
  const [first, second] = [await saveForm(await saveText('A')), await saveForm(await saveText('B'))];
  const seen = [];
  for (const revision of [first, first, second, second]) {
    expect((await publishForm(revision)).status).toBe(200);
    seen.push((await found()).revision);
  }
  expect(seen).toEqual([2, 2, 3, 3]);
});
