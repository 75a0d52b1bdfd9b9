import { setTimeout } from 'node:timers/promises';
import type { Attack } from '../attack';
import { type Answer, type Client, problemOf, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { type Event, events } from '../world/races';
import type { Runner } from '../world/runner';
import { until } from '../world/until';
import type { World } from '../world/world';

const finding = 'the line';
const { called, uncalled, elsewhere, again, crowded, crowdedSingle } = events;
/** Two groups of the largest size: lambdas/line/calling/admission.ts. */
const seatsOfPass = 16;

const granted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 201).length;
const passOf = ({ raceId }: Event) => `__Host-line-${raceId}`;
const stampOf = ({ raceId }: Event) => `__Host-arrival-${raceId}`;

const arrive = ({ raceId }: Event, client: Client) => client.ask('POST', `/api/races/${raceId}/line/arrival`);

/** Throws when they get no pass. */
const enter = async (event: Event, { client }: { readonly client: Client }): Promise<Answer> => {
  for (let tries = 0; ; tries++) {
    await arrive(event, client);
    const answer = await client.ask('POST', `/api/races/${event.raceId}/line/pass`);
    if (answer.status === 201) return answer;
    if (answer.status !== 503 || tries === 20) throw new Error(`no pass: ${answer.status} ${answer.text}`);
    await setTimeout(500);
  }
};

/** Somebody with a pass of this event's race. */
const waiting = async (world: World, event: Event, role = 'Waiting'): Promise<Runner> => {
  const runner = world.runner(role);
  await enter(event, runner);
  return runner;
};

/** A spot is asked for with exactly these cookies beside the session. */
const askWith = (world: World, event: Event, cookies: Readonly<Record<string, string>>): Promise<Answer> => {
  const runner = world.runner('Mallory');
  for (const [name, value] of Object.entries(cookies)) runner.client.cookies.set(name, value);
  return runner.askForSpot(event);
};

/** Resolves once a line is known where spots are asked for. Whoever asks before holds a spot: so few do. */
const lineBegins = async (world: World, event: Event): Promise<void> => {
  const sale = `/api/races/${event.raceId}/availability`;
  await until('the race has a line', async () => textOf(await world.program().ask('GET', sale), 'line') !== '');
  await until('the line is asked', async () => {
    await setTimeout(2000);
    return problemOf(await world.runner().askForSpot(event)) === 'join-line';
  });
};

/** The payload of a pass with other members, and the old signature. */
const altered = (pass: string, members: object): string => {
  const [kid = '', payload = '', mac = ''] = pass.split('.');
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [kid, Buffer.from(JSON.stringify({ ...said, ...members })).toString('base64url'), mac].join('.');
};

/** A place in the line that was made up, taken from somebody else, or used more often than it is good for. */
export const lineAttacks: readonly Attack[] = [
  {
    id: 'L1',
    finding,
    knows: 'a pass of their own that is not called',
    tries: 'asks for a spot with it as it is, with an earlier turn written into it, and with others made up',
    expects: 'no spot',
    attack: async (world) => {
      const mallory = await waiting(world, uncalled, 'Mallory');
      const pass = mallory.client.cookies.get(passOf(uncalled)) ?? '';
      const [kid = '', payload = '', mac = ''] = pass.split('.');
      const stamp = mallory.client.cookies.get(stampOf(uncalled)) ?? '';
      const { hold } = await world.runner().hold(events.large);
      const evidence = new Evidence().refused('as it is', await mallory.askForSpot(uncalled), 'not-your-turn');
      const all: Answer[] = [];
      for (const forged of [
        altered(pass, { wave: 1 }),
        altered(pass, { wave: 0, key: 0 }),
        altered(pass, { key: -5 }),
        altered(pass, { exp: 4e12 }),
        `${kid}.${payload}.`,
        `none.${payload}.${mac}`,
        `${payload}.${mac}`,
        hold,
        stamp,
        'x'.repeat(4000),
        '"',
        '%00',
        `${pass}, ${pass}`,
      ]) {
        mallory.client.cookies.set(passOf(uncalled), forged);
        all.push(await mallory.askForSpot(uncalled));
      }
      const names = new Set(all.map(problemOf));
      return evidence
        .saw('made up', ...all)
        .that([...names].join() === 'join-line', `a pass that was made up is answered ${[...names].join(', ')}`);
    },
  },
  {
    id: 'L2',
    finding,
    knows: 'nothing',
    tries: 'asks for a spot without a pass, with a ticket that was made up, and for an offer that is none',
    expects: 'no spot: a ticket that is not one does not lead past the line',
    attack: async (world) => {
      const mallory = world.runner('Mallory');
      const evidence = new Evidence().refused('without a pass', await mallory.askForSpot(called), 'join-line');
      const { hold } = await world.runner().hold(events.large);
      for (const ticket of ['x', 'a.b.c', hold])
        evidence.refused('with a ticket', await mallory.askForSpot(called, { ticket }));
      return evidence;
    },
  },
  {
    id: 'L3',
    finding,
    knows: 'the pass of somebody who is called',
    tries: 'asks for a spot with it in a session of their own',
    expects: 'no spot, and the other one gets theirs',
    attack: async (world) => {
      const victim = await waiting(world, called, 'Victim');
      const pass = victim.client.cookies.get(passOf(called)) ?? '';
      const stolen = await askWith(world, called, { [passOf(called)]: pass });
      const own = await victim.askForSpot(called);
      return new Evidence()
        .refused('the copy', stolen, 'join-line')
        .saw('its owner', own)
        .that(own.status === 201, 'its owner gets no spot');
    },
  },
  {
    id: 'L4',
    finding,
    knows: 'a pass and a stamp of another race, where everybody is called',
    tries: 'asks for a spot with the pass, and for a pass with the stamp',
    expects: 'no spot, and a pass like everybody who comes now',
    attack: async (world) => {
      const mallory = await waiting(world, elsewhere, 'Mallory');
      const [pass = '', stamp = ''] = [passOf(elsewhere), stampOf(elsewhere)].map((name) =>
        mallory.client.cookies.get(name),
      );
      mallory.client.cookies.set(passOf(called), pass);
      const evidence = new Evidence().refused('the pass', await mallory.askForSpot(called), 'join-line');
      mallory.client.cookies.set(stampOf(called), stamp);
      await enter(called, mallory);
      const now = mallory.client.cookies.get(stampOf(called));
      return evidence.that(now !== undefined && now !== stamp, 'a stamp of another race is believed');
    },
  },
  {
    id: 'L5',
    finding,
    knows: 'a stamp of their own',
    tries: 'writes an earlier instant into it, and asks for a pass',
    expects: 'they came when they came',
    attack: async (world) => {
      const { client } = world.runner('Mallory');
      const arrived = await arrive(called, client);
      const stamp = client.cookies.get(stampOf(called)) ?? '';
      const [line, at = '', ...rest] = stamp.split('.');
      const hourAgo = (Number.parseInt(at, 36) - 3_600_000).toString(36);
      client.cookies.set(stampOf(called), [line, hourAgo, ...rest].join('.'));
      const again = await arrive(called, client);
      return new Evidence()
        .saw('arrival', arrived, again)
        .that(
          Date.parse(textOf(again, 'arrivedAt')) >= Date.parse(textOf(arrived, 'arrivedAt')),
          `they came at ${textOf(again, 'arrivedAt')}`,
        );
    },
  },
  {
    id: 'L6',
    finding,
    knows: 'the pass of a line that is over',
    tries: 'brings it to the next line of the race, with its stamp',
    expects: 'no spot, and a pass of the new line',
    attack: async (world) => {
      const mallory = await waiting(world, again, 'Mallory');
      const old = mallory.client.cookies.get(passOf(again)) ?? '';
      const stamp = mallory.client.cookies.get(stampOf(again)) ?? '';
      await world.target.beginLine([{ event: again, share: 1 }]);
      // The old line is remembered for a second.
      const refused = await until('the old pass is refused', async () => {
        const answer = await mallory.askForSpot(again);
        return problemOf(answer) === 'join-line' && answer;
      });
      const { cookies } = mallory.client;
      // The function that deals passes reads the standby: it may know the new line later than the one that holds spots.
      await until('the new line deals passes', async () => {
        await enter(again, mallory);
        return cookies.get(passOf(again)) !== old;
      });
      const own = await mallory.askForSpot(again);
      return new Evidence()
        .refused('the old pass', refused, 'join-line')
        .that(cookies.get(stampOf(again)) !== stamp, 'the old stamp is believed')
        .saw('the new pass', own)
        .that(own.status === 201, 'whoever comes to the new line gets no spot');
    },
  },
  {
    id: 'L7',
    finding,
    knows: 'nothing',
    tries: 'opens ten tabs of one browser, and asks for two spots in each',
    expects: `one pass, which is good for ${seatsOfPass} spots at most`,
    attack: async (world) => {
      const runner = world.runner('Tabs');
      await arrive(called, runner.client);
      const entered = await Promise.all(Array.from({ length: 10 }, () => enter(called, runner)));
      const passes = new Set(entered.map((answer) => textOf(answer, 'passId')));
      const asked = await Promise.all(
        Array.from({ length: 10 }, () => runner.askForSpot(called, { companions: [newId()] })),
      );
      return new Evidence()
        .saw('hold', ...asked)
        .that(passes.size === 1, `ten tabs have ${passes.size} passes`)
        .that(granted(asked) * 2 <= seatsOfPass, `one pass has ${granted(asked) * 2} spots`);
    },
  },
  {
    id: 'L8',
    finding,
    knows: 'a stamp of their own, which they give to thirty friends',
    tries: 'gets thirty passes for it, each in another session and from another address, and asks for a spot with each',
    expects: `one turn for all of them, which is good for ${seatsOfPass} spots at most`,
    attack: async (world) => {
      const first = world.runner('Mallory');
      await arrive(called, first.client);
      const stamp = first.client.cookies.get(stampOf(called)) ?? '';
      const friends = Array.from({ length: 30 }, () => world.runner('Friend'));
      const passes = new Set<string>();
      const asked = await Promise.all(
        friends.map(async (friend) => {
          friend.client.cookies.set(stampOf(called), stamp);
          passes.add(textOf(await enter(called, friend), 'passId'));
          return friend.askForSpot(called);
        }),
      );
      return new Evidence()
        .saw('hold', ...asked)
        .that(passes.size === 1, `one stamp has ${passes.size} passes`)
        .that(granted(asked) > 0, 'nobody gets a spot')
        .that(granted(asked) <= seatsOfPass, `one stamp has ${granted(asked)} spots`);
    },
  },
  {
    id: 'L9',
    finding,
    knows: 'nothing: a crowd, an honest runner who holds a spot, and one who is offered a spot that came back',
    tries: 'a line begins in the middle of the sale, and calls nobody',
    expects: 'whoever holds a spot pays, whoever is offered one takes it, and everybody else waits',
    needs: 'minutes',
    attack: async (world) => {
      const seller = world.runner('Seller');
      const sold = await seller.register(crowdedSingle);
      const offeredTo = world.runner('Offered');
      const ticket = await offeredTo.confirm(await offeredTo.join(crowdedSingle));
      const holder = world.runner('Holder');
      const held = await holder.hold(crowded);
      await world.target.beginLine([crowded, crowdedSingle].map((event) => ({ event, share: 0 })));
      await lineBegins(world, crowded);
      const late = await waiting(world, crowded, 'Late');
      const evidence = new Evidence()
        .refused('without a pass', await world.runner('Mallory').askForSpot(crowded), 'join-line')
        .refused('not called', await late.askForSpot(crowded), 'not-your-turn');

      await holder.submit(held);
      const decided = await holder.decided(held);
      await seller.giveBack(sold);
      const taken = await until('the spot that came back is taken', async () => {
        const answer = await offeredTo.askForSpot(crowdedSingle, { ticket });
        return answer.status === 201 && answer;
      });
      return evidence
        .saw('the holder', decided)
        .that(textOf(decided, 'status') === 'confirmed', `the holder is ${textOf(decided, 'status')}`)
        .saw('the offer', taken);
    },
  },
  {
    id: 'L10',
    finding,
    knows:
      'the link with which somebody moves their place to another device, and a link that they made up of their own',
    tries:
      'takes the place twenty times in sessions of their own, in another race, and an earlier place with an altered link',
    expects: `one turn for all of them, which is good for ${seatsOfPass} spots at most, and no place by what was altered`,
    attack: async (world) => {
      const victim = await waiting(world, called, 'Victim');
      const line = `/api/races/${called.raceId}/line/pass`;
      const moved = await victim.client.ask('POST', `${line}/move`);
      const token = textOf(moved, 'link').split('#line=')[1] ?? '';
      const [at = '', ...rest] = token.split('.');
      const earlier = [(Number.parseInt(at, 36) - 3_600_000).toString(36), ...rest].join('.');
      const take = (event: Event, text: string) =>
        world
          .runner('Mallory')
          .client.ask('POST', `/api/races/${event.raceId}/line/pass/take`, { json: { token: text } });
      const evidence = new Evidence()
        .refused('without an arrival', await world.runner('Mallory').client.ask('POST', `${line}/move`), 'join-line')
        .refused('in another race', await take(elsewhere, token), 'move-ended')
        .refused('altered', await take(called, earlier), 'move-ended')
        .refused('without its signature', await take(called, rest.join('.')), 'move-ended');
      const passes = new Set<string>();
      const asked = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const friend = world.runner('Friend');
          const taken = await friend.client.ask('POST', `${line}/take`, { json: { token } });
          passes.add(textOf(taken, 'passId'));
          return friend.askForSpot(called);
        }),
      );
      return evidence
        .saw('hold', ...asked)
        .that(passes.size === 1, `one link has ${passes.size} passes`)
        .that(granted(asked) > 0, 'nobody gets a spot')
        .that(granted(asked) <= seatsOfPass, `one link has ${granted(asked)} spots`);
    },
  },
  {
    id: 'L11',
    finding,
    knows: 'a pass of their own',
    tries:
      'asks again without the stamp of it, and with a stamp that is younger, and moves what they get to another device',
    expects: 'the same pass, and no link to another turn; the link of its own stamp leads to its own turn',
    attack: async (world) => {
      const mallory = world.runner('Mallory');
      const pass = textOf(await enter(called, mallory), 'passId');
      const { cookies } = mallory.client;
      const own = cookies.get(stampOf(called)) ?? '';
      const line = `/api/races/${called.raceId}/line/pass`;
      const evidence = new Evidence();
      /** The pass that another device has by a link, if there is one. */
      const elsewhere = async () => {
        const moved = await mallory.client.ask('POST', `${line}/move`);
        const token = textOf(moved, 'link').split('#line=')[1];
        if (token === undefined) return moved.status;
        const taken = await world.runner('Other').client.ask('POST', `${line}/take`, { json: { token } });
        return textOf(taken, 'passId');
      };
      cookies.delete(stampOf(called));
      const again = await mallory.client.ask('POST', line);
      evidence
        .saw('without the stamp', again)
        .that(textOf(again, 'passId') === pass, 'the pass is another one')
        .that(!cookies.has(stampOf(called)), 'a pass gets the stamp of another arrival');
      await arrive(called, mallory.client);
      const younger = await elsewhere();
      evidence.that(
        younger === 409,
        `the link of a younger stamp leads to ${younger === pass ? 'the' : 'another'} turn`,
      );
      cookies.set(stampOf(called), own);
      return evidence.that((await elsewhere()) === pass, 'its own link does not lead to its own turn');
    },
  },
];
