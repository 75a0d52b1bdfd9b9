import type { Attack } from '../attack';
import { type Answer, inObject, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId, newPerson } from '../world/person';
import { events } from '../world/races';
import { type SignedIn, signInWith } from '../world/staff';
import { until } from '../world/until';
import { stillIn } from './registrations';
import { makeSet } from './results';

const finding = 'other races';
const { large, later, over, told } = events;
const seriesOfOthers = 'Attacked Runs';

const documentOf = async ({ ask }: SignedIn, raceId: string) => {
  const { body } = await ask('GET', `/api/console/races/${raceId}/document`);
  return { document: body.document as Readonly<Record<string, unknown>>, seen: String(body.seen) };
};

/** Fields, each of which names something of another race. Without one, `undefined` is sent, which is nothing. */
type Theirs = Readonly<
  Record<'registrationId' | 'eventId' | 'setId' | 'placeId' | 'endpointId' | 'keyId' | 'jobId', string>
>;

/** What the director of a race orders about something of another one. */
const orders = ({ registrationId, eventId, setId, placeId, endpointId, keyId, jobId }: Theirs) =>
  [
    ['changeCapacity', { eventId, capacity: 1 }],
    ['changeSale', { eventId, sale: 'paused' }],
    ['expectRunners', { raceId: large.raceId, runners: 1 }],
    ['allowPerson', { eventId, people: [{ email: 'mallory@attacked.example' }] }],
    ['makeCodes', { batch: 'mine', words: ['MINE-MINE-MINE'], opensEvents: [eventId] }],
    ['saveBibRanges', { ranges: [{ eventId, from: 1, to: 10 }] }],
    ['assignBibs', { eventId }],
    ['removeFromWaitingList', { placeId }],
    ['cancelRegistration', { registrationId, refundPercent: 100 }],
    ['refundLine', { registrationId, position: 0 }],
    ['refundTransferFee', { registrationId }],
    ['settleUnpaid', { registrationId, decision: 'waived' }],
    ['correctRunner', { registrationId, lastName: 'Mallory', reason: 'mine' }],
    ['correctAddress', { registrationId, email: 'mallory@attacked.example', reason: 'mine' }],
    ['moveEvent', { registrationId, eventId, difference: 'leave', passWaiting: true }],
    ['withdrawMove', { registrationId }],
    ['resendLink', { registrationId }],
    ['handOut', { registrationId, positions: [0] }],
    ['setBib', { registrationId, number: 7 }],
    ['documents', { registrationId }],
    ['returnUse', { registrationId, position: 0 }],
    ['saveResultSet', { eventId, name: 'Mine' }],
    ['buildStartList', { setId }],
    ['importResults', { setId, csv: 'bib,name\n1,Mallory' }],
    ['correctResult', { setId, bib: 1, name: 'Mallory', reason: 'mine' }],
    ['eraseResultName', { setId, bib: 1, reason: 'mine' }],
    ['publishResults', { setId, kind: 'official', seq: 1 }],
    ['resultVersions', { setId }],
    ['saveWebhook', { endpointId, url: 'https://mallory.example/', types: ['race.published'], withPerson: true }],
    ['changeWebhook', { endpointId, state: 'gone' }],
    ['rotateWebhookSecret', { endpointId }],
    ['testWebhook', { endpointId }],
    ['withdrawApiKey', { keyId }],
    ['stopJob', { jobId }],
    ['resumeJob', { jobId }],
    ['stopAnnouncement', { announcementId: jobId }],
    ['previewAnnouncement', { eventId, subject: 'Mine', body: 'Mine' }],
  ] as const;

/** What one race may know and do of another, and of those who listen to it. */
export const otherRaceAttacks: readonly Attack[] = [
  {
    id: '22f',
    finding,
    // Jest cannot load the bundle of `direct`.
    needs: 'minutes',
    knows: 'the names that races of others use: of their series, their limit group and their seller',
    tries:
      'puts a race of their own into the series, takes the group into its form, and sells it in the name of the seller',
    expects:
      'a refusal of each: no credit pays in another race, nobody is kept out of it, and no invoice is in its name',
    attack: async (world) => {
      const own = await signInWith(world, over.raceId, 'owner');
      const theirs = await signInWith(world, later.raceId, 'owner');
      const group = newId();
      const formWith = (eventId: string) => ({
        form: { language: 'en', questions: [], rules: [{ events: [eventId], oneOfGroup: group }] },
      });
      const made = [
        await theirs.order('saveForm', formWith(later.eventId)),
        await theirs.order('publishForm', { revision: 1 }),
      ];
      const seller = { id: 'attacked-club', name: 'Club', address: 'Street 1', country: 'DE', prefix: 'AC-' };
      const tax = { seller: seller.id, rate: 1900, label: 'VAT' };
      await world.target.direct([{ setSeller: seller }, { setTax: { raceId: later.raceId, ...tax } }]);
      const { document, seen } = await documentOf(own, over.raceId);
      const evidence = new Evidence().saw('theirs', ...made);
      for (const series of [seriesOfOthers, ` ${seriesOfOthers}  `])
        evidence.refused(
          'series',
          await own.order('saveDraft', { draft: { ...document, series }, seen }),
          'command-refused',
        );
      return evidence
        .refused('group', await own.order('saveForm', formWith(over.eventId)), 'command-refused')
        .refused('seller', await own.order('setTax', tax), 'command-refused')
        .that(
          made.every(({ status }) => status === 200),
          `their own form: ${made.map(({ text }) => text.slice(0, 160)).join()}`,
        );
    },
  },
  {
    id: '22g',
    finding,
    // Jest cannot load the bundle of `direct`.
    needs: 'minutes',
    knows: 'ids of everything in another race: registrations, places, events, results, webhooks and keys',
    tries: 'orders each command about them, as the owner of a race of their own',
    expects: 'a refusal of each, and nothing of the other race is another than before',
    attack: async (world) => {
      const own = await signInWith(world, over.raceId, 'owner');
      const theirs = await signInWith(world, large.raceId, 'owner');
      const victim = world.runner('Victim');
      const sold = await victim.register(large);
      const { event } = await world.soldOut();
      const waiter = world.runner('Waiter');
      const { placeId } = await waiter.join(event);
      const endpointId = newId();
      const url = 'https://hooks.attacked.example/secret-path';
      const webhook = await theirs.order('saveWebhook', { endpointId, url, types: ['race.published'] });
      const key = await theirs.order('makeApiKey', { label: 'Timer', scopes: ['times'] });
      const keyId = textOf({ body: inObject(key.body.madeApiKey) }, 'keyId');
      const setId = await makeSet(world, 'Of others', told);
      const { registrationId } = sold;
      const ids = { registrationId, eventId: large.eventId, setId, placeId, endpointId, keyId, jobId: newId() };
      const evidence = new Evidence().saw('theirs', webhook, key).that(keyId !== '', `no key: ${key.text}`);
      const all: Answer[] = [];
      for (const [command, content] of orders(ids)) {
        const answer = await own.order(command, content);
        all.push(answer);
        evidence.that(
          answer.status >= 400 && answer.status < 500 && !answer.text.includes('not-as-expected'),
          `${command} is answered ${answer.status} ${answer.text.slice(0, 160)}`,
        );
      }
      const listed = [
        await own.order('webhookMessages', { endpointId }),
        await own.order('replayWebhooks', { endpointId }),
        await own.order('teamMembers', { teamId: registrationId }),
        await own.ask('GET', `/api/console/races/${over.raceId}/participants/${registrationId}`),
        await own.ask('GET', `/api/console/races/${large.raceId}/audit`),
      ];
      evidence
        .saw('commands', ...all)
        .saw('looks', ...listed)
        .silent('looks', [...all, ...listed], [victim.person.email, victim.person.lastName, waiter.person.email, url]);
      const done = await world.target.database.query(
        `SELECT u.action FROM audit u LEFT JOIN event e ON e.id = u.event_id
         WHERE u.staff_id = $1 AND coalesce(u.race_id, e.race_id) IS DISTINCT FROM $2`,
        [own.staffId, over.raceId],
      );
      evidence.that(done.rows.length === 0, `done elsewhere: ${JSON.stringify(done.rows)}`);
      await stillIn(evidence, victim, sold);
      return evidence;
    },
  },
  {
    id: '22h',
    finding,
    knows: 'the session of an owner',
    tries: 'has news of a race posted to addresses inside, in every way that an address is written',
    expects: 'a refusal of each',
    attack: async (world) => {
      const { order } = await signInWith(world, over.raceId, 'owner');
      const evidence = new Evidence();
      for (const host of [
        '127.0.0.1',
        '2130706433',
        '0x7f.1',
        '0177.0.0.1',
        '127.1',
        '0',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:a9fe:a9fe]',
        '[64:ff9b::7f00:1]',
        '[2002:7f00:1::]',
        '[fd00::1]',
        '[fe80::1]',
        '169.254.169.254',
        '169.254.170.2',
        '100.100.100.200',
        '192.168.0.1',
        '１２７.０.０.１',
        'localhost',
        'localhost.',
        'LOCALHOST',
        'intranet',
        'db.internal',
        'db.internal.',
        'printer.local',
        'x.home.arpa',
        'example.com:8443',
        'user@example.com',
        'user:word@example.com',
      ])
        evidence.refused(
          host,
          await order('saveWebhook', { endpointId: newId(), url: `https://${host}/`, types: ['race.published'] }),
          'command-refused',
        );
      for (const url of [
        'http://example.com/',
        'file:///etc/passwd',
        'gopher://example.com/',
        'https:',
        'javascript:0',
      ])
        evidence.refused(
          url,
          await order('saveWebhook', { endpointId: newId(), url, types: ['race.published'] }),
          'command-refused',
        );
      return evidence;
    },
  },
  {
    id: '22i',
    finding,
    knows: 'nothing: registers with a name and an address that a spreadsheet takes for formulas',
    tries: 'waits until an organiser exports the participants',
    expects: 'each cell is text for a spreadsheet',
    attack: async (world) => {
      const person = newPerson('Formula', { email: `=1+1.${newId()}@attacked.example`, lastName: '@SUM(A1)' });
      const mallory = world.runner('Formula', person);
      const held = await mallory.hold(large);
      const paid = await mallory.submit(held);
      const evidence = new Evidence().saw('pay', paid);
      if (paid.status !== 202) return evidence.that(paid.status === 422, `it is answered ${paid.text.slice(0, 160)}`);
      await mallory.decided(held);
      const { ask } = await signInWith(world, large.raceId, 'owner');
      // The list is a copy, which is a second old when somebody else has just looked.
      const exported = await until('the list has them', async () => {
        const answer = await ask('POST', `/api/console/races/${large.raceId}/participants/export`, {
          q: held.registrationId,
        });
        return answer.status === 200 && answer.body.rows === 0 ? undefined : answer;
      });
      const csv = textOf(exported, 'csv');
      const cells = csv.split(/[,\r\n]/).filter((cell) => cell.includes('=1+1') || cell.includes('SUM('));
      return evidence
        .saw('exported', exported)
        .that(cells.length > 0, `they are not in the file: ${exported.text.slice(0, 200)}`)
        .that(
          cells.every((cell) => /^"?'/.test(cell)),
          `a spreadsheet would evaluate ${cells.join(' and ')}`,
        );
    },
  },
];
