import { gzipSync } from 'node:zlib';
import type { Attack } from '../attack';
import { type Answer, type Call, newSecret, problemOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { openRaceDay, type RaceDay, unpublishedName } from '../world/race-day';
import { events } from '../world/races';
import { signInWith } from '../world/staff';
import type { World } from '../world/world';
import { comment, feed, finding, numberOfHead, results } from './race-day';

const { told, large } = events;

const timesOf = (setId: string, raceId: string = told.raceId) => `/api/races/${raceId}/results/${setId}/times`;
const row = (bib: number, more: object = {}) => ({ bib, gunMs: 3_600_000, at: new Date().toISOString(), ...more });
const batch = (...rows: readonly object[]) => ({ batchId: newId(), rows });

/** What a day's stranger sends in the place of a key. */
const noKeys = ({ times, withdrawn, elsewhere }: RaceDay): readonly string[] => [
  '',
  'x',
  newSecret(),
  withdrawn,
  elsewhere,
  // The id of a key that is good, which logs show, with a secret of one's own.
  `${times.slice(0, times.lastIndexOf('_'))}_${'A'.repeat(43)}`,
  times.slice(0, -1),
  `${times} ${times}`,
  'x'.repeat(4_000),
];

/** All that the feed told after this number. Others tell something meanwhile, too. */
const toldSince = async (world: World, number: number): Promise<string> => {
  const head = await world.program().ask('GET', `${feed}?${newId()}`);
  const texts = [head.text];
  for (let segment = Math.floor(number / 10) + 1; segment <= Number(head.body.head) / 10; segment++)
    texts.push((await world.program().ask('GET', `${feed}/${head.body.epoch}/${segment}`)).text);
  return texts.join();
};

/** A body whose brackets are as deep as it is long. */
const deep = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);

/** Those who send on the day of a race: with a key that is not for it, and with one that is. */
export const raceDayKeyAttacks: readonly Attack[] = [
  {
    id: '19c',
    finding,
    needs: 'minutes',
    knows: 'the ids of race, set and a key, a key that was withdrawn, one of another race, and one for the feed',
    tries: 'posts times, builds the start list and publishes, with each of them and in places where no key belongs',
    expects: 'a refusal of each, and no entry and no number is another',
    attack: async (world) => {
      const day = await openRaceDay(world);
      const { shown, times, feedKey } = day;
      const entry = () => world.program().ask('GET', `${results}/${shown}/entries/2?${newId()}`);
      const [before, head] = [await entry(), await numberOfHead(world)];
      const evidence = new Evidence();
      const tries: (readonly [string, string, string, object])[] = [
        ['times', 'POST', timesOf(shown), batch(row(2))],
        ['start list', 'PUT', `${results}/${shown}/start-list`, {}],
        ['publish', 'POST', `${feed}/messages`, { messages: [comment('Forged')] }],
      ];
      const answers: (readonly [string, Answer])[] = [];
      for (const [what, method, path, json] of tries) {
        for (const bearer of noKeys(day))
          answers.push([what, await world.program().ask(method, path, { json, bearer })]);
        const wrong = what === 'publish' ? times : feedKey;
        answers.push([what, await world.program().ask(method, path, { json, bearer: wrong })]);
        const right = what === 'publish' ? feedKey : times;
        const elsewhere: readonly [string, Call][] = [
          [`${path}?key=${right}&authorization=Bearer%20${right}`, { json }],
          [path, { json, headers: { cookie: `authorization=${right}; key=${right}` } }],
          [path, { json, headers: { authorization: `Basic ${btoa(`${right}:`)}` } }],
          [path, { json, headers: { 'x-api-key': right } }],
        ];
        for (const [address, call] of elsewhere) answers.push([what, await world.program().ask(method, address, call)]);
      }
      evidence.saw('all', ...answers.map(([, answer]) => answer));
      for (const [what, answer] of answers)
        evidence.that(
          problemOf(answer) === 'key-refused',
          `${what}: ${answer.asked.slice(0, 80)} is answered ${answer.status} ${problemOf(answer)}`,
        );
      const other = await world
        .program()
        .ask('POST', timesOf(shown, large.raceId), { json: batch(row(2)), bearer: times });
      evidence.refused('by way of another race', other, 'key-refused');
      return evidence
        .that((await entry()).text === before.text, 'an entry is another')
        .that(!(await toldSince(world, head)).includes('Forged'), 'the feed tells what was forged');
    },
  },
  {
    id: '19d',
    finding,
    needs: 'minutes',
    knows: 'a key for times, as somebody at the timer’s desk has',
    tries:
      'sends names, bibs of others and what only the system sets, a thousand and one rows, deep and long and compressed bodies, impossible numbers, and a batch once more with other rows',
    expects:
      'a refusal that says what is wrong; nobody has another name or bib, and an honest batch is taken afterwards',
    attack: async (world) => {
      const { draft, times } = await openRaceDay(world);
      const post = (call: Call) => world.program().ask('POST', timesOf(draft), { bearer: times, ...call });
      const text = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
        post({ text: body, headers: { 'content-type': 'application/json', ...headers } });
      const evidence = new Evidence();
      for (const more of [
        { name: 'Another Person' },
        { registrationId: newId() },
        { isNameWithheld: false },
        { newBib: 3 },
        { bib: '1' },
        { bib: 1.5 },
        { bib: -1 },
        { bib: 1e9 },
        { gunMs: '3600000' },
        { gunMs: null },
        { splits: 7 },
        { splits: { 'half"; DROP': 1 } },
        { status: 'winner' },
        { at: 'now' },
        { at: '9999-99-99T00:00:00Z' },
      ])
        evidence.refused(Object.keys(more).join(), await post({ json: batch(row(1, more)) }), 'invalid-request');
      evidence
        .refused(
          '1,001 rows',
          await post({ json: batch(...Array.from({ length: 1_001 }, (_, n) => row(n + 1))) }),
          'invalid-request',
        )
        .refused('300 kB', await text(JSON.stringify(batch(row(1, { note: 'x'.repeat(300_000) })))), 'too-large')
        .refused('200 kB of brackets', await text(deep(200_000)), 'invalid-request')
        .refused(
          'brackets in a row',
          await text(`{"batchId":"${newId()}","rows":[${deep(100_000)}]}`),
          'invalid-request',
        )
        .refused(
          'a compressed body',
          await text(gzipSync(JSON.stringify(batch(row(1)))), { 'content-encoding': 'gzip' }),
        );
      const once = batch(row(1));
      const first = await post({ json: once });
      const again = await post({ json: once });
      evidence
        .saw('a batch, again', first, again)
        .that(
          first.status === 200 && again.body.seq === first.body.seq && again.body.applied === 1,
          `sent again it is answered ${again.text}`,
        )
        .refused(
          'its id with other rows',
          await post({ json: { ...once, rows: [row(1, { gunMs: 1 })] } }),
          'idempotency-key-reused',
        );
      const old = await post({ json: batch(row(1, { gunMs: 1_000, at: '2020-01-01T00:00:00Z' })) });
      const polluted = await text(
        `{"batchId":"${newId()}","rows":[{"bib":1,"at":"2020-01-01T00:00:00Z","splits":{"__proto__":1,"constructor":2}}]}`,
      );
      evidence.saw('older rows', old, polluted).that(old.body.applied === 0, `older rows: ${old.text}`);
      const kept = await world.target.database.query(
        'SELECT bib, name, gun_ms FROM result WHERE set_id = $1 AND bib = 1',
        [draft],
      );
      return evidence.that(
        kept.rows.length === 1 && kept.rows[0].name === unpublishedName && kept.rows[0].gun_ms === 3_600_000,
        `the entry is ${JSON.stringify(kept.rows)}`,
      );
    },
  },
  {
    id: '19e',
    finding,
    needs: 'minutes',
    knows: 'a key for the feed',
    tries:
      'publishes what hides or garbles text, too much, too deep, corrections of what is not there, and its own message once more with another text',
    expects: 'a refusal of each that names the field, and numbers without a gap',
    attack: async (world) => {
      const { feedKey } = await openRaceDay(world);
      const post = (call: Call) => world.program().ask('POST', `${feed}/messages`, { bearer: feedKey, ...call });
      const publish = (...messages: readonly object[]) => post({ json: { messages } });
      const evidence = new Evidence();
      for (const text of ['', ' ', '\u200b', 'a\u202eb', 'a\u0000b', 'x'.repeat(501), '\u{e0041}'])
        evidence.refused(JSON.stringify(text).slice(0, 12), await publish(comment(text)), 'invalid-request');
      const of = (more: object) => ({
        id: newId(),
        kind: 'correction',
        body: { kind: 'comment', text: 'Other' },
        ...more,
      });
      for (const number of [0, -1, 1.5, '1', 1e300])
        evidence.refused(`of ${number}`, await publish(of({ of: number })), 'invalid-request');
      evidence
        .refused('of the future', await publish(of({ of: 999_999 })), 'message-not-possible')
        .refused('51 messages', await publish(...Array.from({ length: 51 }, () => comment('x'))), 'invalid-request')
        .refused('number of one’s own', await publish({ ...comment('x'), number: 1 }), 'invalid-request')
        .refused(
          'results',
          await publish({ id: newId(), kind: 'results', set: 'x', kindOf: 'official' }),
          'invalid-request',
        )
        .refused('an end', await publish({ id: newId(), kind: 'end' }), 'invalid-request')
        .refused(
          'brackets',
          await post({ text: deep(120_000), headers: { 'content-type': 'application/json' } }),
          'invalid-request',
        )
        .refused('200 kB', await publish(comment('x'.repeat(200_000))), 'too-large');
      const message = comment('Once');
      const [first, again] = [await publish(message), await publish(message)];
      const number = (answer: Answer) => JSON.stringify(answer.body.messages);
      evidence
        .saw('a message, again', first, again)
        .that(first.status === 201 && again.status === 200 && number(first) === number(again), `again: ${again.text}`)
        .refused('its id with another text', await publish({ ...message, text: 'Twice' }), 'idempotency-key-reused');
      // Others publish in this feed meanwhile, so each message is looked for, and not the last number.
      const kept = await world.target.database.query(
        `SELECT count(*) FILTER (WHERE m.id = $1)::int AS same, (max(m.number) - count(*))::int AS gaps FROM feed_message m
         WHERE m.race_id = (SELECT race_id FROM feed_message WHERE id = $1)`,
        [message.id],
      );
      const [{ same, gaps }] = kept.rows;
      return evidence.that(
        same === 1 && gaps === 0,
        `the message is there ${same} times, and ${gaps} numbers are missing`,
      );
    },
  },
  {
    id: '19j',
    finding,
    needs: 'minutes',
    knows: 'nothing: the Wi-Fi of a venue, whose address the timer and the desk have, too',
    tries: 'sends keys and cookies that nobody was given from that address, faster than they are listened to',
    expects: 'their own are refused; the timer, the speaker and the desk go on',
    attack: async (world) => {
      const { draft, times, feedKey } = await openRaceDay(world);
      const venue = world.newAddress();
      const desk = await signInWith(world, told.raceId, 'director');
      const ask = (method: string, path: string, call: Call) => world.program(venue).ask(method, path, call);
      const asked = () => ask('GET', `/api/console/races/${told.raceId}`, { headers: desk.headers });
      const work = async () => [
        await ask('POST', timesOf(draft), { bearer: times, json: batch(row(2)) }),
        await ask('POST', `${feed}/messages`, { bearer: feedKey, json: { messages: [comment('On we go')] } }),
        await asked(),
      ];
      const before = await work();
      const guess = async () => {
        const cookie = `__Host-startline-staff=${newSecret()}`;
        return [
          await ask('GET', '/api/console/session', { headers: { cookie, 'sec-fetch-site': 'same-origin' } }),
          await ask('POST', timesOf(draft), { bearer: `${times.slice(0, -43)}${newSecret()}`, json: batch(row(3)) }),
        ];
      };
      const guesses: Answer[] = [];
      const worker = async () => {
        while (guesses.length < 300) guesses.push(...(await guess()));
      };
      await Promise.all(Array.from({ length: 8 }, worker));
      const after = await work();
      const evidence = new Evidence().saw('guesses', ...guesses).saw('before, after', ...before, ...after);
      evidence.that(
        guesses.some(({ status }) => status === 429),
        'whoever guesses is listened to',
      );
      for (const { asked: what, status } of [...before, ...after])
        evidence.that(status < 300, `${what} is answered ${status}`);
      return evidence;
    },
  },
];
