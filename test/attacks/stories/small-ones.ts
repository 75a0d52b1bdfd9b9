import type { Attack } from '../attack';
import { type Answer, newSecret, problemOf, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId, newPerson } from '../world/person';
import { events } from '../world/races';
import { until } from '../world/until';

const { large, free } = events;

/** Every square katakana word of Unicode: NFKC makes several letters of each, and no two are alike. */
const square = Array.from({ length: 88 }, (_, n) => String.fromCodePoint(0x3300 + n));
const longName = (from: number) => [...square.slice(from), ...square].slice(0, 60).join('');

export const smallAttacks: readonly Attack[] = [
  {
    id: '10b',
    finding: '10b',
    knows: 'nothing: an honest runner of a free event whose answer was lost',
    tries: 'sends the same registration again after the hold has ended',
    expects: 'the answer of before, not "hold again"',
    needs: 'clock',
    attack: async (world) => {
      const runner = world.runner();
      const held = await runner.hold(free);
      const first = await runner.submit(held);
      await runner.decided(held);
      await world.target.setClock(15 * 60);
      const again = await runner.submit(held);
      await world.target.setClock(0);
      return new Evidence()
        .saw('first, again', first, again)
        .that(again.status === 202, `who is registered is told ${again.status} ${problemOf(again)}`);
    },
  },
  {
    id: '10c',
    finding: '10c',
    knows: 'nothing',
    tries: 'joins a list that cannot be written to for a while, at the moment somebody registers and pays',
    expects: 'who paid hears it at once, and the card is charged',
    needs: 'database',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const runner = world.runner();
      const held = await runner.hold(large);
      const mallory = world.runner('Mallory');
      const database = await world.target.database.connect();
      try {
        // Blocks the writing of joins to this event, and nothing else, as long as a transaction may hang.
        await database.query('BEGIN');
        await database.query('SELECT 1 FROM event WHERE id = $1 FOR UPDATE', [event.eventId]);
        const [submitted, joined] = await Promise.all([runner.submit(held), mallory.askForPlace(event)]);
        const since = performance.now();
        const isTold = await until(
          'who paid is told, and their card is charged',
          async () => textOf(await runner.show(held.registrationId, held.hold), 'payment') === 'captured',
          12,
        ).catch(() => false);
        const seconds = ((performance.now() - since) / 1000).toFixed(1);
        return new Evidence()
          .saw('pay, join', submitted, joined)
          .note(isTold ? `charged after ${seconds} s` : `not charged for ${seconds} s`)
          .that(isTold, 'who paid is not charged while a join cannot be written');
      } finally {
        await database.query('ROLLBACK').catch(() => undefined);
        database.release(true);
      }
    },
  },
  {
    id: '10d',
    finding: '10d',
    knows: 'nothing',
    tries: 'registers under names that Unicode makes many times longer, and joins a list with them',
    expects: 'it is decided, and holds nobody else up',
    attack: async (world) => {
      const person = newPerson('Long', {
        firstName: longName(0),
        lastName: longName(29),
        email: `${'q'.repeat(60)}@${'w'.repeat(60)}.${'e'.repeat(60)}.example.com`,
      });
      const mallory = world.runner('Long', person);
      const held = await mallory.hold(large);
      const submitted = await mallory.submit(held);
      const { event } = await world.soldOut();
      const joined = await world.runner('Long', person).askForPlace(event);
      const evidence = new Evidence().saw('pay, join', submitted, joined);
      if (submitted.status === 202) await mallory.decided(held);
      await world.runner().register(large);
      return evidence.note('both are decided');
    },
  },
  {
    id: '10h1',
    finding: '10h',
    knows: 'nothing',
    tries: 'asks with HEAD for what GET answers',
    expects: 'the status and headers of GET, and no body',
    attack: async (world) => {
      const program = world.program();
      const paths = [
        '/api/races',
        `/api/races/${large.raceId}`,
        `/api/races/${large.raceId}/availability`,
        '/api/openapi.json',
        '/api/session',
        '/',
        '/robots.txt',
      ];
      const answers = await Promise.all(paths.map((path) => program.ask('HEAD', path)));
      const evidence = new Evidence().saw('HEAD', ...answers);
      for (const { asked, status, text } of answers)
        evidence.that(status === 200 && text === '', `${asked} is answered ${status}`);
      return evidence;
    },
  },
  {
    id: '10h2',
    finding: '10h',
    knows: 'nothing',
    tries: 'asks with methods that an address does not have',
    expects: '405 with the methods it has, in Allow',
    attack: async (world) => {
      const program = world.program();
      const wrong = [
        ['DELETE', '/api/races'],
        ['POST', `/api/races/${large.raceId}`],
        ['GET', `/api/races/${large.raceId}/holds`],
        ['PATCH', '/api/registration-links'],
        ['POST', `/api/registrations/${newId()}`],
        ['PUT', '/api/session'],
        ['GET', '/api/payment-events'],
      ] as const;
      const answers = await Promise.all(
        wrong.map(([method, path]) => program.ask(method, path, method === 'GET' ? {} : { json: {} })),
      );
      const evidence = new Evidence().saw('wrong methods', ...answers);
      for (const { asked, status, headers } of answers)
        evidence.that(
          status === 405 && Boolean(headers.allow),
          `${asked} is answered ${status}, Allow: ${headers.allow}`,
        );
      return evidence;
    },
  },
  {
    id: '10i',
    finding: '10i',
    knows: "a person's name, who registers later",
    tries: 'registers a person whose names, put together, read the same',
    expects: 'both are in: they are two people',
    attack: async (world) => {
      const victim = newPerson('Ann', { firstName: 'Ann|Lee', lastName: 'Ray' });
      const other = { ...victim, firstName: 'Ann', lastName: 'Lee|Ray' };
      const mallory = world.runner('Mallory', other);
      const runner = world.runner('Victim', victim);
      const first = await mallory.hold(large);
      await mallory.submit(first);
      const one = await mallory.decided(first);
      const second = await runner.hold(large);
      await runner.submit(second);
      const two = await runner.decided(second);
      return new Evidence()
        .note(`${textOf(one, 'status')}, then ${textOf(two, 'status')}`)
        .that(textOf(two, 'status') === 'confirmed', `the second one is told ${textOf(two, 'status')}`);
    },
  },
  {
    id: '13',
    finding: 'sessions',
    knows: 'nothing',
    tries: 'invents session secrets, and keeps a long draft and signs out with each',
    expects: 'nothing is kept: no draft, no row',
    attack: async (world) => {
      const rows = async () =>
        (await world.target.database.query<{ n: number }>('SELECT count(*)::int AS n FROM ended_session')).rows[0]?.n;
      const before = await rows();
      const field = 'x'.repeat(60);
      const draft = {
        firstName: field,
        lastName: field,
        email: field,
        birthDay: '1',
        birthMonth: '1',
        birthYear: '1990',
        gender: 'X',
        emergencyContact: field,
      };
      const all: Answer[] = [];
      for (let n = 0; n < 5; n++) {
        const headers = { 'x-startline-secret': newSecret() };
        all.push(await world.program().ask('PUT', '/api/session/draft', { headers, json: draft }));
        all.push(await world.program().ask('DELETE', '/api/session', { headers }));
      }
      const evidence = new Evidence().saw('all', ...all);
      for (const answer of all)
        if (answer.asked.startsWith('PUT'))
          evidence.that(
            problemOf(answer) === 'no-session',
            `a draft is answered ${answer.status} ${problemOf(answer)}`,
          );
      return evidence.that((await rows()) === before, 'rows of invented sessions were written');
    },
  },
  {
    id: '12a',
    finding: 'what held',
    knows: 'nothing',
    tries: 'sends payment events that nobody signed, or that were signed with another key, or 800 times over',
    expects: 'a refusal of each',
    attack: async (world) => {
      const program = world.program();
      const event = JSON.stringify({ type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } });
      const signatures = [
        '',
        't=1,v1=00',
        `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
        'v1=,t=',
        Array(40).fill('v1=00').join(','),
      ];
      const all: Answer[] = [];
      for (const signature of signatures)
        all.push(
          await program.ask('POST', '/api/payment-events', {
            headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
            text: event,
          }),
        );
      const evidence = new Evidence().saw('events', ...all);
      for (const answer of all)
        evidence.that(answer.status >= 400 && answer.status < 500, `an event is answered ${answer.status}`);
      return evidence;
    },
  },
  {
    id: '12b',
    finding: 'what held',
    knows: 'nothing',
    tries:
      'asks for a hold before the sale opens, after it is over, for an invented race and event, and for an event of another race',
    expects: 'a refusal of each that says which',
    attack: async (world) => {
      const runner = world.runner();
      const { later, over } = events;
      return new Evidence()
        .refused('before', await runner.askForSpot(later), 'not-open-yet')
        .refused('after', await runner.askForSpot(over), 'closed')
        .refused('another race', await runner.askForSpot({ ...large, raceId: over.raceId }), 'not-found')
        .refused('an invented event', await runner.askForSpot({ ...large, eventId: newId() }), 'not-found')
        .refused('an invented race', await runner.askForSpot({ ...large, raceId: 'no-such-race' }), 'not-found');
    },
  },
  {
    id: '12c',
    finding: 'what held',
    knows: 'nothing: another site that a runner has open',
    tries: 'has their browser hold, end the session and keep a draft',
    expects: 'a refusal of each',
    attack: async (world) => {
      const victim = world.runner('Victim');
      await victim.hold(large);
      const all: Answer[] = [];
      const from: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://elsewhere.example' },
        { origin: 'null' },
        { origin: 'http://localhost.elsewhere.example' },
      ];
      for (const headers of from)
        all.push(
          await victim.client.ask('POST', `/api/races/${large.raceId}/holds`, {
            headers,
            json: { registrationId: newId(), eventId: large.eventId },
          }),
          await victim.client.ask('DELETE', '/api/session', { headers }),
          await victim.client.ask('PUT', '/api/session/draft', { headers, json: {} }),
        );
      const evidence = new Evidence().saw('all', ...all);
      for (const answer of all)
        evidence.that(answer.status === 403, `${answer.asked} is answered ${answer.status} ${problemOf(answer)}`);
      return evidence;
    },
  },
  {
    id: '12d',
    finding: 'what held',
    knows: 'nothing',
    tries: 'asks for cached pages with cookies, queries, hosts and validators of their own',
    expects: "everybody's page stays as it was, and sets no cookie",
    attack: async (world) => {
      const path = `/api/races/${large.raceId}`;
      const before = await world.program().ask('GET', path);
      const all: Answer[] = [];
      const theirs: readonly Record<string, string>[] = [
        { 'x-forwarded-host': 'evil.example' },
        { 'x-startline-origin': 'let-me-in' },
        { cookie: '__Host-startline=evil' },
        { 'x-http-method-override': 'DELETE' },
        { 'if-none-match': '*' },
        { range: 'bytes=0-1' },
        { authorization: 'Bearer evil' },
        { 'x-startline-secret': 'evil' },
      ];
      for (const headers of theirs)
        all.push(await world.program().ask('GET', `${path}?evil=${all.length}`, { headers }));
      const after = await world.program().ask('GET', path);
      const evidence = new Evidence().saw('all', before, ...all, after);
      for (const answer of [before, ...all, after])
        evidence
          .that(!answer.headers['set-cookie'], `${answer.asked} sets a cookie`)
          .that(!answer.text.includes('evil'), `${answer.asked} says what it was told`);
      return evidence.that(after.text === before.text, 'the page of everybody is another one');
    },
  },
];
