import { openSigner, sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { SignedTokens } from '../../lambdas/registration/signed-tokens';
import { openPlainWorld } from '../golden/plain-world';
import { makeRace } from '../support/races/race';
import { openBrowser, publish } from './support/runner';

let world: Awaited<ReturnType<typeof openPlainWorld>>;
let races: Readonly<Record<'aged' | 'signed' | 'asking' | 'grouped' | 'renewed', Race>>;
beforeAll(async () => {
  world = await openPlainWorld();
  races = {
    aged: await aRace(([ten]) => ({ rules: [{ events: [ten], minAge: 18 }] })),
    signed: await aRace(() => ({ documents: [waiver, minorWaiver] })),
    asking: await aRace(() => ({ questions: [club, newsletter], items: [shirt] })),
    grouped: await aRace((events) => ({ rules: [{ events, oneOfGroup: uuid7() }] })),
    renewed: await aRace(() => ({})),
  };
  await publish(world.database.postgres, races.renewed.raceId, 2, { language: 'en', questions: [club] });
});
afterAll(() => world?.close());

const en = (text: string) => ({ en: text });
const waiver = { kind: 'waiver', hash: sha256('I am fit to run.'), signature: 'typed-name' };
const minorWaiver = { kind: 'minor-waiver', hash: sha256('My child is fit to run.') };
const club = { id: 'club', type: 'text', role: 'club', required: true, label: en('Club') };
const newsletter = { id: 'heard', type: 'text', of: 'order', required: true, label: en('How did you hear of us?') };
const shirt = { id: 'shirt', included: true, label: en('Shirt'), variants: [{ id: 'm', label: en('M'), price: 0 }] };
const mine = [{ kind: 'waiver', hash: waiver.hash, name: 'Ada Lovelace' }];
const anne = { name: 'Anne Byron', email: 'anne@example.com', relationship: 'Mother' };
/** Years before they are of age, whatever the day is. */
const ofAMinor = '2015-03-02';
const tokens = new SignedTokens(openSigner(async () => ({ kid: 'k1', k1: 'x'.repeat(40) })));

type Race = Awaited<ReturnType<typeof aRace>>;

/** A race with two free events, in which a spot may be passed on, and this form, which may name both. */
const aRace = async (formOf: (events: readonly [string, string]) => object) => {
  const { postgres } = world.database;
  const { raceId, eventId } = await makeRace(postgres, { spots: 20 });
  const other = uuid7();
  await postgres.query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number) VALUES ($1, $2, 2, 'Five', 5000, 9, 10)`,
    [other, raceId],
  );
  await postgres.query('INSERT INTO spot (event_id, number) SELECT $1, n FROM generate_series(1, 9) n', [other]);
  await postgres.query(
    `INSERT INTO price (event_id, starts_at, label, amount) VALUES ($1, '2020-01-01', 'Regular', 0)`,
    [other],
  );
  await postgres.query('UPDATE price SET amount = 0 WHERE event_id = $1', [eventId]);
  await postgres.query(`UPDATE race SET transfer_until = now() + interval '1 day' WHERE id = $1`, [raceId]);
  const events = [eventId, other] as const;
  await publish(postgres, raceId, 1, { language: 'en', questions: [], ...formOf(events) });
  return { raceId, events };
};

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', birthDate: '1985-12-10' };
let people = 0;
const bea = { firstName: 'Bea', lastName: 'Byron', email: 'bea@example.com', birthDate: '1990-01-01' };

/** Somebody who is registered, and says this in the order besides. */
const registered = async ({ raceId, events }: Race, said: object, event = 0, order: object = {}, form = 1) => {
  const send = openBrowser(world);
  const registrationId = uuid7();
  const path = `/api/registrations/${registrationId}`;
  const { hold } = (await send('POST', `/api/races/${raceId}/holds`, { registrationId, eventId: events[event] })).body;
  const entry = {
    people: [{ registrationId, answers: {}, ...ada, email: `ada${people++}@example.com`, ...said }],
    order: { answers: order },
  };
  const quoted = await send('PUT', `${path}/quote`, { hold, form, entry });
  expect(quoted.status).toBe(200);
  const accepted = { hash: 'w1', accepted: true };
  const paid = { hold, quote: quoted.body.quote, entry: quoted.body.entry, waiver: accepted };
  expect((await send('PUT', path, paid)).status).toBe(202);
  for (const queue of ['registrations', 'payments', 'settlements']) await world.deliver(queue);
  return { registrationId, hold, send };
};

/** A spot that is offered to Bea, and how Bea takes it over. */
const offered = async (...said: Parameters<typeof registered>) => {
  const { registrationId, hold, send } = await registered(...said);
  const transferId = uuid7();
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  const answer = await send('PUT', `/api/registrations/${registrationId}/transfer`, { transferId, recipient }, hold);
  expect(answer.status).toBe(202);
  const bearer = await tokens.signTransfer(transferId);
  const path = `/api/transfers/${transferId}`;
  const browser = openBrowser(world);
  const waiverAccepted = { hash: 'w1', accepted: true };
  const take = (sent: object) => browser('PUT', path, { waiver: waiverAccepted, ...sent }, bearer);
  const takeWith = (person: object, { form = 1, id = transferId, ...more }: { form?: number; id?: string } = {}) =>
    take({
      form,
      entry: { people: [{ registrationId: id, answers: {}, ...bea, ...person }], order: { answers: {} }, ...more },
    });
  const show = () => browser('GET', path, undefined, bearer);
  return { registrationId, transferId, take, takeWith, show };
};

const rowOf = async (id: string) => {
  const [row] = await world.database.postgres.query<{
    live: boolean;
    signatures: unknown;
    runner: { firstName: string };
    form_revision: number;
    limit_group: string | null;
  }>('SELECT live, signatures, runner, form_revision, limit_group FROM registration WHERE id = $1', [id]);
  return row;
};
const faultsIn = ({ body }: { body: { faults?: { field: string; code: string; limit?: number }[] } }) =>
  body.faults?.map(({ field, code, limit }) => [field, code, limit].filter(Boolean).join(' '));

test('a spot in a race with a form is not taken over without its questions: an older page is told to reload', async () => {
  const spot = await offered(races.aged, {});
  expect((await spot.show()).body).toMatchObject({ status: 'offered', form: 1 });
  const old = await spot.take({ runner: { ...bea, gender: 'female', emergencyContact: 'Cy, 1' } });
  expect([old.status, old.body.type]).toEqual([409, '/problems/page-outdated']);
  expect(await rowOf(spot.registrationId)).toMatchObject({ live: true });
  expect(await rowOf(spot.transferId)).toBeUndefined();
});

test('a person whom the rules do not let run takes no spot over, and is told why', async () => {
  const spot = await offered(races.aged, {});
  const refused = await spot.takeWith({ birthDate: ofAMinor });
  expect([refused.status, refused.body.type]).toEqual([409, '/problems/not-eligible']);
  expect(faultsIn(refused)).toEqual(['people.0 too-young 18']);
  expect(await rowOf(spot.registrationId)).toMatchObject({ live: true });
  expect((await spot.takeWith({})).status).toBe(200);
  expect([await rowOf(spot.registrationId), await rowOf(spot.transferId)]).toMatchObject([
    { live: false },
    { live: true, form_revision: 1 },
  ]);
});

test('a person who takes a spot over signs for themselves, and a guardian for a minor', async () => {
  const spot = await offered(races.signed, { signatures: mine });
  expect(faultsIn(await spot.takeWith({}))).toEqual(['people.0.signatures not-signed']);
  const minor = { birthDate: ofAMinor, signatures: [{ kind: 'minor-waiver', hash: minorWaiver.hash }] };
  expect(faultsIn(await spot.takeWith(minor))).toEqual(['people.0.guardian no-guardian']);
  expect(faultsIn(await spot.takeWith({ ...minor, guardian: { member: 0 } }))).toEqual([
    'people.0.guardian guardian-not-adult',
  ]);
  expect(faultsIn(await spot.takeWith({ signatures: [{ ...mine[0], hash: sha256('old') }] }))).toEqual([
    'people.0.signatures.0.hash text-changed',
  ]);
  const { sent } = await world.watch(async () => {
    expect((await spot.takeWith({ ...minor, guardian: anne })).status).toBe(200);
  });
  const copy = `guardian-copy\\",\\"generation\\":1,\\"registrationId\\":\\"${spot.transferId}`;
  expect(sent.filter((one) => one.includes(copy))).toHaveLength(1);
  const row = await rowOf(spot.transferId);
  expect(row?.signatures).toEqual([
    { kind: 'minor-waiver', hash: minorWaiver.hash, name: 'Anne Byron', by: 'guardian', guardian: anne },
  ]);
  expect(Object.keys(row?.runner ?? {})).toEqual(['email', 'answers', 'lastName', 'birthDate', 'firstName']);
  // Sent again, it is the same answer, also when the form no longer takes what was sent. Somebody else is told that the offer is gone.
  expect((await spot.takeWith({ birthDate: ofAMinor })).body).toMatchObject({
    status: 'accepted',
    number: expect.any(Number),
  });
  expect((await spot.takeWith({})).body.type).toBe('/problems/transfer-gone');
});

test('the recipient answers what is asked of a person, and neither chooses items nor answers for the order', async () => {
  const said = { answers: { club: 'Old Mill' }, items: [{ variant: 'm', quantity: 1 }] };
  const spot = await offered(races.asking, said, 0, { heard: 'A friend' });
  expect(faultsIn(await spot.takeWith({}))).toEqual(['people.0.answers.club not-answered']);
  const bought = await spot.takeWith(said);
  expect([bought.status, bought.body.type]).toEqual([422, '/problems/invalid-request']);
  expect((await spot.takeWith({ answers: { club: 'Byron Runners' } })).status).toBe(200);
  expect(await rowOf(spot.transferId)).toMatchObject({ runner: { ...bea, answers: { club: 'Byron Runners' } } });
  const lines = await world.database.postgres.query<{ kind: string; ref: string | null }>(
    'SELECT kind, ref FROM registration_line WHERE registration_id = $1 ORDER BY position',
    [spot.transferId],
  );
  expect(lines.map(({ kind, ref }) => [kind, ref].filter(Boolean).join(' '))).toEqual(['entry', 'item m']);
});

test('nobody takes over for a group, or under another id', async () => {
  const spot = await offered(races.aged, {});
  expect(faultsIn(await spot.takeWith({}, { id: uuid7() }))).toEqual(['people.0.registrationId not-of-hold']);
  const people = [spot.transferId, uuid7()].map((registrationId) => ({ registrationId, answers: {}, ...bea }));
  const two = await spot.take({ form: 1, entry: { people, order: { answers: {} } } });
  expect(faultsIn(two)).toEqual(['people.1 not-of-hold']);
  expect(faultsIn(await spot.takeWith({ birthDate: '2999-01-01' }))).toEqual(['people.0.birthDate future-date']);
});

test('a person has one spot in the events of a group, also when a spot is passed on to them', async () => {
  const spot = await offered(races.grouped, {});
  await registered(races.grouped, bea, 1);
  const refused = await spot.takeWith({});
  expect(refused.body.type).toBe('/problems/already-registered');
  const another = await spot.takeWith({ firstName: 'Cid' });
  expect(another.status).toBe(200);
  expect(await rowOf(spot.transferId)).toMatchObject({ limit_group: expect.any(String) });
});

test('what was filled in from an older form is asked for again by the new one', async () => {
  const spot = await offered(races.renewed, { answers: { club: 'Old Mill' } });
  // The page was told of a newer form than this process knows.
  const ahead = await spot.takeWith({}, { form: 3 });
  expect([ahead.status, ahead.body.type]).toEqual([503, '/problems/busy']);
  const old = await spot.takeWith({});
  expect([old.body.type, old.body.form, faultsIn(old)]).toEqual([
    '/problems/form-changed',
    2,
    ['people.0.answers.club not-answered'],
  ]);
  expect((await spot.takeWith({ answers: { club: 'Old Mill' } })).status).toBe(200);
  expect(await rowOf(spot.transferId)).toMatchObject({ form_revision: 2 });
});
