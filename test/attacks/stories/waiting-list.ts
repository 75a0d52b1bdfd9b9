import type { Attack } from '../attack';
import { type Answer, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId, newPerson } from '../world/person';
import { type Event, events } from '../world/races';
import { Runner } from '../world/runner';
import { until } from '../world/until';
import type { World } from '../world/world';

const accepted = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 202).length;

/** A join as the page sent it before places needed a permit. */
const plainJoin = (world: World, event: Event, more: object = {}, address?: string): Promise<Answer> =>
  world.program(address).ask('POST', `/api/races/${event.raceId}/waiting-list`, {
    json: { placeId: newId(), eventId: event.eventId, runner: newPerson('Fake'), ...more },
  });

const aheadOf = async (world: World, honest: Runner, event: Event): Promise<number> => {
  const { placeId, ticket } = await honest.join(event);
  const place = await world.place(honest.client, placeId, ticket, 'waiting');
  return Number(place.body.ahead);
};

export const waitingListAttacks: readonly Attack[] = [
  {
    id: '3b1',
    finding: '3b',
    knows: 'nothing',
    tries: 'joins 60 invented people to a list, from one address, with nothing',
    expects: 'a refusal of each; a runner who joins then has nobody ahead',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const address = world.newAddress();
      const all = await Promise.all(Array.from({ length: 60 }, () => plainJoin(world, event, {}, address)));
      const ahead = await aheadOf(world, world.runner(), event);
      return new Evidence()
        .saw('join', ...all)
        .that(accepted(all) === 0, `${accepted(all)} invented people joined`)
        .note(`ahead of a runner: ${ahead}`)
        .that(ahead === 0, `${ahead} invented people are ahead of a runner`);
    },
  },
  {
    id: '3b2',
    finding: '3b',
    knows: 'a permit that was given to somebody',
    tries:
      'joins with it in another session, for another event and another place, changed, cut short, and as other tokens',
    expects: 'a refusal of each',
    attack: async (world) => {
      const [{ event, seller }, other] = await Promise.all([world.soldOut(), world.soldOut()]);
      const placeId = newId();
      const given = await world.runner('Permitted').askForSpot(event, { registrationId: placeId });
      const permit = textOf(given, 'permit') || 'none';
      const [kid = '', payload = '', mac = ''] = permit.split('.');
      const hold = await seller.hold(events.large);
      const all = [
        await plainJoin(world, event, { placeId, permit }),
        await plainJoin(world, event, { permit }),
        await plainJoin(world, other.event, { placeId, permit }),
        await plainJoin(world, event, { placeId, permit: '' }),
        await plainJoin(world, event, { placeId, permit: `${kid}.${payload}.${mac.slice(1)}` }),
        await plainJoin(world, event, { placeId, permit: `${kid}.${payload}x.${mac}` }),
        await plainJoin(world, event, { placeId, permit: `kid.${payload}.${mac}` }),
        await plainJoin(world, event, { placeId, permit: hold.hold }),
        await plainJoin(world, event, { placeId, permit: 'x'.repeat(5000) }),
        await plainJoin(world, event, { placeId, permit: [permit] }),
      ];
      return new Evidence()
        .note(permit === 'none' ? 'no permit was given' : 'a permit was given')
        .saw('join', ...all)
        .that(accepted(all) === 0, `${accepted(all)} joined`);
    },
  },
  {
    id: '3b3',
    finding: '3b',
    knows: 'nothing',
    tries: 'joins 60 invented people from one address, a new session and permit each, before anybody else',
    expects: 'a runner who joins after them can confirm all the same, and is offered the spot that comes back',
    attack: async (world) => {
      const seller = world.runner('Seller');
      const sold = await seller.register(world.single());
      const address = world.newAddress();
      const fakes = Array.from(
        { length: 60 },
        () => new Runner(world, world.browser(address), newPerson('Fake'), { works: false }),
      );
      const all: Answer[] = [];
      for (let n = 0; n < fakes.length; n += 20)
        all.push(...(await Promise.all(fakes.slice(n, n + 20).map((fake) => fake.askForPlace(sold.event)))));
      const honest = world.runner();
      const place = await honest.join(sold.event);
      const evidence = new Evidence().saw('join', ...all);
      const mailed = await honest.confirm(place, 45).catch(() => undefined);
      if (mailed === undefined)
        return evidence.that(false, 'a runner behind them is not asked to confirm, so nothing is ever offered to them');
      await seller.giveBack(sold);
      const offered = await until(
        'the runner who confirmed is offered the spot',
        async () => {
          const now = await honest.client.ask('GET', `/api/waiting-list/${place.placeId}`, { bearer: mailed });
          return textOf(now, 'status') === 'offered' && now;
        },
        6,
      ).catch(() => undefined);
      return evidence
        .note(offered ? 'the runner is offered the spot' : 'somebody invented is offered the spot')
        .that(offered !== undefined, 'a spot that came back is kept for invented people who confirmed nothing');
    },
  },
  {
    id: '3b5',
    finding: '3b',
    knows: 'nothing: an address, and a domain where the mail to every name arrives',
    tries: 'joins 60 people from one address to a list, twelve in each session, before anybody else',
    expects: 'fewer places than are asked to confirm at a time',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const address = world.newAddress();
      const all: Answer[] = [];
      for (let sessions = 0; sessions < 5; sessions++) {
        const fake = new Runner(world, world.browser(address), newPerson('Fake'), { works: false });
        for (let n = 0; n < 12; n++) all.push(await fake.askForPlace(event, { person: newPerson('Fake') }));
      }
      const ahead = await aheadOf(world, world.runner(), event);
      return new Evidence()
        .saw('join', ...all)
        .that(accepted(all) <= 36, `${accepted(all)} people of one address are on the list`)
        .note(`places ahead of a runner that are confirmed: ${ahead}`);
    },
  },
  {
    id: '3b6',
    finding: '3b',
    knows: 'nothing: a /48 of IPv6, and a domain where the mail to every name arrives',
    tries: 'joins 60 people to a list, each from another address of it and in another session, before anybody else',
    expects: 'fewer places than are asked to confirm at a time',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const addressOf = world.newNetwork('ipv6');
      const all: Answer[] = [];
      for (let n = 0; n < 60; n++)
        all.push(
          await new Runner(world, world.browser(addressOf(n)), newPerson('Fake'), { works: false }).askForPlace(event),
        );
      const honest = await world.runner().askForPlace(event);
      return new Evidence()
        .saw('join', ...all)
        .that(accepted(all) <= 37 && accepted(all) > 30, `${accepted(all)} people of one /48 are on the list`)
        .that(honest.status === 202, `a runner elsewhere is answered ${honest.status}`);
    },
  },
  {
    id: '3b7',
    finding: '3b',
    knows: 'nothing: an address, and another event that is sold out',
    tries:
      'asks for permits of the other event under forty ids, and then for this one under the same ids and forty more',
    expects: 'fewer permits than places that are asked to confirm at a time',
    attack: async (world) => {
      const [other, { event }] = [await world.soldOut(), await world.soldOut()];
      const address = world.newAddress();
      const ids = Array.from({ length: 80 }, newId);
      const ask = async ({ raceId, eventId }: Event, some: readonly string[]) => {
        const answers: Answer[] = [];
        for (const registrationId of some)
          answers.push(
            await world
              .browser(address)
              .ask('POST', `/api/races/${raceId}/holds`, { json: { registrationId, eventId } }),
          );
        return answers;
      };
      const elsewhere = await ask(other.event, ids.slice(0, 40));
      const here = [...(await ask(event, ids.slice(40))), ...(await ask(event, ids.slice(0, 40)))];
      const permits = here.filter((answer) => textOf(answer, 'permit') !== '').length;
      return new Evidence()
        .saw('the other event', ...elsewhere)
        .saw('this one', ...here)
        .note(`${permits} permits`)
        .that(permits <= 36 && permits > 30, `one address has ${permits} permits for one event`);
    },
  },
  {
    id: '3b4',
    finding: '3b',
    knows: 'one permit of their own',
    tries: 'joins ten invented people with it',
    expects: 'one place at most',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const mallory = world.runner('Mallory');
      const placeId = newId();
      const refused = await mallory.askForSpot(event, { registrationId: placeId });
      const permit = refused.body.permit;
      const all = await Promise.all(
        Array.from({ length: 10 }, () =>
          mallory.client.ask('POST', `/api/races/${event.raceId}/waiting-list`, {
            json: {
              placeId: permit === undefined ? newId() : placeId,
              eventId: event.eventId,
              runner: newPerson('Fake'),
              ...(permit !== undefined && { permit }),
            },
          }),
        ),
      );
      const ahead = await aheadOf(world, world.runner(), event);
      return new Evidence()
        .saw('join', ...all)
        .note(`ahead of a runner: ${ahead}`)
        .that(ahead <= 1, `${ahead} places came of one permit`);
    },
  },
  {
    id: '3c',
    finding: '3c',
    knows: 'nothing',
    tries: 'lets five invented people wait who confirm nothing, while the only spot comes back',
    expects: 'the spot is on public sale within two minutes',
    needs: 'minutes',
    attack: async (world) => {
      const seller = world.runner('Seller');
      const sold = await seller.register(world.single());
      const fakes = Array.from({ length: 5 }, () => world.runner('Fake'));
      const all: Answer[] = [];
      for (const fake of fakes) all.push(await fake.askForPlace(sold.event));
      // Once this further join is recorded, all earlier ones are.
      const last = world.runner('Fake');
      const lastPlace = await last.askForPlace(sold.event);
      await world.place(last.client, textOf(lastPlace, 'placeId'), textOf(lastPlace, 'ticket')).catch(() => undefined);
      await seller.giveBack(sold);
      const since = Date.now();
      const honest = world.runner();
      let told: Answer | undefined;
      const got = await until(
        'a runner can hold the spot',
        async () => {
          told = await honest.askForSpot(sold.event);
          return told.status === 201;
        },
        130,
      ).catch(() => false);
      return new Evidence()
        .saw('join', ...all)
        .note(got ? `on sale after ${((Date.now() - since) / 1000).toFixed(0)} s` : 'not on sale after 130 s')
        .that(got, `the spot is not on sale after 130 s: ${told?.status} ${told?.text.slice(0, 120)}`);
    },
  },
  {
    id: '7',
    finding: '7',
    knows: 'all about a person',
    tries: 'joins the list in their name and in an invented one, and compares what the places say',
    expects: 'the same of both: it is not told that they are registered',
    attack: async (world) => {
      const { event, seller } = await world.soldOut();
      const said: string[] = [];
      const all: Answer[] = [];
      for (const person of [seller.person, newPerson('Invented')]) {
        const mallory = world.runner('Mallory', person);
        const joined = await mallory.askForPlace(event);
        const placeId = textOf(joined, 'placeId');
        // Both get the same time to be confirmed.
        const place = await world
          .place(mallory.client, placeId, textOf(joined, 'ticket'))
          .catch(() => mallory.client.ask('GET', `/api/waiting-list/${placeId}`, { bearer: textOf(joined, 'ticket') }));
        all.push(joined, place);
        said.push(textOf(place, 'status'));
      }
      return new Evidence()
        .saw('join, show', ...all)
        .note(`registered: ${said[0]}, invented: ${said[1]}`)
        .that(
          said[0] !== 'registered' && said[0] === said[1],
          `the list says "${said[0]}" of who is registered, and "${said[1]}" of anybody else`,
        );
    },
  },
  {
    id: '8a',
    finding: '8',
    knows: 'nothing: a runner whose first ticket is lost',
    tries: 'joins again with another id, and looks',
    expects: 'an answer that is not "processing" for ever',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const runner = world.runner();
      await runner.join(event);
      const again = await world.runner('Again', runner.person).askForPlace(event);
      const path = `/api/waiting-list/${textOf(again, 'placeId')}`;
      let last: Answer | undefined;
      const isTold = await until(
        'the second place says something',
        async () => {
          last = await world.program().ask('GET', path, { bearer: textOf(again, 'ticket') });
          return textOf(last, 'status') !== 'processing';
        },
        8,
      ).catch(() => false);
      return new Evidence()
        .saw('join', again)
        .note(`then: ${last?.status} ${textOf(last ?? again, 'status')}`)
        .that(again.status !== 202 || isTold, 'it is told "processing" for ever');
    },
  },
  {
    id: '8b',
    finding: '8',
    knows: 'nothing',
    tries: 'joins an invented event, and an event of another race',
    expects: 'a refusal at once',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const honest = world.runner();
      const placeId = newId();
      const refused = await honest.askForSpot(event, { registrationId: placeId });
      const { permit } = refused.body;
      const join = (raceId: string, eventId: string) =>
        honest.client.ask('POST', `/api/races/${raceId}/waiting-list`, {
          json: { placeId, eventId, runner: honest.person, ...(permit !== undefined && { permit }) },
        });
      return new Evidence()
        .refused('an invented event', await join(event.raceId, '0199b000-dead-7000-8000-000000000000'))
        .refused('an event of another race', await join(events.large.raceId, event.eventId))
        .refused('an invented race', await join('no-such-race', event.eventId))
        .refused('a race that is over', await join(events.over.raceId, events.over.eventId));
    },
  },
  {
    id: '8c',
    finding: '8',
    knows: 'all about a person',
    tries: 'joins in their name before they do',
    expects: 'they hear that they are on the list already, and their mail has the link',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const person = newPerson('Famous');
      const first = await world.runner('Mallory', person).join(event);
      const victim = world.runner('Famous', person);
      const joined = await victim.askForPlace(event);
      let last: Answer = joined;
      const isTold = await until(
        'the person is told something',
        async () => {
          last = await victim.client.ask('GET', `/api/waiting-list/${textOf(joined, 'placeId')}`, {
            bearer: textOf(joined, 'ticket'),
          });
          return textOf(last, 'status') !== 'processing';
        },
        8,
      ).catch(() => false);
      const hasLink = await world.mails
        .match(person.email, new RegExp(`/waiting-list/${first.placeId}`))
        .then(() => true)
        .catch(() => false);
      return new Evidence()
        .saw('join', joined)
        .note(`then: ${last.status} ${textOf(last, 'status')}`)
        .that(isTold, 'they are told "processing" for ever')
        .that(hasLink, 'no mail brings them the link to the place');
    },
  },
];
