import { connect, type Socket } from 'node:net';
import type { Attack } from '../attack';
import { type Answer, type Call, problemOf, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { hiddenName, openRaceDay, unpublishedName } from '../world/race-day';
import { events } from '../world/races';
import type { World } from '../world/world';

export const finding = 'race day';
const { told, large } = events;
export const feed = `/api/races/${told.raceId}/feed`;
export const results = `/api/races/${told.raceId}/results`;

export const comment = (text: string) => ({ id: newId(), kind: 'comment', text });

export const numberOfHead = async (world: World): Promise<number> =>
  Number((await world.program().ask('GET', `${feed}?${newId()}`)).body.head);

/** Results and the live feed, for those who only read. */
export const raceDayAttacks: readonly Attack[] = [
  {
    id: '19a',
    finding,
    needs: 'minutes',
    knows: 'the ids of a set that is not published yet, and of one of another race',
    tries: 'asks for pages, names, runners, versions and files of it, by way of each race',
    expects: 'nothing of it is told, and no name in it is found',
    attack: async (world) => {
      const { shown, draft } = await openRaceDay(world);
      const answers: Answer[] = [];
      for (const raceId of [told.raceId, large.raceId])
        for (const path of [
          `?set=${draft}`,
          `?set=${draft}&list=entries`,
          `/names?set=${draft}&starts=unp`,
          `/search?set=${draft}&q=unpublished`,
          `/${draft}/entries/1`,
          `/${draft}/versions`,
        ])
          answers.push(await world.program().ask('GET', `/api/races/${raceId}/results${path}`));
      for (const path of [
        `${draft}/current.json`,
        `m/${draft}.json`,
        `${draft}`,
        `l/../../${large.raceId}/current.json`,
      ])
        answers.push(await world.program().ask('GET', `/results/${told.raceId}/${path}`));
      const evidence = new Evidence().saw('all', ...answers).silent('an unpublished set', answers, [unpublishedName]);
      for (const answer of answers)
        evidence.that(answer.status === 404, `${answer.asked} is answered ${answer.status}`);
      const open = [
        await world.program().ask('GET', `/results/${told.raceId}/current.json`),
        await world.program().ask('GET', `${results}/search?set=${shown}&q=unpublished`),
        await world.program().ask('GET', `${results}/names?starts=unpublished`),
      ];
      return evidence.saw('what is published', ...open).silent('what is published', open, [unpublishedName, draft]);
    },
  },
  {
    id: '19b',
    finding,
    needs: 'minutes',
    knows: 'name, club and bib of somebody whose name is withheld',
    tries:
      'searches for them by every beginning of each word, inside of words, by club and by bib, and reads every file that the pointer leads to',
    expects: 'place and bib are there, and the name is nowhere',
    attack: async (world) => {
      const { shown, hiddenBib } = await openRaceDay(world);
      const answers: Answer[] = [];
      const program = world.program();
      const get = async (path: string) => {
        const answer = await program.ask('GET', path);
        answers.push(answer);
        return answer;
      };
      for (const word of hiddenName.split(' '))
        for (let length = 1; length <= word.length; length++)
          await get(`${results}/names?starts=${encodeURIComponent(word.slice(0, length).toLowerCase())}`);
      for (const q of [hiddenName, 'zoltan', 'oltan', 'unforgettable', '%%%', '___', 'secret club'])
        await get(`${results}/search?q=${encodeURIComponent(q)}`);
      for (const list of ['overall', 'entries', 'gender:f', 'dnf']) await get(`${results}?list=${list}`);
      await get(`${results}/names?starts=${hiddenBib}`);
      const entry = await get(`${results}/${shown}/entries/${hiddenBib}`);
      await get(`${results}/${shown}/versions`);
      const toRead = [`current.json`];
      for (let path = toRead.pop(); path !== undefined; path = toRead.pop()) {
        const { text } = await get(`/results/${told.raceId}/${path}`);
        if (path === 'current.json')
          for (const [, name] of text.matchAll(/"manifest":"([\w-]+)"/g)) toRead.push(`m/${name}.json`);
        if (path.startsWith('m/'))
          for (const [, name] of text.matchAll(/"index":"([\w-]+)"/g)) toRead.push(`i/${name}.json`);
        if (path.startsWith('i/'))
          for (const [, name] of text.matchAll(/"([\w-]{12})"\]/g)) toRead.push(`l/${name}.json`);
      }
      const files = answers.filter(({ asked }) => asked.includes('/l/'));
      return new Evidence()
        .saw('all', ...answers)
        .silent('somebody whose name is withheld', answers, [...hiddenName.split(' '), 'zoltan', 'unforgettable'])
        .that(files.length > 2 && files.every(({ status }) => status === 200), `${files.length} leaves were read`)
        .that(entry.status === 200, `the bib itself is answered ${entry.status}`);
    },
  },
  {
    id: '19f',
    finding,
    needs: 'minutes',
    knows: 'nothing: asks before everybody else',
    tries:
      'asks for what caches keep with hosts, cookies, ranges, methods and parameters of their own, and for segments before they exist',
    expects: 'everybody else reads what they would have read',
    attack: async (world) => {
      const { feedKey } = await openRaceDay(world);
      const program = world.program();
      const poison: readonly Call[] = [
        { headers: { 'x-forwarded-host': 'evil.example', 'x-original-url': '/api/races', 'x-rewrite-url': '/' } },
        { headers: { cookie: '__Host-startline=evil', authorization: 'Bearer evil', range: 'bytes=0-1' } },
        { headers: { 'accept-encoding': 'evil', accept: 'text/html', 'x-http-method-override': 'DELETE' } },
        {
          headers: {
            origin: 'https://evil.example',
            'if-none-match': '*',
            'if-modified-since': new Date().toUTCString(),
          },
        },
      ];
      const evidence = new Evidence();
      const paths = [
        `${results}?list=overall&page=1`,
        `${results}?list=entries&page=2`,
        `${results}/names?starts=run`,
        `${feed}/0/1`,
        `/results/${told.raceId}/current.json`,
      ];
      for (const path of paths) {
        const asked: Answer[] = [];
        for (const call of poison)
          asked.push(await program.ask('GET', path, call), await program.ask('HEAD', path, call));
        const honest = await world.program().ask('GET', path);
        evidence
          .saw('asked', ...asked)
          .saw('honest', honest)
          .silent('everybody', [honest, ...asked], ['evil.example'])
          .that(honest.status === 200 && honest.text.startsWith('{'), `${path} is answered ${honest.status}`)
          .that(honest.headers['set-cookie'] === undefined, `${path} sets a cookie`);
      }
      // Of two values for one name, or in another order, nobody else's page is made.
      const twice = await program.ask('GET', `${results}?page=2&list=entries&list=overall&page=1`);
      const own = await world.program().ask('GET', `${results}?list=entries&page=1`);
      evidence
        .saw('twice', twice)
        .that(own.body.page === 1 && own.body.list === 'entries', `the page is ${own.body.page}`);

      const next = Math.floor((await numberOfHead(world)) / 10) + 1;
      const early = await Promise.all([next, next + 1].map((segment) => program.ask('GET', `${feed}/0/${segment}`)));
      for (const answer of early) evidence.refused('early', answer, 'segment-not-yet');
      for (const path of [
        '0/0',
        '0/01',
        '00/1',
        '0/1.0',
        '0/1e0',
        '0/-1',
        '0/%31%00',
        '1/1',
        '0/999999999',
        '0/9999999999',
      ])
        evidence.refused(path, await program.ask('GET', `${feed}/${path}`));
      await world.program().ask('POST', `${feed}/messages`, {
        bearer: feedKey,
        json: { messages: Array.from({ length: 10 }, (_, n) => comment(`Told ${n}`)) },
      });
      const there = await world.program().ask('GET', `${feed}/0/${next}`);
      return evidence.saw('then', there).that(there.status === 200, `the segment is kept as missing: ${there.status}`);
    },
  },
  {
    id: '19g',
    finding,
    needs: 'minutes',
    knows: 'nothing',
    tries: 'searches as fast as it can with words that fit many, patterns and texts in every encoding',
    expects:
      'thirty searches in a minute, then a refusal; somebody elsewhere is answered, and no pattern finds anybody',
    attack: async (world) => {
      await openRaceDay(world);
      const address = world.newAddress();
      const search = (q: string, from = address) => world.program(from).ask('GET', `${results}/search?q=${q}`);
      const evidence = new Evidence();
      const patterns = [
        '%25%25%25',
        '___',
        '%5c%5c%5c',
        '.*.*',
        "'%20OR%201%3D1--",
        '%00%00%00',
        '%ff%fe%fd',
        '%ED%A0%80abc',
        'a'.repeat(7_000),
        '%F0%9F%8F%83'.repeat(300),
      ];
      for (const pattern of patterns) {
        const answer = await search(pattern, world.newAddress());
        evidence.saw(pattern.slice(0, 12), answer);
        const found = Array.isArray(answer.body.rows) ? answer.body.rows.length : 0;
        evidence.that(answer.status < 500 && found === 0, `${pattern.slice(0, 12)} finds ${found}, ${answer.status}`);
      }
      for (const starts of ['%00', '%ED%A0%80', 'a'.repeat(500), '%25', '__proto__', '%CC%81', '0', '0x1', '1e3', '-1'])
        evidence.saw(starts.slice(0, 12), await world.program().ask('GET', `${results}/names?starts=${starts}`));
      const many = await Promise.all(Array.from({ length: 60 }, (_, n) => search(`runner%20${n}`)));
      const refused = many.filter((answer) => problemOf(answer) === 'too-fast').length;
      const elsewhere = await search('runner', world.newAddress());
      return evidence
        .saw('many', ...many)
        .saw('elsewhere', elsewhere)
        .that(refused >= 30, `${refused} of 60 were refused`)
        .that(elsewhere.status === 200 || textOf(elsewhere, 'reason') === 'crowd', `elsewhere: ${elsewhere.status}`);
    },
  },
  {
    id: '19h',
    finding,
    needs: 'minutes',
    knows: 'nothing',
    tries: 'opens 200 connections that ask for the head ten times and read nothing, or that never end their request',
    expects: 'somebody who follows has the head within five seconds',
    attack: async (world) => {
      await openRaceDay(world);
      const { port } = new URL(world.target.url);
      const open = (localAddress: string, bytes: string) =>
        new Promise<Socket>((resolve) => {
          const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
          socket.pause();
          socket.on('error', () => resolve(socket));
          socket.once('connect', () => socket.write(bytes, () => resolve(socket)));
        });
      const head = `GET ${feed} HTTP/1.1\r\nhost: x\r\n\r\n`;
      const addresses = [world.newAddress(), world.newAddress()];
      const sockets = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          open(
            addresses[n % 2] ?? '',
            n % 4 === 0 ? `POST ${feed}/presence HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx` : head.repeat(10),
          ),
        ),
      );
      const since = performance.now();
      const honest = await world.program().ask('GET', feed);
      const ms = performance.now() - since;
      for (const socket of sockets) socket.destroy();
      return new Evidence()
        .saw('honest', honest)
        .that(honest.status === 200 && ms < 5_000, `answered ${honest.status} after ${ms.toFixed(0)} ms`);
    },
  },
  {
    id: '19i',
    finding,
    needs: 'minutes',
    knows: 'nothing',
    tries: 'says 1,500 times from one address that it follows, so that everybody asks less often',
    expects: 'followers ask as often as before',
    attack: async (world) => {
      await openRaceDay(world);
      const program = world.program(world.newAddress());
      // Followers are counted while somebody reads.
      await program.ask('GET', `${feed}?${newId()}`);
      const said = await Promise.all(
        Array.from({ length: 1_500 }, (_, n) => program.ask('POST', `${feed}/presence?in=${2 ** (n % 3)}`)),
      );
      const head = await world.program().ask('GET', `${feed}?${newId()}`);
      const { pollAfter } = head.body;
      return new Evidence()
        .saw('said', ...said)
        .saw('head', head)
        .that(Number(pollAfter) <= 5, `followers ask every ${pollAfter} s`);
    },
  },
];
