import { setTimeout } from 'node:timers/promises';
import type { Attack } from '../attack';
import { type Buyer, bought, buyer } from '../world/buyer';
import { type Answer, problemOf, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { codeWords, events } from '../world/races';
import { until } from '../world/until';
import { withAnotherLetter } from '../world/with-another-letter';

const { asking, hidden, large } = events;
const race = `/api/races/${asking.raceId}`;
const totalOf = ({ body }: Answer): number => Number(body.total);

/** What came with the form: forms, quotes, things to buy, codes, teams, people who collect. */
export const formAttacks: readonly Attack[] = [
  {
    id: '14a',
    finding: 'forms',
    knows: 'the race',
    tries: 'asks for forms that no director published, and for what is hidden, under every name',
    expects: 'they are not there, and nothing tells of the hidden event',
    attack: async (world) => {
      const program = world.program();
      const unpublished = ['2', '3', '0', '-1', '1.5', '1e0', '01', '99999999999999999999', 'x', '%00', '1%2f..%2f2'];
      const answers: Answer[] = [];
      for (const revision of unpublished)
        for (const path of [`${race}/forms/${revision}`, `${race}/forms/${revision}/schema`])
          answers.push(await program.ask('GET', path));
      const evidence = new Evidence().saw('unpublished', ...answers);
      for (const { asked, status } of answers) evidence.that(status === 404, `${asked} is answered ${status}`);
      const pages = [
        '/api/races',
        race,
        `${race}/availability`,
        `${race}/stock`,
        `${race}/teams?event=${hidden.eventId}`,
        `${race}/fundraisers`,
        `${race}/forms/1`,
        `${race}/forms/1/schema`,
      ];
      const shown = await Promise.all(pages.map((path) => program.ask('GET', path)));
      return evidence
        .saw('pages', ...shown)
        .silent('hidden', shown, ['Event 2', 'Secret badge', 'member', codeWords.opens, codeWords.lowers]);
    },
  },
  {
    id: '14b',
    finding: 'hidden events',
    knows: "the hidden event's id, and the token that a code gave to somebody else",
    tries: 'holds a spot there, and joins its list',
    expects: 'a refusal of each',
    attack: async (world) => {
      const member = world.browser();
      const opened = await member.ask('POST', `${race}/access`, { json: { code: codeWords.opens } });
      const theirs = textOf(opened, 'access');
      const mallory = world.browser();
      const hold = (access?: string) =>
        mallory.ask('POST', `${race}/holds`, {
          json: { registrationId: newId(), eventId: hidden.eventId, ...(access !== undefined && { access }) },
        });
      const evidence = new Evidence()
        .that(theirs !== '', `a stranger with the code is answered ${opened.status} ${opened.text.slice(0, 200)}`)
        .refused('without', await hold(), 'access-needed')
        .refused("somebody's", await hold(theirs), 'access-needed')
        .refused('altered', await hold(withAnotherLetter(theirs)), 'access-needed')
        .refused('garbage', await hold('x.y.z'), 'access-needed');
      const joined = await mallory.ask('POST', `${race}/waiting-list`, {
        json: {
          placeId: newId(),
          eventId: hidden.eventId,
          runner: { firstName: 'A', lastName: 'B', email: 'a@attacked.example', birthDate: '1980-01-01' },
          permit: theirs,
        },
      });
      return evidence.refused('list', joined, 'no-permit');
    },
  },
  {
    id: '14c',
    finding: 'codes',
    knows: 'nothing',
    tries: 'guesses codes that open events, with a new session each time, and then in quotes',
    expects: 'no more than fifty guesses of an address, ten of a hold; a code that lowers a price is unknown here',
    attack: async (world) => {
      const address = world.newAddress();
      const answers: Answer[] = [];
      for (let n = 0; n < 70; n++)
        answers.push(
          await world
            .program(address, { forgetful: true })
            .ask('POST', `${race}/access`, { json: { code: n === 0 ? codeWords.lowers : `GUESS-NUMBER-${n}` } }),
        );
      const guessed = answers.filter((answer) => problemOf(answer) === 'code-unknown').length;
      const evidence = new Evidence().saw('access', ...answers);
      evidence.that(guessed <= 50 && guessed > 0, `${guessed} of 70 guesses were looked up`);
      const one = await buyer(world, 'Guesser');
      const quotes: Answer[] = [];
      for (let n = 0; n < 25; n++) quotes.push(await one.quote({ codes: [`GUESS-NUMBER-${n}`, `GUESS-AGAIN-${n}`] }));
      const looked = quotes.filter((answer) => problemOf(answer) === 'code-unknown').length;
      return evidence
        .saw('quotes', ...quotes)
        .that(looked <= 10 && looked > 0, `${looked} of 25 quotes said that a code is unknown`);
    },
  },
  {
    id: '14d',
    finding: 'quotes',
    knows: "another runner's registration id, hold and quote",
    tries: 'has prices told and pays with them in a session of their own',
    expects: 'a refusal of each',
    attack: async (world) => {
      const victim = await buyer(world, 'Victim');
      const quoted = await victim.quote({ caps: 1 });
      const mallory = await buyer(world, 'Mallory');
      const { registrationId } = victim.held;
      const json = { hold: victim.held.hold, form: 1, entry: victim.entry() };
      const path = `/api/registrations/${registrationId}/quote`;
      const own = `/api/registrations/${mallory.held.registrationId}/quote`;
      return new Evidence()
        .saw('theirs', quoted)
        .refused('their hold', await mallory.client.ask('PUT', path, { json }), 'hold-invalid')
        .refused('without a session', await world.program().ask('PUT', path, { json }), 'hold-invalid')
        .refused('their hold, my id', await mallory.client.ask('PUT', own, { json }), 'hold-invalid')
        .refused(
          'my hold, their id',
          await mallory.client.ask('PUT', path, { json: { ...json, hold: mallory.held.hold } }),
          'hold-invalid',
        )
        .refused('paying with their quote', await mallory.pay(quoted), 'quote-invalid', 'entry-changed');
    },
  },
  {
    id: '14e',
    finding: 'quotes',
    knows: 'nothing: a runner of the race',
    tries: 'pays less: with another entry than was priced, an altered quote, an older one, or numbers that no form has',
    expects: 'a refusal of each, and the price of the form',
    attack: async (world) => {
      const one = await buyer(world, 'Cheap');
      const plain = await one.quote();
      const rich = await one.quote({ caps: 2, previous: textOf(plain, 'quote') });
      const evidence = new Evidence()
        .saw('quotes', plain, rich)
        .that(totalOf(rich) === totalOf(plain) + 4000, `two caps cost ${totalOf(rich) - totalOf(plain)}`);
      const quantities = [0, -1, 1.5, 11, 1e9, '1', null];
      const items = quantities.map((quantity) => [{ variant: 'cap', quantity }]);
      const people = [...items, [{ variant: 'cap', quantity: 1, price: 0 }], [{ variant: 'nope', quantity: 1 }], {}];
      for (const some of people)
        evidence.refused(
          JSON.stringify(some),
          await one.quote({ person: { items: some } }),
          'invalid-request',
          'form-changed',
        );
      const orders = [
        { donation: { cause: 'trees', amount: -500 } },
        { donation: { cause: 'trees', amount: 199 } },
        { donation: { cause: 'trees', amount: 1e12 } },
        { donation: { cause: 'nobody', amount: 500 } },
        { total: 0 },
        { fee: 0 },
        { collected: { fundraiser: 'nobody' } },
        { team: { create: { kind: 'nope', name: 'x' } } },
        { team: { create: { kind: 'trio', name: '' } } },
        { team: { join: { id: newId(), code: 'ABCDEF012345' } } },
      ];
      for (const order of orders)
        evidence.refused(
          JSON.stringify(order),
          await one.quote({ order }),
          'invalid-request',
          'form-changed',
          'team-code-wrong',
        );
      evidence
        .refused('entry of more', await one.pay(plain, { entry: one.entry({ caps: 2 }) }), 'entry-changed')
        .refused('altered', await one.pay(plain, { quote: withAnotherLetter(textOf(plain, 'quote')) }), 'quote-invalid')
        .refused('without a quote', await one.pay(plain, { quote: undefined, entry: undefined }));
      return evidence;
    },
  },
  {
    id: '14f',
    finding: 'quotes',
    knows: 'nothing: a runner of the race',
    tries: 'asks for ninety quotes of one hold, forty at once',
    expects: 'thirty, and then a refusal',
    attack: async (world) => {
      const one = await buyer(world, 'Asker');
      const answers: Answer[] = [];
      for (let n = 0; n < 3; n++)
        answers.push(...(await Promise.all(Array.from({ length: n === 0 ? 40 : 25 }, () => one.quote({ caps: 1 })))));
      const given = answers.filter(({ status }) => status === 200).length;
      return new Evidence()
        .saw('quotes', ...answers)
        .that(given <= 30 && given > 0, `${given} quotes were given`)
        .that(
          answers.some((answer) => problemOf(answer) === 'too-many-quotes'),
          'nobody was told that it is enough',
        );
    },
  },
  {
    id: '14g',
    finding: 'stock',
    knows: 'nothing',
    tries: 'claims all that is limited with many holds of one address, and never pays',
    expects: 'two for each spot that an address may hold unpaid, 500 in this race, and no more',
    attack: async (world) => {
      const address = world.newAddress();
      const answers: Answer[] = [];
      for (let n = 0; n < 54; n++) {
        const runner = world.runner('Hoarder', undefined, world.browser(address));
        const held = await buyer(world, 'Hoarder', runner).catch(() => undefined);
        if (!held) break;
        answers.push(await held.quote({ caps: 10 }));
      }
      const claimed = 10 * answers.filter(({ status }) => status === 200).length;
      return new Evidence()
        .saw('quotes', ...answers)
        .note(`${claimed} caps claimed`)
        .that(claimed <= 500 && claimed > 400, `${claimed} caps are claimed by one address`)
        .that(
          answers.some((answer) => problemOf(answer) === 'too-many-claims'),
          'nobody was told that it is enough',
        );
    },
  },
  {
    id: '14h',
    finding: 'teams',
    knows: "a team's id, and its captain's registration id",
    tries: 'guesses the join code, renames and closes the team, has its code made again, and removes its members',
    expects: 'a refusal of each; ten guesses of a session',
    attack: async (world) => {
      const captain = await bought(world, { team: { create: { kind: 'trio', name: 'The Keepers' } } }, 'Captain');
      const listed = await world.program().ask('GET', `${race}/teams?event=${asking.eventId}`);
      const id = /"id":"([0-9a-f-]{36})","name":"The Keepers"/.exec(listed.text)?.[1] ?? newId();
      const mallory = await bought(world, {}, 'Mallory');
      const guesser = await buyer(world, 'Guesser');
      const guesses: Answer[] = [];
      for (let n = 0; n < 15; n++)
        guesses.push(await guesser.quote({ team: { join: { id, code: n.toString(16).padStart(12, '0') } } }));
      const looked = guesses.filter((answer) => problemOf(answer) === 'team-code-wrong').length;
      const evidence = new Evidence().saw('guesses', ...guesses);
      evidence.that(looked <= 10 && looked > 0, `${looked} of 15 guesses were looked up`);
      const teamOf = ({ held }: Buyer) => `/api/registrations/${held.registrationId}/team`;
      const changes = [{ name: 'Mine' }, { isOpen: false }, { newCode: true }, { remove: captain.held.registrationId }];
      for (const json of changes) {
        evidence
          .refused('the id only', await mallory.client.ask('PATCH', teamOf(captain), { json }), 'not-yours')
          .refused(
            'with my hold',
            await mallory.client.ask('PATCH', teamOf(captain), { json, bearer: mallory.held.hold }),
            'not-yours',
          )
          .refused(
            'their hold in another session',
            await world.program().ask('PATCH', teamOf(captain), { json, bearer: captain.held.hold }),
            'not-yours',
          )
          .refused('mine', await mallory.client.ask('PATCH', teamOf(mallory), { json, bearer: mallory.held.hold }));
      }
      const peeked = await mallory.client.ask('GET', teamOf(captain), { bearer: mallory.held.hold });
      const open = await world.program().ask('GET', `/api/teams/${id}`);
      const own = await captain.client.ask('GET', teamOf(captain), { bearer: captain.held.hold });
      const code = /"code":"([0-9A-F]{12})"/.exec(own.text)?.[1] ?? 'no code';
      return evidence
        .refused('reading it', peeked, 'not-yours')
        .that(code !== 'no code', `the captain is not told the code: ${own.status}`)
        .that(own.text.includes('The Keepers'), 'the team has another name now')
        .silent('public', [listed, open, ...guesses], [code, captain.person.lastName, captain.held.registrationId]);
    },
  },
  {
    id: '14i',
    finding: 'teams',
    knows: 'a join code that was sent to them',
    tries: 'claims the places of a team with one hold after the other, and never pays',
    expects: 'no more places than the team has, and none a few seconds after its captain has made another code',
    attack: async (world) => {
      const captain = await bought(world, { team: { create: { kind: 'trio', name: 'The Besieged' } } }, 'Captain');
      const path = `/api/registrations/${captain.held.registrationId}/team`;
      const own = await captain.client.ask('GET', path, { bearer: captain.held.hold });
      const [, id = '', code = ''] = /"id":"([0-9a-f-]{36})".*"code":"([0-9A-F]{12})"/.exec(own.text) ?? [];
      const joins: Answer[] = [];
      for (let n = 0; n < 4; n++)
        joins.push(await (await buyer(world, 'Besieger')).quote({ team: { join: { id, code } } }));
      const renewed = await captain.client.ask('PATCH', path, { json: { newCode: true }, bearer: captain.held.hold });
      const late = await buyer(world, 'Besieger');
      const after = await until('the old code is forgotten', async () => {
        // Quotes are counted.
        await setTimeout(1_000);
        const answer = await late.quote({ team: { join: { id, code } } });
        return problemOf(answer) !== 'team-held' && answer;
      });
      return new Evidence()
        .saw('joins', ...joins)
        .that(
          joins.filter(({ status }) => status === 200).length === 2,
          'two places were free, and others were claimed',
        )
        .saw('a new code', renewed)
        .refused('the old code', after, 'team-code-wrong');
    },
  },
  {
    id: '14j',
    finding: 'people who collect',
    knows: "another's registration id, and the addresses of public pages",
    tries: 'writes a page in their name, in their own over and over, and with scripts in it',
    expects: 'a refusal of each, twenty changes in a day, and text that stays text',
    attack: async (world) => {
      const victim = await bought(world, {}, 'Victim');
      const mallory = await bought(world, {}, 'Mallory');
      const pageOf = ({ held }: Buyer) => `/api/registrations/${held.registrationId}/fundraiser`;
      const json = { cause: 'trees', title: '<script>alert(1)</script>', story: '"><img src=x>', isOpen: true };
      const evidence = new Evidence()
        .refused('the id only', await mallory.client.ask('PUT', pageOf(victim), { json }), 'not-yours')
        .refused(
          'with my hold',
          await mallory.client.ask('PUT', pageOf(victim), { json, bearer: mallory.held.hold }),
          'not-yours',
        )
        .refused(
          'reading',
          await mallory.client.ask('GET', pageOf(victim), { bearer: mallory.held.hold }),
          'not-yours',
        );
      const saves: Answer[] = [];
      for (let n = 0; n < 23; n++)
        saves.push(await mallory.client.ask('PUT', pageOf(mallory), { json, bearer: mallory.held.hold }));
      const saved = saves.filter(({ status }) => status === 200).length;
      const list = await world.program().ask('GET', `${race}/fundraisers?q=script&after=%27%22`);
      return evidence
        .saw('saves', ...saves)
        .that(saved === 20, `${saved} changes of a day were taken`)
        .saw('list', list)
        .that(
          String(list.headers['content-type']).startsWith('application/json') &&
            list.headers['x-content-type-options'] === 'nosniff',
          'the list could be read as a page',
        )
        .silent('list', [list], [mallory.person.lastName, mallory.person.email, mallory.held.registrationId]);
    },
  },
  {
    id: '14k',
    finding: 'forms',
    knows: 'nothing',
    tries: 'searches lists with words, cursors and addresses of any shape and length',
    expects: 'an answer to each, or a refusal',
    attack: async (world) => {
      const program = world.program();
      const words = [
        '%',
        '%25',
        "'",
        '%00',
        '%F0%9F',
        '\\',
        'x'.repeat(3000),
        '%E1%BA%9E'.repeat(300),
        '(((((a*)*)*)*)b',
      ];
      const answers: Answer[] = [];
      for (const word of words) {
        const q = encodeURI(word).replaceAll('%25', '%');
        for (const path of [
          `${race}/teams?event=${asking.eventId}&q=${q}`,
          `${race}/teams?event=${q}`,
          `${race}/teams?event=${asking.eventId}&after=${q}`,
          `${race}/fundraisers?q=${q}`,
          `${race}/fundraisers?after=${q}`,
          `${race}/fundraisers/${q.slice(0, 2000)}`,
          `/api/teams/${q.slice(0, 2000)}`,
          `/api/races/${q.slice(0, 2000)}/stock`,
          `${race}/texts/${q.slice(0, 2000)}`,
        ])
          answers.push(await program.ask('GET', path));
      }
      const crossed = await program.ask('GET', `/api/races/${large.raceId}/teams?event=${asking.eventId}`);
      return new Evidence().saw('all', ...answers).refused("another race's event", crossed, 'not-found');
    },
  },
  {
    id: '14l',
    finding: 'quotes',
    knows: 'nothing: a runner with several holds, in two races',
    tries:
      'pays with a quote of another hold and of another race, names revisions that no director published, and pays one quote three times with two cards',
    expects: 'a refusal of what is not theirs, the published revision, one registration and one payment',
    attack: async (world) => {
      const runner = world.runner('Replayer');
      const [one, second] = [await buyer(world, 'Replayer', runner), await buyer(world, 'Replayer', runner)];
      const elsewhere = await buyer(world, 'Replayer', runner, events.deferring);
      const quoted = await one.quote({ caps: 1 });
      const evidence = new Evidence()
        .saw('quoted', quoted)
        .refused('another hold', await second.pay(quoted), 'quote-invalid')
        .refused('another race', await elsewhere.pay(quoted), 'quote-invalid')
        .refused("another race's quote", await one.pay(await elsewhere.quote()), 'quote-invalid')
        .refused('the hold as a quote', await one.pay(quoted, { quote: one.held.hold }), 'quote-invalid')
        .refused('the quote as a hold', await one.pay(quoted, { hold: textOf(quoted, 'quote') }), 'hold-invalid');
      const path = `/api/registrations/${one.held.registrationId}/quote`;
      const json = { hold: one.held.hold, entry: one.entry({ caps: 1 }) };
      for (const form of [0, -1, 1.5, '1', null])
        evidence.refused(
          `revision ${form}`,
          await one.client.ask('PUT', path, { json: { ...json, form } }),
          'invalid-request',
        );
      for (const form of [2, 99, Number.MAX_SAFE_INTEGER]) {
        const answer = await one.client.ask('PUT', path, { json: { ...json, form } });
        evidence.saw(`revision ${form}`, answer).that(answer.body.form === 1, `revision ${form} was quoted`);
      }
      for (const previous of [one.held.hold, textOf(await elsewhere.quote(), 'quote'), 'x.y.z']) {
        const answer = await one.quote({ caps: 1, previous });
        evidence
          .saw('a strange last quote', answer)
          .that(answer.status !== 200 || totalOf(answer) === totalOf(quoted), `it costs ${totalOf(answer)}`);
      }
      const tabs = [one.pay(quoted), one.pay(quoted, { paymentMethod: 'pm_card_mastercard' }), one.pay(quoted)];
      evidence.saw('paid three times', ...(await Promise.all(tabs)));
      const shown = await runner.decided(one.held);
      evidence.saw('paid again', await one.pay(quoted));
      const { rows } = await world.target.database.query(
        'SELECT p.amount FROM payment p WHERE p.registration_id = $1',
        [one.held.registrationId],
      );
      return evidence
        .that(textOf(shown, 'status') === 'confirmed', `it is ${textOf(shown, 'status')}`)
        .that(rows.length === 1, `${rows.length} payments are written`);
    },
  },
  {
    id: '14m',
    finding: 'quotes',
    knows: 'nothing: a runner with one hold',
    tries:
      'sends a megabyte, a deep one, names of prototypes, and two hundred forms with thousands of unknown members, forty at once',
    expects: 'a refusal of each; after thirty none is read; a runner elsewhere is quoted meanwhile',
    attack: async (world) => {
      const one = await buyer(world, 'Stuffer');
      const path = `/api/registrations/${one.held.registrationId}/quote`;
      const send = (entry: object) => one.client.ask('PUT', path, { json: { hold: one.held.hold, form: 1, entry } });
      const [person] = (one.entry() as { people: object[] }).people;
      const order = { answers: {} };
      const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));
      const deep = `{"hold":"${one.held.hold}","form":1,"entry":{"people":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
      const sendText = (text: string) =>
        one.client.ask('PUT', path, { text, headers: { 'content-type': 'application/json' } });
      const proto = JSON.parse('{"__proto__":{"answers":{}},"constructor":1}') as object;
      const evidence = new Evidence()
        .refused('a megabyte', await send({ people: [{ ...person, x: 'y'.repeat(1_000_000) }], order }), 'too-large')
        .refused('deep', await sendText(deep), 'invalid-request')
        .refused('prototypes', await send({ people: [{ ...person, answers: proto }], order }), 'invalid-request')
        .refused('nobody', await send({ people: [], order }), 'invalid-request')
        .refused('nine people', await send({ people: Array(9).fill(person), order }), 'invalid-request');
      const stuffed = { people: [{ ...person, ...members(4_000) }], order };
      const answers: Answer[] = [];
      const honest = buyer(world, 'Honest').then((other) => other.quote({ caps: 1 }));
      for (let n = 0; n < 5; n++) answers.push(...(await Promise.all(Array.from({ length: 40 }, () => send(stuffed)))));
      const read = answers.filter((answer) => problemOf(answer) === 'invalid-request').length;
      const quoted = await honest;
      return evidence
        .saw('stuffed', ...answers)
        .that(read > 0 && read <= 30, `${read} of 200 were read`)
        .saw('a runner elsewhere', quoted)
        .that(quoted.status === 200, 'a runner elsewhere is not quoted');
    },
  },
];
