import type { Attack } from '../attack';
import { type Answer, newSecret, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId, newPerson } from '../world/person';
import { type Event, events } from '../world/races';
import { Runner } from '../world/runner';
import { proofFor } from '../world/work';
import type { World } from '../world/world';

/** Unpaid spots that one address gets without work: issue 14, point 2. */
const freely = (event: Event) => Math.max(10, Math.ceil(event.capacity * 0.02));

const granted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 201).length;

/** Sends this number of requests at once from one address. */
const flood = (world: World, event: Event, times: number, address: string, spotsEach = 1): Promise<readonly Answer[]> =>
  Promise.all(
    Array.from({ length: times }, () =>
      world.program(address).ask('POST', `/api/races/${event.raceId}/holds`, {
        headers: spotsEach === 1 ? {} : { 'x-startline-secret': newSecret() },
        json: {
          registrationId: newId(),
          eventId: event.eventId,
          ...(spotsEach > 1 && { companions: Array.from({ length: spotsEach - 1 }, newId) }),
        },
      }),
    ),
  );

/**
 * Takes everything that an address gets without work. A flood alone may leave a spot on a busy machine: a request that is
 * answered `busy` holds nothing.
 */
const useUp = async (world: World, event: Event, address: string): Promise<void> => {
  await flood(world, event, freely(event), address);
  for (let more = 0; more <= freely(event); more++) {
    const [answer] = await flood(world, event, 1, address);
    if (answer?.status === 429) return;
  }
  throw new Error(`${event.raceId} still gives this address spots without work`);
};

export const holdingAttacks: readonly Attack[] = [
  {
    id: '3a1',
    finding: '3a',
    knows: 'nothing',
    tries: 'holds 60 spots of 40 from one address, without a cookie, and pays for none',
    expects: 'no more than 10 without work; a runner elsewhere gets a spot',
    attack: async (world) => {
      const event = world.forty();
      const all = await flood(world, event, 60, world.newAddress());
      const honest = await world.runner().askForSpot(event);
      return new Evidence()
        .saw('hold', ...all)
        .that(granted(all) <= freely(event), `${granted(all)} spots were held without work`)
        .saw('a runner elsewhere', honest)
        .that(honest.status === 201, 'a runner elsewhere gets none');
    },
  },
  {
    id: '3a2',
    finding: '3a',
    knows: 'nothing',
    tries: 'holds 8 spots at a time from one address, each time with a secret of another session',
    expects: 'no more than 10 without work; a runner elsewhere gets a spot',
    attack: async (world) => {
      const event = world.forty();
      const all = await flood(world, event, 8, world.newAddress(), 8);
      const honest = await world.runner().askForSpot(event);
      return new Evidence()
        .saw('hold', ...all)
        .that(granted(all) * 8 <= freely(event), `${granted(all) * 8} spots were held without work`)
        .saw('a runner elsewhere', honest)
        .that(honest.status === 201, 'a runner elsewhere gets none');
    },
  },
  {
    id: '3a3',
    finding: '3a',
    knows: 'nothing',
    tries: 'takes more from one session by changing address with each request',
    expects: 'a session gets no more than one person may',
    attack: async (world) => {
      const event = world.forty();
      const secret = newSecret();
      const first = await world.program().ask('POST', `/api/races/${event.raceId}/holds`, {
        headers: { 'x-startline-secret': secret },
        json: { registrationId: newId(), eventId: event.eventId },
      });
      const [cookie = ''] = (first.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '');
      const all: Answer[] = [first];
      for (let n = 0; n < 15; n++)
        all.push(
          await world.program().ask('POST', `/api/races/${event.raceId}/holds`, {
            headers: { cookie, 'x-startline-secret': secret },
            json: { registrationId: newId(), eventId: event.eventId },
          }),
        );
      return new Evidence().saw('hold', ...all).that(granted(all) <= 6, `one session holds ${granted(all)} spots`);
    },
  },
  {
    id: '3a4',
    finding: '3a',
    knows: 'nothing',
    tries: 'says another address of its own in the headers that proxies use, and in the one the site adds itself',
    expects: 'counted as one address all the same',
    attack: async (world) => {
      const event = world.forty();
      const address = world.newAddress();
      const all = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          world.program(address).ask('POST', `/api/races/${event.raceId}/holds`, {
            headers: {
              'x-startline-viewer': `203.0.113.${n}:1`,
              'x-forwarded-for': `203.0.113.${n}`,
              'cloudfront-viewer-address': `203.0.113.${n}:1`,
              forwarded: `for=203.0.113.${n}`,
              'x-real-ip': `203.0.113.${n}`,
            },
            json: { registrationId: newId(), eventId: event.eventId },
          }),
        ),
      );
      return new Evidence()
        .saw('hold', ...all)
        .that(granted(all) <= freely(event), `${granted(all)} spots were held without work`);
    },
  },
  {
    id: '3a5',
    finding: '3a',
    knows: 'work that was done once',
    tries:
      'brings it for other registrations, in other sessions, for another event, twice for one, changed, and not done at all',
    expects: 'no spot for any of them',
    attack: async (world) => {
      const [event, other] = [world.forty(), world.forty()];
      const address = world.newAddress();
      // Everything free in both events is gone.
      await Promise.all([useUp(world, event, address), useUp(world, other, address)]);
      const client = world.browser(address);
      const ask = (registrationId: string, of: Event, proof?: object, by = client) =>
        by.ask('POST', `/api/races/${of.raceId}/holds`, {
          json: { registrationId, eventId: of.eventId, ...(proof && { proof }) },
        });
      const registrationId = newId();
      const asked = await ask(registrationId, event);
      const proof = await proofFor(asked.body);
      if (!proof) return new Evidence().saw('hold', asked).note('no work was asked for');
      const stolen = [
        await ask(newId(), event, proof),
        await ask(registrationId, other, proof),
        await ask(registrationId, event, proof, world.browser(address)),
        await ask(registrationId, event, { ...proof, nonce: `${proof.nonce}x` }),
        await ask(registrationId, event, { challenge: 'x', nonce: proof.nonce }),
        await ask(registrationId, event, { ...proof, challenge: `${proof.challenge}A` }),
        await ask(registrationId, event, { challenge: proof.challenge, nonce: '' }),
        await ask(registrationId, event, { challenge: proof.challenge }),
      ];
      const [mine, again] = [await ask(registrationId, event, proof), await ask(registrationId, event, proof)];
      return new Evidence()
        .saw('others', ...stolen)
        .that(granted(stolen) === 0, `${granted(stolen)} spots were got by work that was done for another`)
        .saw('who did it, twice', mine, again)
        .that(mine.status === 201, 'who did the work gets no spot')
        .that(textOf(mine, 'hold') === textOf(again, 'hold'), 'one work got two spots');
    },
  },
  {
    id: '10g',
    finding: '10g',
    knows: "the address that everybody behind one carrier's network has",
    tries: 'uses up what an address gets',
    expects: 'an honest runner there still gets a spot, if only after some work',
    attack: async (world) => {
      const address = world.newAddress();
      const { large } = events;
      const taken = await flood(world, large, 220, address);
      const honest = await new Runner(world, world.browser(address), newPerson('Neighbour')).askForSpot(large);
      return new Evidence()
        .saw('hold', ...taken)
        .saw('a neighbour', honest)
        .that(honest.status === 201, 'a runner with the same address gets none');
    },
  },
  {
    id: '10g2',
    finding: '10g',
    knows: 'nothing: a club behind one address',
    tries: 'twelve runners register and pay one after the other, then another one comes',
    expects: 'who pays does not count: no work is asked for',
    attack: async (world) => {
      const address = world.newAddress();
      const { large } = events;
      const members = Array.from({ length: 12 }, () => new Runner(world, world.browser(address), newPerson('Member')));
      const [first, ...others] = members;
      for (const some of [members.slice(0, 6), members.slice(6)])
        await Promise.all(some.map((one) => one.register(large)));
      const next = await world.browser(address).ask('POST', `/api/races/${large.raceId}/holds`, {
        json: { registrationId: newId(), eventId: large.eventId },
      });
      return new Evidence()
        .note(`${first?.person.firstName} and ${others.length} others are in`)
        .saw('the next one', next)
        .that(next.status === 201, `the next one is told ${next.text.slice(0, 160)}`);
    },
  },
];
