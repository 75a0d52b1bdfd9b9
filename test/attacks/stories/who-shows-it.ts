import { connect } from 'node:net';
import type { Attack } from '../attack';
import { type Answer, problemOf, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { offerSpot } from '../world/offered-spot';
import { asRunner, newId } from '../world/person';
import { events } from '../world/races';
import type { Registered, Runner } from '../world/runner';
import { signInWith } from '../world/staff';
import { until } from '../world/until';
import { importedIn, makeSet } from './results';

const finding = 'results';
const { told, large } = events;

/** Begins a request with a body, and goes away after a part of it. */
const breakOff = (url: string, path: string, headers: Readonly<Record<string, string>>, body: string, sent: number) =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname, () => {
      const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      );
      socket.write(
        `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`,
      );
      socket.write(Buffer.from(body).subarray(0, sent), () => {
        socket.destroy();
        resolve();
      });
    });
    socket.on('error', () => resolve());
  });

const codeOf = async (runner: Runner, { registrationId, link }: Pick<Registered, 'registrationId' | 'link'>) =>
  textOf(await runner.client.ask('GET', `/api/registrations/${registrationId}/bib`, { bearer: link }), 'code');

/** What is handed to people who may not have it any more, or never had: uploads that end, codes of others, lists of a lost device, names. */
export const whoShowsIt: readonly Attack[] = [
  {
    id: '20d',
    finding,
    needs: 'minutes',
    knows: 'the session of a director, whose connection breaks',
    tries:
      'sends half of a file and goes away, twice, sends a file that was cut, then the whole one, twice at once and again',
    expects: 'nothing is there of what did not come, and the whole file is there once',
    attack: async (world) => {
      const setId = await makeSet(world, 'Cut off');
      const { order, headers } = await signInWith(world, told.raceId, 'owner');
      const lines = [
        'bib,name,chip',
        ...Array.from({ length: 400 }, (_, n) => `${n + 1},Runner Number${n + 1},1:0${n % 10}:00`),
      ];
      const csv = lines.join('\n');
      const path = `/api/console/races/${told.raceId}/commands/importResults`;
      const body = JSON.stringify({ setId, csv, hash: 'x' });
      for (const key of [newId(), newId()])
        await breakOff(
          world.target.url,
          path,
          { ...headers, 'idempotency-key': key, 'content-type': 'application/json' },
          body,
          body.length >> 1,
        );
      const rows = async () =>
        (await world.target.database.query('SELECT bib, name FROM result WHERE set_id = $1 ORDER BY bib', [setId]))
          .rows;
      const evidence = new Evidence().that((await rows()).length === 0, 'half of a request made entries');
      // The last row ends in the middle of a name.
      const cut = csv.slice(0, csv.indexOf('Number200') + 7);
      const look = async (file: string) =>
        importedIn(await order('importResults', { setId, csv: file }, { isDryRun: true }));
      const half = await look(cut);
      evidence.saw('a file that was cut', await order('importResults', { setId, csv: cut, hash: half?.hash }));
      const whole = await look(csv);
      const id = newId();
      const sent = await Promise.all(
        [1, 2].map(() => order('importResults', { setId, csv, hash: whole?.hash }, { id })),
      );
      const again = await order('importResults', { setId, csv, hash: whole?.hash }, { id });
      const kept = await rows();
      return evidence
        .saw('the whole one twice', ...sent, again)
        .that((half?.applied ?? 0) < 201, `cut: ${JSON.stringify(half)}`)
        .that(importedIn(again)?.applied === (whole?.applied ?? -1), `again: ${again.text.slice(0, 200)}`)
        .that(
          kept.length === 400 && kept.every(({ bib, name }) => name === `Runner Number${bib}`),
          `${kept.length} entries, such as ${JSON.stringify(kept.find(({ bib, name }) => name !== `Runner Number${bib}`))}`,
        );
    },
  },
  {
    id: '20e',
    finding,
    needs: 'minutes',
    knows:
      'the check-in code of a spot that was passed on, a bib that was swapped, and the session of a device that was stolen',
    tries:
      'shows the old code, reads it again, shows it in another race, and reads the list with a session that was locked, or lost its role',
    expects:
      'the code is void once somebody else has the spot; a swapped bib follows its runner; the thief gets no list and checks nobody in',
    attack: async (world) => {
      const evidence = new Evidence();
      // Months before the race, only a director checks people in.
      const desk = await signInWith(world, large.raceId, 'director');
      const other = await signInWith(world, told.raceId, 'director');
      const at = () => new Date().toISOString();
      const scan = async (code: string, by = desk) => {
        const now = at();
        return by.order('checkIn', { station: 'A', sentAt: now, scans: [{ id: newId(), kind: 'in', at: now, code }] });
      };
      const verdictOf = ({ body }: Answer) =>
        (body.checkedIn as { scans: readonly { verdict: string }[] } | undefined)?.scans[0]?.verdict;
      const expect = (what: string, answer: Answer, verdict: string) =>
        evidence
          .saw(what, answer)
          .that(verdictOf(answer) === verdict, `${what}: ${verdictOf(answer)} ${answer.text.slice(0, 200)}`);

      const { seller, sold, heir, path, token, waiver } = await offerSpot(world, large);
      const oldCode = await codeOf(seller, sold);
      const accepted = await heir.client.ask('PUT', path, {
        bearer: token,
        json: { runner: asRunner(heir.person), waiver },
      });
      const theirs = { registrationId: textOf(accepted, 'registrationId'), link: textOf(accepted, 'link') };
      evidence.that(accepted.status === 200, `accepted: ${accepted.text.slice(0, 200)}`);
      const newCode = await codeOf(heir, theirs);
      expect('the code of who passed it on', await scan(oldCode), 'void');
      expect('in another race', await scan(newCode, other), 'foreign');
      expect('of who has it now', await scan(newCode), 'in');
      evidence.refused(
        'the old code once more, from the page of who passed it on',
        await seller.client.ask('GET', `/api/registrations/${theirs.registrationId}/bib`, { bearer: sold.link }),
        'not-yours',
      );

      const locked = await signInWith(world, large.raceId, 'desk');
      const unused = await codeOf(seller, await seller.register(large));
      evidence.saw('a list, as staff', await locked.order('deskList', {}));
      await world.target.database.query(`UPDATE staff SET state = 'locked' WHERE id = $1`, [locked.staffId]);
      const dismissed = await signInWith(world, large.raceId, 'desk');
      await world.target.database.query('DELETE FROM staff_role WHERE staff_id = $1', [dismissed.staffId]);
      const signedOut = await signInWith(world, large.raceId, 'desk');
      evidence.saw('signs out', await signedOut.ask('DELETE', '/api/console/session'));
      for (const [what, thief] of Object.entries({ locked, dismissed, signedOut })) {
        evidence
          .refused(`list, ${what}`, await thief.order('deskList', {}), 'not-signed-in', 'not-permitted', 'not-found')
          .refused(`scan, ${what}`, await scan(unused, thief), 'not-signed-in', 'not-permitted', 'not-found');
      }
      return evidence.that(verdictOf(await scan(unused)) === 'in', 'a thief had checked somebody in');
    },
  },
  {
    id: '20f',
    finding,
    needs: 'minutes',
    knows:
      'a race whose results are public, a registration of their own, and the ids of another runner, of another ranking and of one that was withdrawn',
    tries:
      'takes out the name of somebody else, and reads the certificate of a withheld, foreign and withdrawn bib by every route and file',
    expects: 'only their own name goes, from everything that anybody reads; what is foreign or withdrawn is not there',
    attack: async (world) => {
      const setId = await makeSet(world, 'Wishes', large);
      const elsewhere = await makeSet(world, 'Elsewhere', large);
      const { order } = await signInWith(world, large.raceId, 'owner');
      const [mallory, victim] = [world.runner('Mallory'), world.runner('Victim')];
      const [mine, theirs] = [await mallory.register(large), await victim.register(large)];
      const nameOf = ({ person }: Runner) => `${person.firstName} ${person.lastName}`;
      const csv = [
        'bib,name,chip',
        `${mine.number},${nameOf(mallory)},1:00:00`,
        `${theirs.number},${nameOf(victim)},59:00`,
        '900,Some Body,58:00',
      ].join('\n');
      const publish = async (set: string, kind: string) => {
        const tried = importedIn(await order('importResults', { setId: set, csv }, { isDryRun: true }));
        const done = await order('importResults', { setId: set, csv, hash: tried?.hash });
        const { seq } = done.body.importedResults as { seq: number };
        return order('publishResults', { setId: set, kind, seq, note: 'Because.' });
      };
      const evidence = new Evidence();
      for (const set of [setId, elsewhere]) evidence.saw('published', await publish(set, 'official'));
      const stranger = world.program();
      const results = `/api/races/${large.raceId}/results`;
      const entry = (set: string, bib: number, race: string = large.raceId) =>
        stranger.ask('GET', `/api/races/${race}/results/${set}/entries/${bib}`);
      await until('both are published', async () => {
        const [one, other] = [await entry(setId, mine.number), await entry(elsewhere, mine.number)];
        return one.status === 200 && other.status === 200;
      });

      const takeOut = (registrationId: string, bearer: string, runner = mallory) =>
        runner.client.ask('DELETE', `/api/registrations/${registrationId}/result-name`, { bearer });
      evidence
        .refused('of somebody else, with the own link', await takeOut(theirs.registrationId, mine.link), 'not-yours')
        .refused(
          'with the check-in code',
          await takeOut(theirs.registrationId, await codeOf(victim, theirs)),
          'not-yours',
        )
        .refused('with the id alone', await takeOut(theirs.registrationId, theirs.registrationId), 'not-yours');
      const own = await Promise.all([1, 2, 3].map(() => takeOut(mine.registrationId, mine.link)));
      evidence.saw('one’s own', ...own).that(
        own.every(({ status }) => status === 200),
        'their own name was not taken out',
      );
      const reads = (set: string) => [
        `${results}?set=${set}`,
        `${results}?set=${set}&list=entries`,
        `${results}/names?set=${set}&starts=${encodeURIComponent(mallory.person.firstName)}`,
        `${results}/names?set=${set}&starts=${mine.number}`,
        `${results}/search?set=${set}&q=${encodeURIComponent(mallory.person.lastName)}`,
        `${results}/${set}/entries/${mine.number}`,
      ];
      const all = [...reads(setId), ...reads(elsewhere)];
      const naming = async () =>
        (await Promise.all(all.map((path) => stranger.ask('GET', path)))).filter(({ text }) =>
          text.includes(nameOf(mallory)),
        );
      // The publisher's minute job, and what caches keep for some seconds.
      await until('the name is nowhere', async () => (await naming()).length === 0);
      const left = await entry(setId, theirs.number);
      const nameless = await entry(setId, mine.number);
      evidence
        .saw('the others', left, nameless)
        .that(left.text.includes(nameOf(victim)), 'the name of somebody else went, too')
        .that(
          nameless.text.includes('"name":null') && nameless.text.includes('"rankMs":3600000'),
          nameless.text.slice(0, 300),
        )
        .refused('a bib that nobody has', await entry(setId, 123_456), 'not-found')
        .refused('a ranking of another race', await entry(setId, theirs.number, told.raceId), 'not-found')
        .refused('a ranking that is none', await entry(newId(), theirs.number), 'not-found')
        .refused('a registration for a ranking', await entry(theirs.registrationId, theirs.number), 'not-found');
      const messages = await world.target.database.query(
        `SELECT body::text FROM webhook_message WHERE body::text LIKE '%result%' UNION ALL SELECT body::text FROM feed_message WHERE race_id = $1 AND body::text LIKE '%' || $2 || '%'`,
        [large.raceId, nameOf(mallory)],
      );
      evidence.that(messages.rows.length === 0, 'a webhook or the feed tells the name');

      evidence.saw('withdrawn', await publish(elsewhere, 'withdrawn'));
      // The edge keeps names for a minute, and pages for a quarter of one.
      const read = () => Promise.all(reads(elsewhere).map((path) => stranger.ask('GET', path)));
      const isGone = (answer: Answer) => problemOf(answer) === 'results-withdrawn';
      await until('it is withdrawn everywhere', async () => (await read()).every(isGone), 120);
      return evidence;
    },
  },
  {
    id: '20g',
    finding,
    needs: 'minutes',
    knows: 'a photograph of the check-in code of a runner who got a new one since, and a registration of their own',
    tries:
      'shows the old code, takes the new one back with it, makes it look like the new one, and replaces the code of somebody else',
    expects: 'the old code is refused and changes nothing; only its runner gets a new code, five times a day',
    attack: async (world) => {
      const evidence = new Evidence();
      const desk = await signInWith(world, large.raceId, 'director');
      const scan = async (code: string, more: object = {}) => {
        const now = new Date().toISOString();
        const scans = [{ id: newId(), kind: 'in', at: now, code, ...more }];
        return desk.order('checkIn', { station: 'A', sentAt: now, scans });
      };
      const verdictOf = ({ body }: Answer) =>
        (body.checkedIn as { scans: readonly { verdict: string }[] } | undefined)?.scans[0]?.verdict;
      const expect = (what: string, answer: Answer, verdict: string) =>
        evidence
          .saw(what, answer)
          .that(verdictOf(answer) === verdict, `${what}: ${verdictOf(answer)} ${answer.text.slice(0, 200)}`);
      const [mallory, victim] = [world.runner('Mallory'), world.runner('Victim')];
      const [mine, theirs] = [await mallory.register(large), await victim.register(large)];
      const replace = (bearer: string, codeVersion: number, runner = mallory) =>
        runner.client.ask('POST', `/api/registrations/${theirs.registrationId}/check-in-code`, {
          bearer,
          json: { codeVersion },
        });
      const photograph = await codeOf(victim, theirs);
      evidence
        .refused('a new code, with the own link', await replace(mine.link, 0), 'not-yours')
        .refused('a new code, with the photograph', await replace(photograph, 0), 'not-yours')
        .refused('a new code, with the id', await replace(theirs.registrationId, 0), 'not-yours');
      const [first, again] = [await replace(theirs.link, 0, victim), await replace(theirs.link, 0, victim)];
      const newCode = textOf(first, 'code');
      evidence
        .saw('the runner gets a new code', first, again)
        .that(newCode !== photograph && textOf(again, 'code') === newCode, 'sent twice, it replaced the code twice')
        .that((await codeOf(victim, theirs)) === newCode, 'the page does not show the new code');

      expect('the photograph', await scan(photograph), 'replaced');
      expect('the new code', await scan(newCode), 'in');
      expect('the photograph once more', await scan(photograph), 'replaced');
      expect('takes back with the photograph', await scan(photograph, { kind: 'undo', note: 'x' }), 'replaced');
      const bytes = Buffer.from(photograph.slice(4), 'base64url');
      const raised = Buffer.concat([bytes.subarray(0, -64), Buffer.of(0, 1), bytes.subarray(-64)]);
      expect('the photograph with a higher version', await scan(`SL2.${raised.toString('base64url')}`), 'forged');
      const list = await desk.order('deskList', { since: 0 });
      const { people } = list.body.deskList as { people: readonly { registrationId: string; times: number }[] };
      const times = people.find(({ registrationId }) => registrationId === theirs.registrationId)?.times;
      evidence.that(times === 1, `checked in ${times} times`);

      for (let version = 1; version < 5; version++) await replace(theirs.link, version, victim);
      return evidence.refused(
        'a sixth code within a day',
        await replace(theirs.link, 5, victim),
        'too-many-check-in-codes',
      );
    },
  },
];
