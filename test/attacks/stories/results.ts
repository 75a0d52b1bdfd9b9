import type { Attack } from '../attack';
import { type Answer, problemOf, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { openRaceDay } from '../world/race-day';
import { type Event, events } from '../world/races';
import { signIn } from '../world/staff';
import type { World } from '../world/world';

const finding = 'results';
const { told, large } = events;

export interface Imported {
  readonly hash: string;
  readonly applied: number;
  readonly unchanged: number;
  readonly seq: number;
  readonly refusedRows: number;
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  readonly sample: readonly { readonly change: Readonly<Record<string, unknown>> }[];
}
export const importedIn = (answer: Answer): Imported | undefined => answer.body.importedResults as Imported | undefined;

/** A set of one's own: others attack theirs at the same time. */
export const makeSet = async (world: World, name: string, { raceId, eventId }: Event = told): Promise<string> => {
  await openRaceDay(world);
  const [made] = await world.target.direct([{ saveResultSet: { raceId, eventId, name } }]);
  return (made as { savedResultSet: { setId: string } }).savedResultSet.setId;
};

const many = (count: number, of: (n: number) => string | number, between = ',') =>
  Array.from({ length: count }, (_, n) => of(n)).join(between);

/** Files that say no row, and what is said of them. */
const useless: readonly (readonly [what: string, csv: string, columns?: object])[] = [
  ['an empty file', ''],
  ['blanks', ' \n \n'],
  ['a head alone', 'bib,name'],
  ['no bibs', 'nam,tim\nA,1:00:00'],
  ['a quotation that never ends', `bib,name\n1,"Ada\n${many(50_000, () => 'x,y', '\n')}`],
  ['UTF-16 that is taken for UTF-8', 'b\0i\0b\0\n\x001\0'],
  ['half of a pair of surrogates', 'bib,name\n1,A\ud800'],
  ['a column that is not there', 'bib,t\n1,1:00:00', { x: 'chip' }],
  ['two columns that are the same', 'bib,t\n1,1:00:00', { bib: 'chip', t: 'chip' }],
  ['a list of columns', 'bib,t\n1,1:00:00', ['chip']],
  ['delimiters', many(200_000, () => ',;|\t', '')],
  ['a table of two thousand columns', `bib,name,${many(2_000, () => 'x')}\n1,A,${many(2_000, () => 1)}`],
];

/** Rows, and the reason for which each is refused; undefined: it is read. */
const rows: readonly (readonly [head: string, row: string, reason?: string])[] = [
  ['bib,name', '=HYPERLINK("x"),A', 'bib'],
  ['bib,name', '1,"=HYPERLINK(""http://evil.example"")"'],
  ['bib,name', `1,${'A'.repeat(300_000)}`, 'too-long'],
  ['bib,name', `1,${'""'.repeat(300_000)}`, 'too-long'],
  ['bib,name', '0,A', 'bib'],
  ['bib,name', '-1,A', 'bib'],
  ['bib,name', '1000000,A', 'bib'],
  ['bib,name', '1e3,A', 'bib'],
  ['bib,name', '٣,A'],
  ['bib,name', 'bib,name', 'bib'],
  ['bib,chip', '1,1:75:00', 'time'],
  ['bib,chip', '1,-1:00:00', 'time'],
  ['bib,chip', '1,100:00:00', 'time'],
  ['bib,chip', '1,PT', 'time'],
  ['bib,chip', '1,PT1H', 'unknown-bib'],
  ['bib,name,chip', '1,A,25:00:00'],
  ['bib,name,chip', '1,A,0:00:00', 'time-out-of-range'],
  ['bib,chip', '1,1:00:00', 'unknown-bib'],
  ['bib,name,status', '1,A,D.N.F.'],
  ['bib,name,status', '1,A,Disqualifiziert'],
  ['bib,status', '1,winner', 'status'],
  ['bib;name', '1;"Ada\r\n""Q"" Runner"'],
  ['\uFEFFbib\tname', '1\tAda'],
  [`bib,name,${many(400, () => 'x')}`, `1,A,${many(400, () => 1)}`],
  ['bib,name', '1,A,B', 'cells'],
];

/** Results, and the desks of race day, for those who have business there and send what nobody should. */
export const resultAttacks: readonly Attack[] = [
  {
    id: '20a',
    finding,
    needs: 'minutes',
    knows: 'the session of a director, who has a file from anywhere',
    tries:
      'imports files that are no lists, of any encoding, with cells, times, statuses and columns that nobody can mean',
    expects: 'each is told which line is wrong and why, and no entry is made without a look at it first',
    attack: async (world) => {
      const setId = await makeSet(world, 'Files');
      const order = await signIn(world, told.raceId, 'owner');
      const evidence = new Evidence();
      for (const [what, csv, columns] of useless) {
        const answer = await order('importResults', { setId, csv, ...(columns && { columns }) }, { isDryRun: true });
        evidence
          .refused(what, answer, 'command-refused', 'invalid-request')
          .that(textOf(answer, 'detail').length > 20, `${what}: nobody says why`);
      }
      for (const [head, row, reason] of rows) {
        const what = `${row.slice(0, 20)}: ${reason ?? 'is read'}`;
        const answer = await order('importResults', { setId, csv: `${head}\n${row}` }, { isDryRun: true });
        const [refused] = importedIn(answer)?.refused ?? [];
        evidence.saw(what, answer).that(answer.status === 200 && refused?.reason === reason, `${what}: ${answer.text}`);
      }
      const csv = 'bib,name,chip\n1,A,1:00:00\n2,B,1:00:00\n2,B,1:00:01\n7,,1:00:00\n7,,1:00:01';
      const untried = await order('importResults', { setId, csv });
      const tried = importedIn(await order('importResults', { setId, csv }, { isDryRun: true }));
      const id = newId();
      const orders = await Promise.all([
        order('importResults', { setId, csv, hash: tried?.hash }, { id }),
        order('importResults', { setId, csv, hash: tried?.hash }, { id }),
        (await signIn(world, told.raceId, 'owner'))('importResults', { setId, csv, hash: tried?.hash }),
      ]);
      const other = await order('importResults', { setId, csv: `${csv}\n3,C,1:00:00`, hash: tried?.hash });
      const kept = await world.target.database.query('SELECT bib FROM result WHERE set_id = $1', [setId]);
      return evidence
        .refused('untried', untried, 'command-refused')
        .refused('another file by its hash', other, 'command-refused')
        .saw('three at once', ...orders)
        .that(tried?.applied === 1 && tried.refusedRows === 4, `tried: ${JSON.stringify(tried)}`)
        .that(
          orders.reduce((sum, answer) => sum + (importedIn(answer)?.applied ?? 0), 0) <= 2,
          'a file was applied twice',
        )
        .that(kept.rows.length === 1, `entries: ${JSON.stringify(kept.rows)}`);
    },
  },
  {
    id: '20b',
    finding,
    needs: 'minutes',
    knows: 'a key for times',
    tries:
      'posts unknown bibs twice, a list of splits, batches that overlap at once and in any order, and orders a start list twenty times in a second',
    expects: 'rows that are good are taken, splits are asked for by their names, and one start list is built',
    attack: async (world) => {
      const setId = await makeSet(world, 'Batches');
      const order = await signIn(world, told.raceId, 'owner');
      const csv = 'bib,name\n1,A\n2,B\n3,C';
      const tried = importedIn(await order('importResults', { setId, csv }, { isDryRun: true }));
      await order('importResults', { setId, csv, hash: tried?.hash });
      const [made] = await world.target.direct([
        { makeApiKey: { raceId: told.raceId, label: 'Batches', scopes: ['times'] } },
      ]);
      const { key } = (made as { madeApiKey: { key: string } }).madeApiKey;
      const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
      const path = `/api/races/${told.raceId}/results/${setId}`;
      const post = (...batch: readonly object[]) =>
        world.program().ask('POST', `${path}/times`, { bearer: key, json: { batchId: newId(), rows: batch } });
      const row = (bib: number, gunMs: number, seconds: number) => ({ bib, gunMs, at: at(seconds) });
      const evidence = new Evidence();
      const twice = await post(row(9, 1_000, 9), row(9, 1_001, 8), row(1, 3_600_000, 8));
      evidence.saw('a bib twice', twice).that(twice.body.applied === 1, `a bib twice: ${twice.text}`);
      const list = await post({ bib: 2, splits: [1, 2], at: at(1) });
      evidence
        .refused('a list of splits', list, 'invalid-request')
        .that(list.text.includes('must be an object, not a list'), `a list of splits: ${list.text}`);
      const overlapping = await Promise.all(
        Array.from({ length: 12 }, (_, n) => post(row(2, 3_700_000 - n, 60 - n), row(3, 3_800_000 - n, 60 - n))),
      );
      const kept = await world.target.database.query(
        'SELECT bib, gun_ms FROM result WHERE set_id = $1 AND bib IN (2, 3) ORDER BY bib',
        [setId],
      );
      evidence
        .saw('at once', ...overlapping)
        .that(
          JSON.stringify(kept.rows.map(({ gun_ms }) => gun_ms)) === '[3699989,3799989]',
          `the newest did not win: ${JSON.stringify(kept.rows)}`,
        );
      const lists = await Promise.all(
        Array.from({ length: 19 }, () => world.program().ask('PUT', `${path}/start-list`, { bearer: key })),
      );
      const built = lists.filter(({ status }) => status === 200).length;
      return evidence
        .saw('start lists', ...lists)
        .that(built >= 1 && built <= 2, `${built} start lists were built`)
        .that(
          lists.every((answer) => answer.status === 200 || problemOf(answer) === 'too-fast'),
          'another answer',
        );
    },
  },
  {
    id: '20c',
    finding,
    needs: 'minutes',
    knows: 'the code of a runner, and the sessions of a director and of a desk',
    tries:
      'scans it months before the race, changed in every part, copied, again, at the desk of another race, after it was cancelled, and with times that there are not; gives the spot back after the check-in',
    expects:
      'the runner is checked in once and keeps the spot; a copy shows, and what is forged, foreign or void gets nothing',
    attack: async (world) => {
      const [desk, elsewhere] = [
        await signIn(world, large.raceId, 'director'),
        await signIn(world, told.raceId, 'director'),
      ];
      const helper = await signIn(world, large.raceId, 'desk');
      const runner = world.runner('Scanned');
      const theirs = await runner.register(large);
      const own = await runner.client.ask('GET', `/api/registrations/${theirs.registrationId}/bib`, {
        bearer: theirs.link,
      });
      const code = textOf(own, 'code');
      const at = new Date().toISOString();
      const scan = (more: object) => ({ id: newId(), kind: 'in', at, ...more });
      const send = (scans: readonly object[], by = desk, sentAt = at) => by('checkIn', { station: 'A', sentAt, scans });
      const verdictsOf = ({ body }: Answer) =>
        ((body.checkedIn as { scans: readonly { verdict: string }[] } | undefined)?.scans ?? []).map(
          ({ verdict }) => verdict,
        );
      const evidence = new Evidence();
      const expect = (what: string, answer: Answer, ...verdicts: readonly string[]) =>
        evidence
          .saw(what, answer)
          .that(verdictsOf(answer).join() === verdicts.join(), `${what}: ${verdictsOf(answer)} ${answer.text}`);

      const bytes = Buffer.from(code.slice(4), 'base64url');
      const changed = [16, 20, 21, 50, 84].map((place) => {
        const other = Buffer.from(bytes);
        other[place] = (other[place] ?? 0) ^ 1;
        return scan({ code: `SL1.${other.toString('base64url')}` });
      });
      expect('months before the race', await send([scan({ code })], helper), 'early');
      expect('forged', await send(changed), ...changed.map(() => 'forged'));
      const another = Buffer.from(bytes);
      another[0] = (another[0] ?? 0) ^ 1;
      expect(
        'of nobody',
        await send(
          ['', 'x', code.slice(0, -1), `SL1.${another.toString('base64url')}`].map((one) => scan({ code: one })),
        ),
        'foreign',
        'foreign',
        'foreign',
        'foreign',
      );
      expect('in another race', await send([scan({ code })], elsewhere), 'foreign');
      const first = scan({ code });
      expect('first', await send([first]), 'in');
      expect('the same scan again', await send([first]), 'in');
      expect('a copy', await send([scan({ code })]), 'twice');
      expect(
        'undone by a forged code',
        await send([scan({ ...changed[0], id: newId(), kind: 'undo', note: 'x' })]),
        'forged',
      );
      expect('the same scan after it', await send([first]), 'in');
      for (const never of ['2026-02-31T10:00:00Z', '0000-01-01T00:00:00Z', '2026-06-01T10:00:00+23:59'])
        evidence
          .refused(never, await send([scan({ code, at: never })]), 'command-refused')
          .refused(`sent ${never}`, await send([scan({ code })], desk, never), 'command-refused');
      evidence.refused(
        'a command of directors',
        await helper('importResults', { setId: newId(), csv: 'bib\n1' }),
        'not-permitted',
      );
      // A runner who is checked in has used their spot.
      evidence.refused('given back after the check-in', await runner.giveBack(theirs), 'change-too-late');
      const owner = await signIn(world, large.raceId, 'owner');
      const { registrationId } = theirs;
      evidence.saw('cancelled', await owner('cancelRegistration', { registrationId, refundPercent: 100 }));
      expect('after it was cancelled', await send([scan({ code })]), 'void');
      return evidence;
    },
  },
];
