import { PostgresLineRegister } from '../../lambdas/line/calling/postgres-line-register';
import { uuid7 } from '../../lambdas/platform/uuid';
import { aRace } from '../races/a-race';
import { openConsole } from '../staff/console-world';

const console = openConsole();
let secret = '';
beforeAll(async () => {
  ({ secret } = await console.signedIn([{ role: 'director', raceId: undefined }]));
});

const ask = (method: string, path: string, json?: unknown, seen = '') =>
  console.call(method, path, {
    secret,
    json,
    headers: { 'idempotency-key': uuid7(), ...(seen !== '' && { 'if-match': `"${seen}"` }) },
  });
const look = async (raceId: string) => (await ask('GET', `/races/${raceId}/document`)).body;
const save = async (raceId: string, draft: object) =>
  ask('PUT', `/races/${raceId}/draft`, { draft }, (await look(raceId)).seen);
const publish = async (raceId: string) => {
  const { planned } = (await ask('POST', `/races/${raceId}/plan`, {})).body;
  return ask('POST', `/races/${raceId}/publication`, { plan: planned.hash }, planned.seen);
};
const published = async () => {
  const raceId = 'shown-later';
  const [opensAt, closesAt] = [3_600_000, 90 * 86_400_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const { id: _, events, ...race } = aRace({ opensAt, closesAt }).createRace;
  const prices = [{ label: 'All', from: '2026-01-01T00:00:00Z', amount: 4500 }];
  await ask('POST', '/races', { id: raceId });
  await save(raceId, { ...race, events: events.map(({ id: _id, ...event }) => ({ ...event, prices })) });
  expect(await publish(raceId)).toMatchObject({ status: 200 });
  return raceId;
};

test('an event that was hidden gets into the line when it is shown', async () => {
  const raceId = await published();
  const { document } = await look(raceId);
  const [marathon, ten] = document.events;
  const form = { language: 'en', questions: [], rules: [{ events: [ten.id], accessCode: true }] };
  await save(raceId, { ...document, form });
  expect((await publish(raceId)).status).toBe(200);
  const due = { raceId, gun: new Date(document.opensAt), isAlwaysDrawn: true };
  await new PostgresLineRegister(console.postgres).arm(due, [marathon.id]);
  const inLine = async () =>
    (
      await console.postgres.query<{ id: string }>(
        `SELECT q.event_id AS id FROM line_event q JOIN line l ON l.id = q.line_id WHERE l.race_id = $1`,
        [raceId],
      )
    ).map(({ id }) => id);
  const { document: now } = await look(raceId);
  await save(raceId, { ...now, notice: 'Bring a lamp.' });
  expect((await publish(raceId)).status).toBe(200);
  expect(await inLine()).toEqual([marathon.id]);
  await save(raceId, { ...(await look(raceId)).document, form: { ...now.form, rules: [] } });
  expect((await publish(raceId)).status).toBe(200);
  expect((await inLine()).toSorted()).toEqual([marathon.id, ten.id].toSorted());
});
