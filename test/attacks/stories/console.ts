import type { Attack } from '../attack';
import { type Answer, newSecret, problemOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { events } from '../world/races';

const race = events.asking.raceId;
const base = '/api/console';
const fromPage = { 'sec-fetch-site': 'same-origin' };
const routes: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/session'],
  ['DELETE', '/session'],
  ['GET', '/sessions'],
  ['DELETE', '/sessions'],
  ['GET', '/passkeys'],
  ['POST', '/passkeys/challenge'],
  ['POST', '/passkeys'],
  ['DELETE', '/passkeys/x'],
  ['POST', '/confirmations/challenge'],
  ['POST', '/confirmations'],
  ['GET', '/staff/all'],
  ['POST', '/staff/all'],
  ['PUT', `/staff/all/${newId()}/role`],
  ['DELETE', `/staff/all/${newId()}/role`],
  ['PUT', `/staff/${newId()}/state`],
  ['POST', `/staff/${newId()}/reset`],
  ['GET', '/audit'],
  ['GET', '/races'],
  ['GET', `/races/${race}`],
  ['GET', `/races/${race}/commands`],
  ['POST', `/races/${race}/commands/changeCapacity`],
  ['POST', `/races/${race}/commands/inviteStaff`],
];

/** The directors' console, for people who do not work here. */
export const consoleAttacks: readonly Attack[] = [
  {
    id: '15a',
    finding: 'console',
    knows: 'every address of the console',
    tries: 'asks for each without a session, and with invented, runner’s and broken ones',
    expects: 'nobody is signed in',
    attack: async (world) => {
      const runner = world.runner();
      await runner.hold(events.large);
      const [session = ''] = [...runner.client.cookies.values()];
      const cookies = ['', newSecret(), session, 'x'.repeat(4000), '%00', `${newSecret()}; __Host-startline-staff=`];
      const answers: Answer[] = [];
      for (const [method, path] of routes)
        for (const cookie of method === 'GET' ? cookies : cookies.slice(0, 2))
          answers.push(
            await world.program().ask(method, `${base}${path}`, {
              headers: { ...fromPage, ...(cookie && { cookie: `__Host-startline-staff=${cookie}` }) },
              ...(method !== 'GET' && { json: {} }),
            }),
          );
      const evidence = new Evidence().saw('all', ...answers);
      for (const answer of answers)
        evidence.that(
          problemOf(answer) === 'not-signed-in' || (answer.asked === `GET ${base}/session` && answer.status === 204),
          `${answer.asked} is answered ${answer.status} ${problemOf(answer)}`,
        );
      return evidence;
    },
  },
  {
    id: '15b',
    finding: 'console',
    knows: 'an address of somebody who may work here',
    tries: 'asks for links, with many addresses of one network, and compares the answers',
    expects: 'the same answer for everybody, and 240 in an hour; after that a refusal',
    attack: async (world) => {
      const address = world.newAddress();
      const ask = (email: unknown) =>
        world.program(address).ask('POST', `${base}/sign-in`, { headers: fromPage, json: { email } });
      const some = await Promise.all(
        Array.from({ length: 250 }, (_, n) => ask(n % 2 ? 'director@attacked.example' : `n${n}@x.example`)),
      );
      const told = some.filter(({ status }) => status === 202);
      const evidence = new Evidence().saw('links', ...some);
      evidence
        .that(told.length <= 240 && told.length > 0, `${told.length} of 250 were taken`)
        .that(new Set(told.map(({ text }) => text)).size === 1, 'known and unknown addresses are answered differently');
      const other = world.program();
      for (const email of [
        '',
        'x',
        7,
        null,
        ['a@b.c'],
        { a: 1 },
        `${'a'.repeat(300)}@b.example`,
        'a@b.example\r\nBcc: c@d.e',
      ])
        evidence.refused(
          JSON.stringify(email)?.slice(0, 40) ?? '',
          await other.ask('POST', `${base}/sign-in`, { headers: fromPage, json: { email } }),
          'invalid-request',
        );
      return evidence;
    },
  },
  {
    id: '15c',
    finding: 'console',
    knows: 'how links, challenges and passkeys look',
    tries: 'opens links that were never sent, and answers challenges with passkeys of their own making',
    expects: 'a refusal of each',
    attack: async (world) => {
      const program = world.program();
      const post = (path: string, json: unknown) => program.ask('POST', `${base}${path}`, { headers: fromPage, json });
      const runner = await world.runner().hold(events.large);
      const evidence = new Evidence();
      for (const token of ['', 'x', 'k1.x.y', newSecret(), runner.hold, 'x'.repeat(5000), 7, null])
        evidence.refused('link', await post('/sign-in/link', { token }), 'link-used', 'invalid-request');
      const challenge = await post('/sign-in/challenge', {});
      evidence.saw('challenge', challenge);
      const part = Buffer.from(
        JSON.stringify({ type: 'webauthn.get', challenge: challenge.body.challenge, origin: 'x' }),
      );
      const made = {
        id: newSecret(),
        rawId: newSecret(),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: part.toString('base64url'),
          authenticatorData: Buffer.alloc(37).toString('base64url'),
          signature: 'AA',
        },
      };
      for (const response of [
        made,
        { ...made, id: '' },
        { ...made, response: {} },
        {},
        'x',
        null,
        [],
        { id: { a: 1 } },
      ])
        evidence.refused('passkey', await post('/sign-in/passkey', { response }), 'passkey-refused', 'invalid-request');
      return evidence;
    },
  },
  {
    id: '15d',
    finding: 'console',
    knows: 'nothing: another site that a director has open',
    tries: 'has their browser sign in, sign out and give orders; and goes around the paths',
    expects: 'a refusal of each',
    attack: async (world) => {
      const program = world.program();
      const all: Answer[] = [];
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://elsewhere.example' },
      ] as Record<string, string>[])
        for (const [method, path] of [
          ['POST', '/sign-in'],
          ['POST', '/sign-in/link'],
          ['DELETE', '/session'],
          ['POST', `/races/${race}/commands/changeCapacity`],
        ] as const)
          all.push(await program.ask(method, `${base}${path}`, { headers, json: {} }));
      const evidence = new Evidence().saw('elsewhere', ...all);
      for (const answer of all)
        evidence.that(answer.status === 403, `${answer.asked} is answered ${answer.status} ${problemOf(answer)}`);
      const around = [
        '/../races',
        '//races',
        '/%2e%2e/races',
        '/races/%2e%2e/session',
        '/session/',
        '/SESSION',
        '/races/%00',
        '/staff/all/..%2f..%2fsession',
        `/races/${race}/commands/__proto__`,
        `/races/${race}/commands/constructor`,
        '/',
        '',
      ];
      const found: Answer[] = [];
      for (const path of around)
        for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'PATCH'])
          found.push(
            await program.ask(method, `${base}${path}`, { headers: fromPage, ...(method === 'POST' && { json: {} }) }),
          );
      for (const answer of found.filter(({ headers }) => String(headers['content-type']).includes('json')))
        evidence.that(answer.status >= 400, `${answer.asked} is answered ${answer.status}`);
      return evidence.saw('around', ...found);
    },
  },
];
