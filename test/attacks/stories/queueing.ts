import { setTimeout } from 'node:timers/promises';
import type { Attack } from '../attack';
import { type Answer, problemOf, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { type Event, events } from '../world/races';
import type { Runner } from '../world/runner';
import { until } from '../world/until';
import type { World } from '../world/world';

const finding = 'the line';
const { lobby, later, called, uncalled, elsewhere, scarce } = events;
/** Of a race with 50 spots: lambdas/line/rules/budgets.ts */
const budgetOfAddress = 50;

const at = ({ raceId }: Event, path: string) => `/api/races/${raceId}/line/${path}`;

/** Many at once; a crowd is told to come again. */
const passes = async (
  world: World,
  address: string,
  headers: readonly Readonly<Record<string, string>>[],
  event: Event = lobby,
) => {
  const all: Answer[] = [];
  const left = [...headers];
  const worker = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      // A browser that nobody has seen before: without cookies.
      const { client } = world.runner('Mallory', undefined, world.program(address));
      let answer = await client.ask('POST', at(event, 'pass'), { headers: one });
      for (let tries = 0; answer.status === 503 && tries < 20; tries++) {
        await setTimeout(500);
        answer = await client.ask('POST', at(event, 'pass'), { headers: one });
      }
      all.push(answer);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return all;
};

const isDrawn = ({ body }: Answer) => body.wave === 0;

/** Headers in which some proxies, and CloudFront, name whom a request is from. */
const disguises = (n: number): Readonly<Record<string, string>> => {
  const address = `198.51.${n >> 8}.${n & 255}`;
  const network = `2001:db8:${n.toString(16)}::1`;
  return (
    [
      { 'x-forwarded-for': address },
      { 'x-startline-viewer': `${address}:443` },
      { 'cloudfront-viewer-address': `[${network}]:443` },
      { forwarded: `for="[${network}]"`, 'x-real-ip': address, 'true-client-ip': address },
    ][n % 4] ?? {}
  );
};

/** Many places in a line for one, or a place where there is none. */
export const queueingAttacks: readonly Attack[] = [
  {
    id: 'L12',
    finding,
    knows: 'nothing: an address, and headers that name others',
    tries: `asks for ${budgetOfAddress + 12} passes of a draw from it, each as a new browser and in the name of another address`,
    expects: `${budgetOfAddress} passes in the draw, the others behind it; somebody elsewhere is in the draw`,
    attack: async (world) => {
      const all = await passes(
        world,
        world.newAddress(),
        Array.from({ length: budgetOfAddress + 12 }, (_, n) => disguises(n)),
      );
      const drawn = all.filter(isDrawn).length;
      const [honest] = await passes(world, world.newAddress(), [{}]);
      return new Evidence()
        .saw('a pass', ...all)
        .that(new Set(all.map((answer) => textOf(answer, 'passId'))).size === all.length, 'two browsers have one pass')
        .that(drawn === budgetOfAddress, `${drawn} passes of one address are in the draw`)
        .that(honest !== undefined && isDrawn(honest), 'somebody elsewhere is not in the draw');
    },
  },
  {
    id: 'L17',
    finding,
    knows: 'that a line has begun, before others do',
    tries: `takes ${2 * budgetOfAddress + 12} passes in the first second of a line that has no draw, from one address`,
    expects: `${2 * budgetOfAddress} in front, the others with those who come a minute later; somebody elsewhere stands where they came`,
    attack: async (world) => {
      const many = Array.from({ length: 2 * budgetOfAddress + 12 }, () => ({}));
      const all = await passes(world, world.newAddress(), many, elsewhere);
      const [honest] = await passes(world, world.newAddress(), [{}], elsewhere);
      const first = Number(honest?.body.wave);
      const inFront = all.filter(({ body }) => Number(body.wave) <= first).length;
      return new Evidence()
        .saw('a pass', ...all)
        .note(`${inFront} of ${all.length} in front`)
        .that(inFront <= 2 * budgetOfAddress, `${inFront} passes of one address are in front of others`)
        .that(
          all.every(({ body }) => Number(body.wave) <= first || Number(body.wave) >= first + 60),
          'what is beyond the budget stands with those who come in the same minute',
        );
    },
  },
  {
    id: 'L13',
    finding,
    knows: 'a pass that is in a draw, and races that have no line',
    tries:
      'asks for a spot before the gun, for an arrival, a pass and a link where there is no line, and with an earlier arrival',
    expects: 'nothing before the gun, and nothing where there is no line',
    attack: async (world) => {
      const { client } = world.runner('Mallory');
      await client.ask('POST', at(lobby, 'arrival'));
      const entered = await client.ask('POST', at(lobby, 'pass'));
      const evidence = new Evidence()
        .saw('a pass', entered)
        .that(isDrawn(entered), `its wave is ${entered.body.wave}`)
        .that(entered.body.key === undefined, 'a pass of the draw has a turn before the draw');
      const hold = (event: Event, more: object = {}) =>
        client.ask('POST', `/api/races/${lobby.raceId}/holds`, {
          json: { registrationId: newId(), eventId: event.eventId, ...more },
        });
      evidence
        .refused('before the gun', await hold(lobby), 'not-open-yet')
        .refused('in a group', await hold(lobby, { companions: [newId(), newId()] }), 'not-open-yet');
      for (const [raceId, problem] of [
        [later.raceId, 'line-off'],
        ['no-such-race', 'not-found'],
      ] as const)
        for (const path of ['arrival', 'pass', 'pass/move'])
          evidence.refused(
            `${path} of ${raceId}`,
            await client.ask('POST', `/api/races/${raceId}/line/${path}`),
            problem,
          );
      const line = await client.ask('GET', `/api/races/${lobby.raceId}/line`);
      return evidence
        .refused('the line of no race', await client.ask('GET', '/api/races/no-such-race/line'), 'not-found')
        .saw('the line', line)
        .that(line.body.secret === undefined && line.body.seed === undefined, 'the line tells its secret');
    },
  },
  {
    id: 'L14',
    finding,
    knows: 'a pass that is not called, and one of another race that is',
    tries:
      'asks for the spot by other races and events, with made-up codes and offers, fifty times at once, and for a payment without a hold',
    expects: 'no spot, and no place on the waiting list while spots are free',
    attack: async (world) => {
      const mallory = world.runner('Mallory');
      const { client } = mallory;
      for (const event of [uncalled, elsewhere]) {
        await client.ask('POST', at(event, 'arrival'));
        await client.ask('POST', at(event, 'pass'));
      }
      const hold = ({ raceId }: Event, { eventId }: Event, more: object = {}) =>
        client.ask('POST', `/api/races/${raceId}/holds`, { json: { registrationId: newId(), eventId, ...more } });
      const evidence = new Evidence();
      for (const event of [elsewhere, events.large])
        evidence.refused(`by ${event.raceId}`, await hold(event, uncalled), 'not-found');
      const { hold: other } = await world.runner().hold(events.large);
      for (const access of [other, 'x', '..'])
        evidence.refused('with a code', await hold(uncalled, uncalled, { access }), 'not-your-turn', 'invalid-request');
      const before = await world.runner().askForSpot(called);
      const many = await Promise.all(Array.from({ length: 50 }, () => hold(uncalled, uncalled)));
      const list = await mallory.askForPlace(uncalled);
      const registrationId = newId();
      const quote = await client.ask('PUT', `/api/registrations/${registrationId}/quote`, { json: { hold: other } });
      return evidence
        .refused('without a pass of this race', before, 'join-line')
        .saw('at once', ...many)
        .that(
          many.every((answer) => ['not-your-turn', 'busy'].includes(problemOf(answer))),
          'somebody who is not called is let in by asking often',
        )
        .refused('the waiting list', list, 'no-permit')
        .refused('a quote without a hold', quote);
    },
  },
  {
    id: 'L15',
    finding,
    knows: 'the cookies of somebody in a line',
    tries:
      'moves them by a page of another site, and sends cookies, links and bodies that are too long or of another kind',
    expects: 'refusals that say what is wrong, and the same pass afterwards',
    attack: async (world) => {
      const victim = world.runner('Victim');
      const { client } = victim;
      await client.ask('POST', at(called, 'arrival'));
      const pass = textOf(await client.ask('POST', at(called, 'pass')), 'passId');
      const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
      const take = (json: unknown, more: object = {}) => client.ask('POST', at(called, 'pass/take'), { json, ...more });
      const evidence = new Evidence();
      for (const path of ['pass', 'pass/move'])
        evidence.refused(`${path} from elsewhere`, await client.ask('POST', at(called, path), foreign), 'cross-site');
      evidence.refused('take from elsewhere', await take({ token: 'a.b.c.d' }, foreign), 'cross-site');
      for (const json of [{ token: 'x'.repeat(101) }, { token: '' }, { token: 1 }, {}, [], { token: 'x', raceId: 'y' }])
        evidence.refused('a link', await take(json), 'invalid-request');
      evidence.refused('a long body', await take({ token: 'x'.repeat(20_000) }), 'too-large');
      for (const text of [`zz.${'A'.repeat(22)}.zz.${'A'.repeat(22)}`, '%00', "' OR 1=1", '0.0.0.0'])
        evidence.refused('a made-up link', await take({ token: text }), 'move-ended');
      const [stampName, passName] = [`__Host-arrival-${called.raceId}`, `__Host-line-${called.raceId}`];
      const own = [stampName, passName].map((name) => client.cookies.get(name) ?? '');
      for (const odd of ['x'.repeat(3_500), `${own[0]}.x`, '....', `${own[0]}\u00e9`.replace('\u00e9', '%C3%A9')]) {
        const stranger = world.runner('Mallory').client;
        stranger.cookies.set(stampName, odd).set(passName, odd);
        const answer = await stranger.ask('POST', at(called, 'pass'));
        evidence
          .saw('with odd cookies', answer)
          .that(answer.status === 201 && textOf(answer, 'passId') !== pass, 'an odd cookie is believed');
      }
      const arrived = await client.ask('POST', at(called, 'arrival'), { text: 'x'.repeat(30_000) });
      const after = await client.ask('POST', at(called, 'pass'));
      return evidence
        .saw('an arrival with a body', arrived)
        .that(textOf(after, 'passId') === pass, 'the pass is another one afterwards');
    },
  },
  {
    id: 'L16',
    finding,
    knows: 'a pass that is not called, while others who are called hold all spots',
    tries: 'joins the waiting list, which gets the spots that come back',
    expects: 'no place on it: who is called gets them, in turn',
    attack: async (world) => {
      const evidence = new Evidence();
      let [holder, notCalled, nextCalled]: (Runner | undefined)[] = [];
      // Where spots are asked for, the line is known some seconds after it begins. Until then everybody counts as called.
      const { mallory, second } = await until('one is called and another is not', async () => {
        const runner = world.runner('Waiting');
        await runner.client.ask('POST', at(scarce, 'arrival'));
        await runner.client.ask('POST', at(scarce, 'pass'));
        const asked = await runner.askForSpot(scarce);
        if (problemOf(asked) === 'not-your-turn') notCalled ??= runner;
        else if (holder) {
          nextCalled = runner;
          evidence.refused('who is called when all is held', asked, 'all-held');
        } else {
          holder = runner;
          evidence.saw('who is called first', asked).that(asked.status === 201, 'the first who is called gets no spot');
        }
        return notCalled && nextCalled && { mallory: notCalled, second: nextCalled };
      });
      return evidence
        .refused('the list, for who is not called', await mallory.askForPlace(scarce), 'no-permit')
        .refused('the list, for who is called', await second.askForPlace(scarce), 'no-permit');
    },
  },
];
