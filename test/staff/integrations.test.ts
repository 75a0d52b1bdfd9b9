import { uuid7 } from '../../lambdas/platform/uuid';
import { aRace } from '../races/a-race';
import { makeRace } from '../support/races/race';
import { openConsole } from './console-world';

const console = openConsole();
const raceId = aRace().createRace.id;
let otherId = '';
let owner: { readonly secret: string; readonly staffId: string };
beforeAll(async () => {
  await console.direct(aRace());
  ({ raceId: otherId } = await makeRace(console.postgres, { spots: 1 }));
  owner = await console.signedIn([{ role: 'owner', raceId: undefined }]);
});

const order = (secret: string, of: string, name: string, json: object) =>
  console.call('POST', `/races/${of}/commands/${name}`, { secret, json, headers: { 'idempotency-key': uuid7() } });

const keyIn = async (secret: string, of: string) => {
  const { body } = await order(secret, of, 'makeApiKey', { label: `Timer of ${of}`, scopes: ['times'] });
  return body.madeApiKey.keyId as string;
};
const webhookIn = async (secret: string, of: string) => {
  const endpointId = uuid7();
  const url = 'https://club.example/hooks?secret=1';
  await order(secret, of, 'saveWebhook', { endpointId, url, types: ['registration.confirmed'] });
  return endpointId;
};

/** An owner of two races who made a key and a webhook in each. */
const ada = async () => {
  const signed = await console.signedIn([raceId, otherId].map((of) => ({ role: 'owner', raceId: of }) as const));
  const made = async (of: string) => ({
    key: await keyIn(signed.secret, of),
    webhook: await webhookIn(signed.secret, of),
  });
  return { ...signed, here: await made(raceId), there: await made(otherId) };
};
const integrationsOf = async (staffId: string, scope: string, query: Readonly<Record<string, string>> = {}) =>
  (await console.call('GET', `/staff/${scope}/${staffId}/integrations`, { secret: owner.secret, query })).body;
const remove = (staffId: string, scope: string, query: Readonly<Record<string, string>> = {}) =>
  console.call('DELETE', `/staff/${scope}/${staffId}/role`, { secret: owner.secret, json: {}, query });
const works = async ({ key, webhook }: { readonly key: string; readonly webhook: string }) => {
  const [row] = await console.postgres.query<{ key: boolean; webhook: string }>(
    `SELECT (SELECT withdrawn_at IS NULL FROM api_key WHERE id = $1) AS key,
            (SELECT state FROM webhook_endpoint WHERE id = $2) AS webhook`,
    [key, webhook],
  );
  return row;
};
const integrations = (of: string, { key, webhook }: { readonly key: string; readonly webhook: string }) => ({
  keys: [{ raceId: of, keyId: key, label: `Timer of ${of}` }],
  webhooks: [{ raceId: of, endpointId: webhook, host: 'club.example' }],
});
const on = { key: true, webhook: 'active' };
const off = { key: false, webhook: 'paused' };

test('an owner who removes another one is told which keys and webhooks of theirs keep working', async () => {
  const { staffId, here, there } = await ada();
  const colleague = await ada();
  expect(await integrationsOf(staffId, raceId)).toEqual(integrations(raceId, here));
  const all = await integrationsOf(staffId, 'all');
  expect(all.keys.map(({ keyId }: { keyId: string }) => keyId).sort()).toEqual([here.key, there.key].sort());
  const removed = await remove(staffId, raceId);
  expect(removed).toMatchObject({ status: 200, body: { status: 'changed', integrations: integrations(raceId, here) } });
  expect(await works(here)).toEqual(on);
  expect(await works(colleague.here)).toEqual(on);
  expect(
    await console.postgres.query('SELECT action, detail FROM audit WHERE staff_id = $1 ORDER BY id DESC LIMIT 1', [
      owner.staffId,
    ]),
  ).toEqual([{ action: 'role-removed', detail: { of: staffId, kept: { keys: 1, webhooks: 1 } } }]);
});

test('with the choice to end them, keys are withdrawn and webhooks paused, of this race and this person, and the audit says by whom', async () => {
  const { staffId, here, there } = await ada();
  const colleague = await ada();
  const removed = await remove(staffId, raceId, { integrations: 'end' });
  expect(removed.body).toEqual({ status: 'changed', integrations: { keys: [], webhooks: [] } });
  expect(await works(here)).toEqual(off);
  expect([await works(there), await works(colleague.here)]).toEqual([on, on]);
  const audit = await console.postgres.query(
    `SELECT action, race_id, detail FROM audit WHERE staff_id = $1 ORDER BY id DESC LIMIT 3`,
    [owner.staffId],
  );
  expect(audit).toEqual([
    { action: 'webhook-changed', race_id: raceId, detail: { endpointId: here.webhook, state: 'paused' } },
    { action: 'api-key-withdrawn', race_id: raceId, detail: { keyId: here.key } },
    { action: 'role-removed', race_id: raceId, detail: { of: staffId } },
  ]);
});

test('a webhook that somebody gave another address or secret is theirs, too; one that is paused or withdrawn does not count', async () => {
  const { staffId } = await console.signedIn([{ role: 'owner', raceId }]);
  const { secret, ...maker } = await ada();
  const audit = (action: string, detail: object) =>
    console.postgres.query(
      `INSERT INTO audit (actor, action, race_id, staff_id, detail) VALUES ('director', $1, $2, $3, $4)`,
      [action, raceId, staffId, JSON.stringify(detail)],
    );
  await audit('webhook-secret-changed', { endpointId: maker.here.webhook });
  expect(await integrationsOf(staffId, raceId)).toEqual({
    keys: [],
    webhooks: integrations(raceId, maker.here).webhooks,
  });
  await order(secret, raceId, 'changeWebhook', { endpointId: maker.here.webhook, state: 'paused' });
  await order(secret, raceId, 'withdrawApiKey', { keyId: maker.here.key });
  for (const id of [staffId, maker.staffId])
    expect(await integrationsOf(id, raceId)).toEqual({ keys: [], webhooks: [] });
});

test('somebody who loses their role for all races, and keeps one in a race, loses nothing that they made there', async () => {
  const { staffId, secret } = await console.signedIn([
    { role: 'owner', raceId: undefined },
    { role: 'viewer', raceId },
  ]);
  const made = async (of: string) => ({ key: await keyIn(secret, of), webhook: await webhookIn(secret, of) });
  const [here, there] = [await made(raceId), await made(otherId)];
  expect(await integrationsOf(staffId, 'all', { races: 'lost' })).toEqual(integrations(otherId, there));
  expect((await integrationsOf(staffId, 'all')).keys).toHaveLength(2);
  const removed = await remove(staffId, 'all', { integrations: 'end' });
  expect(removed.body).toEqual({ status: 'changed', integrations: { keys: [], webhooks: [] } });
  expect([await works(here), await works(there)]).toEqual([on, off]);
  const last = await remove(staffId, raceId);
  expect(last.body.integrations).toEqual(integrations(raceId, here));
});

test('somebody who loses their role in a race, and keeps one for all races, loses nothing that they made', async () => {
  const { staffId, secret } = await console.signedIn([
    { role: 'owner', raceId: undefined },
    { role: 'owner', raceId },
  ]);
  const here = { key: await keyIn(secret, raceId), webhook: await webhookIn(secret, raceId) };
  const none = { keys: [], webhooks: [] };
  expect(await integrationsOf(staffId, raceId, { races: 'lost' })).toEqual(none);
  expect((await remove(staffId, raceId, { integrations: 'end' })).body.integrations).toEqual(none);
  expect(await works(here)).toEqual(on);
  expect((await remove(staffId, 'all')).body.integrations).toEqual(integrations(raceId, here));
});

test('the integrations of somebody who is locked keep working in all their races, until they are ended on request', async () => {
  const { staffId, here, there } = await ada();
  const set = (json: object) => console.call('PUT', `/staff/${staffId}/state`, { secret: owner.secret, json });
  expect((await set({ state: 'locked' })).body.integrations.keys).toHaveLength(2);
  expect((await set({ state: 'active', integrations: 'end' })).body.integrations.webhooks).toHaveLength(2);
  expect([await works(here), await works(there)]).toEqual([on, on]);
  expect((await set({ state: 'locked', integrations: 'end' })).body.integrations).toEqual({ keys: [], webhooks: [] });
  expect([await works(here), await works(there)]).toEqual([off, off]);
});

test('a removal with another word for what becomes of the integrations is refused, and says what was expected', async () => {
  const { staffId, here } = await ada();
  const refused = await remove(staffId, raceId, { integrations: 'stop' });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'integrations' }] } });
  expect(await works(here)).toEqual(on);
});

test('a removal that is refused ends nothing', async () => {
  const made = { key: await keyIn(owner.secret, raceId), webhook: await webhookIn(owner.secret, raceId) };
  const refused = await remove(owner.staffId, 'all', { integrations: 'end' });
  expect(refused).toMatchObject({ status: 409, body: { type: '/problems/last-owner' } });
  expect(await works(made)).toEqual(on);
});
