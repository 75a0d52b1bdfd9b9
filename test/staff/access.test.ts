import { type ConsoleAccess, consoleRoutes } from '../../lambdas/contract/console-routes';
import { permissions } from '../../lambdas/directing/permitted-commands';
import { type StaffRole, staffRoles } from '../../lambdas/domain/staff';
import { uuid7 } from '../../lambdas/platform/uuid';
import { makeRace } from '../support/races/race';
import { type Answer, openConsole } from './console-world';

const console = openConsole();
let races: { readonly own: string; readonly foreign: string };
beforeAll(async () => {
  const [own, foreign] = [
    await makeRace(console.postgres, { spots: 1 }),
    await makeRace(console.postgres, { spots: 1 }),
  ];
  races = { own: own.raceId, foreign: foreign.raceId };
});

/** Where somebody has their role. */
const places = ['own', 'foreign', 'all', 'none'] as const;
type Place = (typeof places)[number];

const secrets = new Map<string, Promise<string>>();
const secretOf = (role: StaffRole, place: Place, more?: Parameters<typeof console.signedIn>[1]): Promise<string> => {
  const raceId = place === 'all' || place === 'none' ? undefined : races[place];
  const make = async () => (await console.signedIn(place === 'none' ? [] : [{ role, raceId }], more)).secret;
  if (more) return make();
  const key = `${role} ${place}`;
  const made = secrets.get(key) ?? make();
  secrets.set(key, made);
  return made;
};

const pathOf = (route: string, scope: string, command = 'changeCapacity') =>
  route
    .replace(/^\w+ \/api\/console/, '')
    .replace('{raceId}', races.own)
    .replace('{scope}', scope)
    .replace('{staffId}', uuid7())
    .replace('{registrationId}', uuid7())
    .replace('{uploadId}', uuid7())
    .replace('{exportId}', uuid7())
    .replace('{passkeyId}', 'nobodys-passkey')
    .replace('{command}', command)
    .replace('{revision}', '1');

const asked = (route: string, secret: string | undefined, scope = races.own, command?: string) => {
  const [method = ''] = route.split(' ');
  return console.call(method, pathOf(route, scope, command), {
    ...(secret !== undefined && { secret }),
    ...(method !== 'GET' && { json: {} }),
    headers: { 'idempotency-key': uuid7() },
  });
};

type Verdict = 'passes' | 'not-signed-in' | 'not-permitted' | 'no such race' | string;

const verdictOf = ({ status, body }: Answer): Verdict => {
  if (status >= 500) return `status ${status}`;
  if (status === 401 || status === 403) return String(body.type).replace('/problems/', '');
  return status === 404 && body.reason === 'race' ? 'no such race' : 'passes';
};

const expected = (
  { who, race }: { readonly who: ConsoleAccess['who']; readonly race?: ConsoleAccess['race'] },
  role: StaffRole,
  place: Place,
): Verdict => {
  if (who === 'anyone' || who === 'self' || who === 'command') return 'passes';
  const isRole = who.includes(role);
  switch (race) {
    case 'path':
    case 'scope':
      if (place === 'foreign' || place === 'none') return 'no such race';
      return isRole ? 'passes' : 'not-permitted';
    case 'any':
      return isRole && place !== 'none' ? 'passes' : 'not-permitted';
    default:
      return isRole && place === 'all' ? 'passes' : 'not-permitted';
  }
};

const guarded = Object.entries<ConsoleAccess>(consoleRoutes).filter(([, { who }]) => who !== 'command');
/** They end the session that asks. */
const ending = /DELETE .*\/sessions?$/;

test.each(Object.entries<ConsoleAccess>(consoleRoutes))(
  '%s answers somebody who is not signed in only where anyone may ask',
  async (route, { who, bound, orNobody }) => {
    const answers = [await asked(route, undefined), await asked(route, 'a-cookie-that-nobody-gave'.padEnd(43, 'x'))];
    if (orNobody) expect(answers).toMatchObject(Array(2).fill({ status: 204, body: undefined }));
    else expect(answers.map(verdictOf)).toEqual(Array(2).fill(who === 'anyone' ? 'passes' : 'not-signed-in'));
    if (who === 'anyone') expect(bound).toBeDefined();
  },
);

describe.each(staffRoles)('a %s', (role) => {
  test.each(places)('of race %s passes where the table says so, and nowhere else', async (place) => {
    const verdicts: [string, Verdict][] = [];
    const wanted: [string, Verdict][] = [];
    for (const [route, access] of guarded) {
      const once = ending.test(route) ? { confirmed: 'now()' } : undefined;
      verdicts.push([route, verdictOf(await asked(route, await secretOf(role, place, once)))]);
      wanted.push([route, expected(access, role, place)]);
      if (access.race !== 'scope') continue;
      verdicts.push([`${route} for all`, verdictOf(await asked(route, await secretOf(role, place), 'all'))]);
      wanted.push([`${route} for all`, expected({ ...access, race: 'all' }, role, place)]);
    }
    expect(verdicts).toEqual(wanted);
  });
});

/** They ask for a passkey. */
const dangerous = [
  'cancelRace',
  'makeApiKey',
  'sendAnnouncement',
  'saveWebhook',
  'changeWebhook',
  'rotateWebhookSecret',
  'testWebhook',
  'replayWebhooks',
];

/** Section 4 of the design, by hand: which commands each role may order. */
const byHand: Readonly<Record<StaffRole, readonly string[]>> = (() => {
  const money = [
    'cancelRegistration',
    'refundLine',
    'refundTransferFee',
    'disputes',
    'settleDispute',
    'settleUnpaid',
    'setTax',
    'documents',
    'receipts',
    'listShort',
    'reissueInvoice',
  ];
  const race = [
    'renameTeam',
    'closeTeam',
    'teamMembers',
    'removeMember',
    'changeLeg',
    'hideFundraiser',
    'hideDonor',
    'changeFeed',
    'redactFeed',
    'setLine',
    'postponeDraw',
    'openWide',
    'line',
    'saveResultSet',
    'buildStartList',
    'importResults',
    'correctResult',
    'eraseResultName',
    'publishResults',
    'resultSets',
    'resultVersions',
    'makeApiKey',
    'apiKeys',
    'withdrawApiKey',
    'changeCapacity',
    'changeSale',
    'expectRunners',
    'removeFromWaitingList',
    'saveForm',
    'publishForm',
    'saveDocument',
    'setStock',
    'allowPerson',
    'previewAnnouncement',
    'testAnnouncement',
    'sendAnnouncement',
    'announcements',
    'stopAnnouncement',
    'resumeAnnouncement',
    'saveDraft',
    'discardDraft',
    'planRace',
    'publishRace',
    'unpublishRace',
  ];
  const bibs = ['bibs', 'saveBibRanges', 'assignBibs', 'swapBibs', 'releaseBib', 'importBibs'];
  const webhooks = [
    'saveWebhook',
    'webhooks',
    'changeWebhook',
    'rotateWebhookSecret',
    'testWebhook',
    'webhookMessages',
    'replayWebhooks',
  ];
  const jobs = ['jobs', 'stopJob', 'resumeJob'];
  const codes = ['makeCodes', 'codes', 'withdrawCode', 'returnUse'];
  const feed = ['publishFeed', 'feed'];
  const all = [
    ...money,
    ...race,
    ...codes,
    ...jobs,
    ...feed,
    ...bibs,
    'setBib',
    'checkIn',
    'deskList',
    'replaceCheckInCode',
    'handOut',
    'correctRunner',
    'correctAddress',
    'moveEvent',
    'withdrawMove',
    'resendLink',
  ];
  const finance = [...money, ...jobs, 'resendLink'];
  return {
    owner: [...all, 'cancelRace', ...webhooks],
    director: all,
    finance,
    desk: ['setBib', 'checkIn', 'deskList', 'replaceCheckInCode', 'handOut', 'correctRunner', 'resendLink'],
    commentator: feed,
    viewer: [],
  };
})();
const ofAllRaces: Readonly<Partial<Record<StaffRole, readonly string[]>>> = {
  owner: ['createRace', 'beginRace', 'setSeller'],
  director: ['createRace', 'beginRace', 'setSeller'],
  finance: ['setSeller'],
};

describe.each(staffRoles)('commands of a %s', (role) => {
  test.each(places)('of race %s', async (place) => {
    const route = 'POST /api/console/races/{raceId}/commands/{command}';
    for (const name of Object.keys(permissions)) {
      const verdict = verdictOf(await asked(route, await secretOf(role, place), races.own, name));
      const may =
        (place === 'own' || place === 'all' ? byHand[role].includes(name) : false) ||
        (place === 'all' && (ofAllRaces[role] ?? []).includes(name));
      const refused = place === 'foreign' || place === 'none' ? 'no such race' : 'not-permitted';
      expect([name, verdict]).toEqual([name, may ? 'passes' : refused]);
    }
    const listed = await asked('GET /api/console/races/{raceId}/commands', await secretOf(role, place));
    if (place === 'own')
      expect(listed.body.commands.map(({ name }: { name: string }) => name).sort()).toEqual([...byHand[role]].sort());
  });
});

test.each(['owner', 'director', 'finance'] as const)(
  'a %s who opened a link uses a passkey before all else',
  async (role) => {
    const secret = await secretOf(role, 'own', { level: 'link' });
    for (const [route, { who }] of guarded) {
      if (ending.test(route)) continue;
      const verdict = verdictOf(await asked(route, secret));
      expect([route, verdict]).toEqual([route, who === 'anyone' || who === 'self' ? 'passes' : 'passkey-first']);
    }
    expect(verdictOf(await asked('POST /api/console/races/{raceId}/commands/{command}', secret))).toBe('passkey-first');
  },
);

test.each(['desk', 'viewer'] as const)('a %s who opened a link sees their race', async (role) => {
  const secret = await secretOf(role, 'own', { level: 'link' });
  expect((await asked('GET /api/console/races/{raceId}', secret)).status).toBe(200);
});

test('what is dangerous asks for a passkey that was used within five minutes', async () => {
  const old = { confirmed: `now() - interval '6 minutes'` };
  for (const [route, access] of guarded) {
    const verdict = verdictOf(await asked(route, await secretOf('owner', 'all', old)));
    expect([route, verdict]).toEqual([route, access.confirmed ? 'confirm-again' : 'passes']);
  }
  const route = 'POST /api/console/races/{raceId}/commands/{command}';
  for (const name of [...byHand.owner]) {
    const verdict = verdictOf(await asked(route, await secretOf('owner', 'own', old), races.own, name));
    expect([name, verdict]).toEqual([name, dangerous.includes(name) ? 'confirm-again' : 'passes']);
  }
});

test('a role that is removed, and a person who is locked, end with the next request', async () => {
  const { staffId, secret } = await console.signedIn([{ role: 'director', raceId: races.own }]);
  const look = async () => verdictOf(await asked('GET /api/console/races/{raceId}', secret));
  expect(await look()).toBe('passes');
  await console.postgres.query('DELETE FROM staff_role WHERE staff_id = $1', [staffId]);
  expect(await look()).toBe('no such race');
  await console.postgres.query(`UPDATE staff SET state = 'locked' WHERE id = $1`, [staffId]);
  expect(await look()).toBe('not-signed-in');
});

test('a session that asks too often for what is costly is told to wait, and may do the rest', async () => {
  const { secret } = await console.signedIn([{ role: 'desk', raceId: races.own }]);
  const answers: Answer[] = [];
  // A minute may end in between, so twice as many.
  for (let n = 0; n < 62; n++) answers.push(await console.call('POST', '/passkeys/challenge', { secret, json: {} }));
  const refused = answers.find(({ status }) => status === 429);
  expect([refused?.body.type, refused?.headers['retry-after']]).toEqual(['/problems/too-fast', '60']);
  expect((await console.call('GET', '/races', { secret })).status).toBe(200);
});

test('no answer is kept by any cache, another site changes nothing, and a caller past the CDN gets nothing', async () => {
  const secret = await secretOf('owner', 'all');
  const seen = await console.call('GET', '/races', { secret });
  expect(seen.headers['cache-control']).toBe('private, no-store');
  const foreign = { 'sec-fetch-site': 'cross-site' };
  const forged = await console.call('DELETE', '/sessions', { secret, headers: foreign });
  expect(forged.body.type).toBe('/problems/cross-site');
  const past = await console.call('GET', '/races', { secret, headers: { 'x-startline-origin': 'guess' } });
  expect(past.body.type).toBe('/problems/wrong-door');
  expect((await console.call('GET', '/nowhere', { secret })).status).toBe(404);
  expect((await console.call('PATCH', '/races', { secret })).status).toBe(405);
});
