import { mailMessage } from '../../lambdas/domain/mail-order';
import { fundraiserNews } from '../../lambdas/fundraisers/cached-fundraisers';
import { hideDonor, ownDonation } from '../../lambdas/fundraisers/name-donor';
import type { FundraiserWish } from '../../lambdas/fundraisers/ports';
import { PostgresDonorNames } from '../../lambdas/fundraisers/postgres-donor-names';
import { PostgresFundraiserRegister } from '../../lambdas/fundraisers/postgres-fundraiser-register';
import { PostgresFundraisers } from '../../lambdas/fundraisers/postgres-fundraisers';
import { hideFundraiser } from '../../lambdas/fundraisers/save-fundraiser';
import { Cache } from '../../lambdas/platform/cache/cache';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresChanges } from '../../lambdas/registration/change/postgres-changes';
import { SignedTokens } from '../../lambdas/registration/signed-tokens';
import { aStore } from '../forms/a-store';
import { openPlainWorld } from '../golden/plain-world';
import { openBrowser, publish } from '../quote/support/runner';
import { directing } from '../support/directing';
import { patientMemcached } from '../support/memcached';
import { givingWith } from '../support/races/ledger';
import { type MadeRace, makeRace } from '../support/races/race';
import { raceForEachTest } from '../support/races/race-for-each-test';

let world: Awaited<ReturnType<typeof openPlainWorld>>;
let aRace: () => MadeRace;
beforeAll(async () => {
  world = await openPlainWorld();
  aRace = await raceForEachTest(20, makeFundraisingRace);
});
afterAll(() => world?.close());

const postgres = () => world.database.postgres;
const register = () => new PostgresFundraiserRegister(postgres(), uuid7);
const shown = () => new PostgresFundraisers(postgres());
const changes = () =>
  new PostgresChanges({
    postgres: postgres(),
    newId: uuid7,
    mailMessage: (order) => mailMessage(order, 3),
    giveToWaiting: givingWith(),
  });

/** A race whose entry costs nothing, with causes, and open to those who collect. */
const makeFundraisingRace = async () => {
  const race = await makeRace(postgres(), { spots: 20 });
  await postgres().query('UPDATE price SET amount = 1000 WHERE event_id = $1', [race.eventId]);
  await postgres().query(
    `UPDATE race SET cancel_until = now() + interval '1 hour', refund_percent = 100 WHERE id = $1`,
    [race.raceId],
  );
  const [trees] = aStore.causes;
  const causes = [trees, { ...trees, id: 'school' }, { ...trees, id: 'gone', retired: true }];
  await publish(postgres(), race.raceId, 1, { ...aStore, items: [], fee: undefined, causes, fundraising: true });
  return race;
};

let people = 0;
/** Somebody who registers and pays. `donate`: how much, and through whom. */
const registered = async (
  { raceId, eventId }: MadeRace,
  donate?: { amount: number; fundraiser?: string; isPublic?: boolean },
) => {
  const registrationId = uuid7();
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const firstName = `Ada${letters[people % 26]}${letters[Math.floor(people++ / 26)]}`;
  const send = openBrowser(world);
  const { hold } = (await send('POST', `/api/races/${raceId}/holds`, { registrationId, eventId })).body;
  const path = `/api/registrations/${registrationId}`;
  const { amount, ...collected } = donate ?? { amount: undefined, fundraiser: undefined };
  const quoted = await send('PUT', `${path}/quote`, {
    hold,
    form: 1,
    entry: {
      people: [
        {
          registrationId,
          firstName,
          lastName: 'Lovelace',
          email: 'ada@example.com',
          birthDate: '1985-12-10',
          answers: {},
        },
      ],
      order: {
        answers: {},
        ...(amount !== undefined && { donation: { cause: 'trees', amount } }),
        ...(collected.fundraiser !== undefined && { collected }),
      },
    },
  });
  const pay = async () => {
    const { status } = await send('PUT', path, {
      hold,
      quote: quoted.body.quote,
      entry: quoted.body.entry,
      waiver: { hash: 'w1', accepted: true },
      confirmationToken: await world.tokenOf('pm_card_visa'),
    });
    expect(status).toBe(202);
  };
  if (quoted.status !== 200) return { registrationId, quoted, firstName, pay };
  await pay();
  await world.deliver('registrations');
  return { registrationId, quoted, firstName, pay };
};
const tokens = new SignedTokens(openSigner(async () => ({ current: 'word', kid: 'k1', k1: 'x'.repeat(40) })));
const settle = async () => {
  for (const queue of ['payments', 'settlements']) await world.deliver(queue);
};

const wish: FundraiserWish = {
  cause: 'trees',
  title: 'Für die Bäume!',
  story: 'I run.\nEach euro is a tree.',
  isOpen: true,
};
const collecting = async (race: MadeRace, more: Partial<FundraiserWish> = {}) => {
  const { registrationId } = await registered(race);
  const saved = await register().save(registrationId, { ...wish, ...more });
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  return { registrationId, ...saved.fundraiser };
};
const totalsOf = async ({ raceId }: MadeRace, slug: string) => {
  const found = await shown().find(raceId, slug);
  return found && [found.raised, found.gifts];
};

test('what is collected is what was taken from cards and not given back', async () => {
  const race = aRace();
  const { slug } = await collecting(race);
  expect(slug).toBe('fur-die-baume');
  const first = await registered(race, { amount: 2000, fundraiser: slug });
  expect(await totalsOf(race, slug)).toEqual([0, 0]);
  await settle();
  expect(await totalsOf(race, slug)).toEqual([2000, 1]);

  const second = await registered(race, { amount: 500, fundraiser: slug });
  await registered(race, { amount: 700 });
  await settle();
  expect(await totalsOf(race, slug)).toEqual([2500, 2]);

  // When a donor gives the spot back, the donation stays, unless the director refunds it, too.
  expect(await changes().cancel(first.registrationId, 'runner')).toMatchObject({ kind: 'cancelled', refund: 1000 });
  expect(await totalsOf(race, slug)).toEqual([2500, 2]);
  await changes().refundLine({ registrationId: first.registrationId, position: 1, amount: 1500, isDryRun: false });
  expect(await totalsOf(race, slug)).toEqual([1000, 2]);
  await changes().refundLine({ registrationId: second.registrationId, position: 1, isDryRun: false });
  expect(await totalsOf(race, slug)).toEqual([500, 1]);
});

test('a donation is not collected when somebody gave the whole payment back at the processor, or a bank took it', async () => {
  const race = aRace();
  const { slug } = await collecting(race);
  const { registrationId } = await registered(race, { amount: 2000, fundraiser: slug });
  const { registrationId: disputed } = await registered(race, { amount: 500, fundraiser: slug });
  await settle();
  const givenBack = (amount: number) =>
    postgres().query('UPDATE payment SET given_back = $2 WHERE registration_id = $1', [registrationId, amount]);
  // Nobody knows what a part was for.
  await givenBack(2999);
  expect(await totalsOf(race, slug)).toEqual([2500, 2]);
  await givenBack(3000);
  expect(await totalsOf(race, slug)).toEqual([500, 1]);

  const taken = (amount: number, status: string) =>
    postgres().query(
      `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, refundable, fetched_at)
       VALUES ('dp_fundraiser', $1, $2, 'EUR', 'fraudulent', $3, false, now())
       ON CONFLICT (id) DO UPDATE SET amount = $2, status = $3`,
      [disputed, amount, status],
    );
  await taken(1500, 'under_review');
  expect(await totalsOf(race, slug)).toEqual([500, 1]);
  await taken(1499, 'lost');
  expect(await totalsOf(race, slug)).toEqual([500, 1]);
  await taken(1500, 'lost');
  expect(await totalsOf(race, slug)).toEqual([0, 0]);
});

test('who gave is named only where they said so, and nobody learns an address', async () => {
  const race = aRace();
  const { slug, registrationId } = await collecting(race, { target: 10_000 });
  const named = await registered(race, { amount: 2000, fundraiser: slug, isPublic: true });
  await registered(race, { amount: 3000, fundraiser: slug });
  await settle();
  const send = openBrowser(world);
  // The quotes have read the page into the cache. Its owner changes it, which forgets it.
  const memcached = patientMemcached((process.env.DATA_CACHE_URL ?? '').split('?')[0] ?? '');
  await fundraiserNews(new Cache(memcached)).changed(race.raceId, slug);
  memcached.close();
  const path = `/api/races/${race.raceId}/fundraisers`;
  const one = await send('GET', `${path}/${slug}`);
  expect(one).toMatchObject({
    status: 200,
    body: {
      ...{ slug, title: wish.title, story: wish.story, cause: 'trees', currency: 'EUR', target: 10_000 },
      ...{ raised: 5000, gifts: 2, isOpen: true, publicGifts: [{ by: `${named.firstName} L.`, amount: 2000 }] },
    },
  });
  const list = await send('GET', path);
  expect(list.body).toMatchObject({ total: 1, fundraisers: [{ slug, raised: 5000 }] });
  const told = JSON.stringify([one.body, list.body]);
  for (const secret of ['@', registrationId, named.registrationId, 'Lovelace', '1985'])
    expect(told).not.toContain(secret);
  expect((await send('GET', `${path}/nobody`)).status).toBe(404);
});

test('who takes over the spot of somebody who gave is not named as the one who gave', async () => {
  const race = aRace();
  const { slug } = await collecting(race);
  const donor = await registered(race, { amount: 2000, fundraiser: slug, isPublic: true });
  await settle();
  await postgres().query(`UPDATE race SET transfer_until = now() + interval '1 hour' WHERE id = $1`, [race.raceId]);
  const transferId = uuid7();
  const recipient = { firstName: 'Bo', email: 'bo@example.com' };
  await changes().offerTransfer(donor.registrationId, { transferId, recipient });
  const runner = { ...recipient, lastName: 'Byron', birthDate: '1990-01-01' };
  const taken = await changes().acceptTransfer(transferId, runner, 'w1', { form: 1, signatures: [] });
  expect(taken.kind).toBe('accepted');
  expect(await shown().find(race.raceId, slug)).toMatchObject({ raised: 2000, gifts: 1, publicGifts: [] });
});

test('a donation names somebody who collects for its cause, in its race, and is open', async () => {
  const race = aRace();
  const { slug, registrationId } = await collecting(race);
  const { slug: school } = await collecting(race, { cause: 'school', title: 'School' });
  const { slug: elsewhere } = await collecting(aRace(), { title: 'Elsewhere' });
  const refused = async (donate: Parameters<typeof registered>[1]) => {
    const { quoted } = await registered(race, donate);
    expect([quoted.status, quoted.body.errors?.[0].field]).toEqual([422, 'order.collected.fundraiser']);
  };
  await refused({ amount: 2000, fundraiser: school });
  await refused({ amount: 2000, fundraiser: elsewhere });
  await register().save(registrationId, { ...wish, isOpen: false });
  await refused({ amount: 2000, fundraiser: slug });
});

test('the owner changes the text, and neither address nor cause', async () => {
  const race = aRace();
  const { registrationId, slug } = await collecting(race);
  expect(await register().save(registrationId, { ...wish, title: 'Another', target: 5 })).toMatchObject({
    kind: 'saved',
    fundraiser: { slug, title: 'Another', target: 5 },
  });
  expect(await register().save(registrationId, { ...wish, cause: 'school' })).toEqual({ kind: 'no-such-cause' });
  const second = await collecting(race);
  expect(second.slug).toBe(`${slug}-2`);
  const { registrationId: third } = await registered(race);
  expect(await register().save(third, { ...wish, cause: 'gone' })).toEqual({ kind: 'no-such-cause' });
  expect(await register().save(uuid7(), wish)).toEqual({ kind: 'not-found' });
  for (let n = 0; n < 18; n++) await register().save(registrationId, wish);
  expect(await register().save(registrationId, wish)).toEqual({ kind: 'too-often' });
  await postgres().query('UPDATE race SET form_revision = NULL WHERE id = $1', [race.raceId]);
  expect(await register().save(third, wish)).toEqual({ kind: 'not-here' });
});

test('a runner who gave their spot back still changes and closes their fundraiser, and begins or opens none', async () => {
  const race = aRace();
  const { registrationId, slug } = await collecting(race);
  const { registrationId: other } = await registered(race);
  await settle();
  for (const id of [registrationId, other])
    expect(await changes().cancel(id, 'runner')).toMatchObject({ kind: 'cancelled' });
  expect(await register().save(registrationId, { ...wish, story: 'I cannot run.' })).toMatchObject({ kind: 'saved' });
  expect(await register().save(registrationId, { ...wish, isOpen: false })).toMatchObject({
    kind: 'saved',
    fundraiser: { slug, isOpen: false },
  });
  expect(await shown().find(race.raceId, slug)).toMatchObject({ isOpen: false });
  expect(await register().save(registrationId, { ...wish, title: 'Another', isOpen: false })).toMatchObject({
    kind: 'saved',
  });
  expect(await register().save(registrationId, wish)).toEqual({ kind: 'no-spot' });
  expect(await register().save(other, { ...wish, isOpen: false })).toEqual({ kind: 'no-spot' });
});

test('several who choose one title at once have an address each', async () => {
  const race = aRace();
  const owners = [];
  for (let n = 0; n < 4; n++) owners.push(await registered(race));
  const saved = await Promise.all(owners.map(({ registrationId }) => register().save(registrationId, wish)));
  const slugs = saved.map((one) => (one.kind === 'saved' ? one.fundraiser.slug : one.kind));
  expect(slugs.sort()).toEqual(['fur-die-baume', 'fur-die-baume-2', 'fur-die-baume-3', 'fur-die-baume-4']);
});

test('a director hides a fundraiser, first as a dry run, and its owner cannot show it', async () => {
  const race = aRace();
  const { slug, registrationId } = await collecting(race);
  const { raceId } = race;
  const news: string[] = [];
  const changed = async (...what: string[]) => void news.push(what.join('/'));
  const direct = directing({ hideFundraiser: hideFundraiser({ register: register(), news: { changed } }) });
  const hide = (more: object = {}) => direct({ hideFundraiser: { raceId, slug, ...more } });
  const answer = { raceId, slug, isHidden: true, isChanged: true, dryRun: false };
  expect(await hide({ dryRun: true })).toEqual({ hiddenFundraiser: { ...answer, dryRun: true } });
  expect(await totalsOf(race, slug)).toEqual([0, 0]);
  expect(await hide()).toEqual({ hiddenFundraiser: answer });
  expect(await hide()).toEqual({ hiddenFundraiser: { ...answer, isChanged: false } });
  expect(await shown().find(raceId, slug)).toBeUndefined();
  expect(await shown().list(raceId)).toEqual([]);
  expect(await register().save(registrationId, wish)).toMatchObject({ fundraiser: { isHidden: true, isOpen: true } });
  expect(await shown().find(raceId, slug)).toBeUndefined();
  expect(await hide({ show: true })).toEqual({ hiddenFundraiser: { ...answer, isHidden: false } });
  expect(await totalsOf(race, slug)).toEqual([0, 0]);
  expect(await hide({ slug: 'nobody' })).toMatchObject({ refused: { reason: 'no-such-fundraiser' } });
  expect(new Set(news)).toEqual(new Set([`${raceId}/${slug}`]));
  const rows = await postgres().query<{ action: string; is_own: boolean }>(
    `SELECT a.action, a.event_id = r.event_id AS is_own FROM audit a JOIN registration r ON r.id = a.registration_id
     WHERE r.id = $1 AND a.actor = 'director' ORDER BY a.id`,
    [registrationId],
  );
  expect(rows.map(({ action, is_own }) => [action, is_own])).toEqual([
    ['fundraiser-hidden', true],
    ['fundraiser-shown', true],
  ]);
});

test('whose page a director hid makes no other one by another registration, until the director shows it', async () => {
  const race = aRace();
  const { slug, registrationId } = await collecting(race);
  const { raceId } = race;
  const other = await registered(race);
  // They give their spot back, and register again.
  await postgres().query(
    `UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`,
    [registrationId],
  );
  await postgres().query(
    'UPDATE registration SET person = (SELECT person FROM registration WHERE id = $1) WHERE id = $2',
    [registrationId, other.registrationId],
  );
  const stranger = await registered(race);
  await register().hide(raceId, slug, true, false);
  const again = await register().save(other.registrationId, { ...wish, title: 'Quite another name' });
  expect(again).toMatchObject({ fundraiser: { slug: 'quite-another-name', isHidden: true, isOpen: true } });
  expect(await register().save(stranger.registrationId, wish)).toMatchObject({ fundraiser: { isHidden: false } });
  expect((await shown().list(raceId)).map(({ slug: one }) => one)).not.toContain('quite-another-name');
  expect(await register().hide(raceId, 'quite-another-name', false, false)).toEqual({ isChanged: true });
  expect(await shown().find(raceId, 'quite-another-name')).toMatchObject({ isOpen: true });
  // In another race, nobody has hidden anything.
  const elsewhere = aRace();
  const there = await registered(elsewhere);
  await postgres().query(
    'UPDATE registration SET person = (SELECT person FROM registration WHERE id = $1) WHERE id = $2',
    [registrationId, there.registrationId],
  );
  expect(await register().save(there.registrationId, wish)).toMatchObject({ fundraiser: { isHidden: false } });
});

test('what its owner closed is still closed when a director hid it and shows it again', async () => {
  const race = aRace();
  const { slug, registrationId } = await collecting(race);
  const { raceId } = race;
  const isOpen = async () => (await shown().find(raceId, slug))?.isOpen;
  const close = () => register().save(registrationId, { ...wish, isOpen: false });
  await close();
  await register().hide(raceId, slug, true, false);
  expect(await register().findOwn(registrationId)).toMatchObject({ isHidden: true, isOpen: false });
  await register().hide(raceId, slug, false, false);
  expect(await isOpen()).toBe(false);
  await register().save(registrationId, wish);
  await register().hide(raceId, slug, true, false);
  await close();
  await register().hide(raceId, slug, false, false);
  expect(await isOpen()).toBe(false);
});

describe('the name of a donor', () => {
  const names = () => new PostgresDonorNames(postgres());
  const shownTo = async ({ raceId }: MadeRace, slug: string) =>
    (await shown().find(raceId, slug))?.publicGifts.map(({ by }) => by);
  const given = async () => {
    const race = aRace();
    const { slug } = await collecting(race);
    const donor = await registered(race, { amount: 2000, fundraiser: slug, isPublic: true });
    await settle();
    const news: string[] = [];
    const changed = async (...what: string[]) => void news.push(what.join('/'));
    const isOwner = async ({ token }: { token: string }) => token === 'link';
    const own = ownDonation({ isOwner, names: names(), news: { changed }, report: console.error });
    const { registrationId } = donor;
    const by = (token: string) => ({ registrationId, token, sessionHash: undefined });
    return { race, slug, donor, registrationId, news, own, by };
  };
  const auditOf = async (registrationId: string) =>
    (
      await postgres().query<{ deed: string }>(
        `SELECT actor || ' ' || action AS deed FROM audit WHERE registration_id = $1 AND action LIKE 'donor-%' ORDER BY id`,
        [registrationId],
      )
    ).map(({ deed }) => deed);

  test('is taken off and shown again by the donor, the caches are told, and what was given stays', async () => {
    const { race, slug, donor, registrationId, news, own, by } = await given();
    const donation = { raceId: race.raceId, slug, title: wish.title, isHidden: false };
    expect(await own.show(by('link'))).toEqual({ ...donation, isNamed: true });
    expect(await shownTo(race, slug)).toEqual([`${donor.firstName} L.`]);
    const off = { kind: 'named', donation: { ...donation, isNamed: false } };
    expect(await own.name(by('link'), false)).toEqual({ ...off, isChanged: true });
    expect(await shownTo(race, slug)).toEqual([]);
    expect(await totalsOf(race, slug)).toEqual([2000, 1]);
    // The caller that did it may have failed before it told the caches.
    expect(await own.name(by('link'), false)).toEqual({ ...off, isChanged: false });
    expect(news).toEqual([`${race.raceId}/${slug}`, `${race.raceId}/${slug}`]);
    await own.name(by('link'), true);
    expect(await shownTo(race, slug)).toEqual([`${donor.firstName} L.`]);
    expect(await auditOf(registrationId)).toEqual(['runner donor-hidden', 'runner donor-shown']);
  });

  test('is neither told nor changed without the proof of the registration', async () => {
    const { race, slug, donor, own, by, news } = await given();
    expect(await own.show(by('another'))).toBe('not-yours');
    expect(await own.name(by('another'), false)).toEqual({ kind: 'not-yours' });
    expect([await shownTo(race, slug), news]).toEqual([[`${donor.firstName} L.`], []]);
  });

  test('is off also when the caches cannot be told; a director is told so', async () => {
    const { race, slug, by, registrationId } = await given();
    const reported: unknown[] = [];
    const needs = { names: names(), news: { changed: () => Promise.reject(new Error('no cache')) } };
    const report = (error: unknown) => reported.push(error);
    const down = ownDonation({ ...needs, isOwner: async () => true, report });
    expect(await down.name(by('link'), false)).toMatchObject({ isChanged: true });
    expect(reported).toEqual([new Error('no cache')]);
    expect(await shownTo(race, slug)).toEqual([]);
    await expect(hideDonor(needs)(registrationId)).rejects.toThrow('no cache');
  });

  test('is taken off by a director, who cannot show it', async () => {
    const { race, slug, registrationId, news } = await given();
    const changed = async (...what: string[]) => void news.push(what.join('/'));
    const direct = directing({ hideDonor: hideDonor({ names: names(), news: { changed } }) });
    expect(await direct({ hideDonor: { registrationId } })).toEqual({
      hiddenDonor: { registrationId, isChanged: true },
    });
    expect(await direct({ hideDonor: { registrationId } })).toEqual({
      hiddenDonor: { registrationId, isChanged: false },
    });
    expect([await shownTo(race, slug), news.length]).toEqual([[], 2]);
    expect(await direct({ hideDonor: { registrationId, show: true } })).toHaveProperty('refused');
    expect(await direct({ hideDonor: { registrationId: uuid7() } })).toMatchObject({
      refused: {
        reason: 'not-changed',
        errors: [{ field: 'hideDonor.registrationId', message: 'they gave nothing to a fundraiser.' }],
      },
    });
    expect(await auditOf(registrationId)).toEqual(['director donor-hidden']);
  });

  test('is not that of somebody who took the spot of a donor over: they cannot say that they gave', async () => {
    const { race, slug, registrationId } = await given();
    await postgres().query(`UPDATE race SET transfer_until = now() + interval '1 hour' WHERE id = $1`, [race.raceId]);
    const transferId = uuid7();
    const recipient = { firstName: 'Bo', email: 'bo@example.com' };
    await changes().offerTransfer(registrationId, { transferId, recipient });
    const runner = { ...recipient, lastName: 'Byron', birthDate: '1990-01-01' };
    await changes().acceptTransfer(transferId, runner, 'w1', { form: 1, signatures: [] });
    for (const id of [transferId, registrationId])
      expect(await names().name(id, true, 'runner')).toEqual({ kind: 'none' });
    expect(await shownTo(race, slug)).toEqual([]);
  });

  test('is taken off also when the spot was given back, and however often it was shown', async () => {
    const { race, slug, registrationId } = await given();
    await changes().cancel(registrationId, 'runner');
    await postgres().query(
      `INSERT INTO audit (actor, action, event_id, registration_id, detail)
       SELECT 'runner', 'donor-shown', event_id, id, '{}' FROM registration, generate_series(1, 20) WHERE id = $1`,
      [registrationId],
    );
    expect(await names().name(registrationId, false, 'runner')).toMatchObject({ kind: 'named', isChanged: true });
    expect(await names().name(registrationId, true, 'runner')).toEqual({ kind: 'too-often' });
    expect(await shownTo(race, slug)).toEqual([]);
  });

  test('is changed by the routes with the link of the registration alone', async () => {
    const { race, slug, registrationId } = await given();
    const other = await registered(race);
    const path = `/api/registrations/${registrationId}/donation`;
    const link = await tokens.signLink(registrationId);
    const send = openBrowser(world);
    for (const token of ['', await tokens.signLink(other.registrationId)])
      expect((await send('PUT', path, { isNamed: false }, token)).status).toBe(403);
    expect(await send('GET', path, undefined, link)).toMatchObject({ status: 200, body: { slug, isNamed: true } });
    expect(await send('PUT', path, { isNamed: false }, link)).toMatchObject({ status: 200, body: { isNamed: false } });
    expect(await shownTo(race, slug)).toEqual([]);
    const none = `/api/registrations/${other.registrationId}/donation`;
    expect((await send('GET', none, undefined, await tokens.signLink(other.registrationId))).status).toBe(404);
  });
});
