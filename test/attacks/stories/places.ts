import type { Attack } from '../attack';
import { type Answer, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId, newPerson } from '../world/person';
import type { Place, Runner } from '../world/runner';
import type { World } from '../world/world';

const finding = '2';
const knows = "a place's id";

/** A runner who waits alone for the only spot, and an attacker who joins with that place's id and an invented name. */
const withItsId = async (world: World) => {
  const { event, seller } = await world.soldOut();
  const victim = world.runner('Waiter');
  const place = await victim.join(event);
  const mailed = await victim.confirm(place);
  const mallory = world.runner('Mallory');
  const joined = await mallory.askForPlace(event, { placeId: place.placeId });
  return { event, seller, victim, place, mailed, mallory, joined, ticket: textOf(joined, 'ticket') || 'none' };
};

const secretsOf = ({ person }: Runner) => [person.firstName, person.lastName, person.email, person.birthDate];
const opened = new Set(['waiting', 'offered', 'registered', 'expired', 'left', 'not-needed']);

const stillWaits = async (world: World, evidence: Evidence, victim: Runner, { placeId }: Place, mailed: string) => {
  const now = await world.place(victim.client, placeId, mailed);
  const status = textOf(now, 'status');
  evidence.that(
    status === 'waiting' || status === 'offered',
    `the runner who waited is told ${now.text.slice(0, 160)}`,
  );
};

export const placeAttacks: readonly Attack[] = [
  {
    id: '2a',
    finding,
    knows,
    tries: 'joins with it and an invented name, and opens the place with the ticket',
    expects: 'a ticket that opens nothing, or none',
    attack: async (world) => {
      const { victim, place, mallory, joined, ticket } = await withItsId(world);
      const shown = await mallory.client.ask('GET', `/api/waiting-list/${place.placeId}`, { bearer: ticket });
      return new Evidence()
        .saw('join, show', joined, shown)
        .that(!opened.has(textOf(shown, 'status')), `it opens the place: ${shown.text.slice(0, 160)}`)
        .silent('show', [joined, shown], secretsOf(victim));
    },
  },
  {
    id: '2b',
    finding,
    knows: "a place's id, while a spot is offered to it",
    tries: 'joins with it, reads who waits, and holds what is offered',
    expects: 'nothing is told, nothing is held; the runner who waited holds it',
    attack: async (world) => {
      const seller = world.runner('Seller');
      const other = await seller.register(world.single());
      const victim = world.runner('Waiter');
      const place = await victim.join(other.event);
      const mailed = await victim.confirm(place);
      const gave = await seller.giveBack(other);
      await world.place(victim.client, place.placeId, mailed, 'offered');
      const mallory = world.runner('Mallory');
      const joined = await mallory.askForPlace(other.event, { placeId: place.placeId });
      const ticket = textOf(joined, 'ticket') || 'none';
      const shown = await mallory.client.ask('GET', `/api/waiting-list/${place.placeId}`, { bearer: ticket });
      const held = await mallory.askForSpot(other.event, { ticket });
      const theirs = await victim.askForSpot(other.event, { ticket: mailed });
      return new Evidence()
        .note(`a spot came back: ${gave.status}`)
        .saw('join, show', joined, shown)
        .silent('show', [joined, shown], secretsOf(victim))
        .refused('hold', held)
        .that(theirs.status === 201, `the runner who waited is told ${theirs.status} ${theirs.text.slice(0, 120)}`);
    },
  },
  {
    id: '2c',
    finding,
    knows,
    tries: 'joins with it, and leaves the list with the ticket',
    expects: 'the runner who waited still waits',
    attack: async (world) => {
      const { victim, place, mailed, mallory, ticket } = await withItsId(world);
      const left = await mallory.client.ask('DELETE', `/api/waiting-list/${place.placeId}`, { bearer: ticket });
      const evidence = new Evidence().saw('leave', left);
      await stillWaits(world, evidence, victim, place, mailed);
      return evidence;
    },
  },
  {
    id: '2d',
    finding,
    knows: 'an e-mail address of somebody else',
    tries: 'joins with it, and confirms the place with the ticket of the answer instead of the one from the mail',
    expects: 'a refusal',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const mallory = world.runner('Mallory', newPerson('Stranger'));
      const { placeId, ticket } = await mallory.join(event);
      const path = `/api/waiting-list/${placeId}/confirmation`;
      return new Evidence()
        .refused('confirm', await mallory.client.ask('POST', path, { bearer: ticket, json: {} }))
        .refused('confirm with nothing', await mallory.client.ask('POST', path, { json: {} }))
        .refused(
          'confirm another',
          await mallory.client.ask('POST', `/api/waiting-list/${newId()}/confirmation`, { bearer: ticket, json: {} }),
        );
    },
  },
  {
    id: '2e',
    finding,
    knows: 'all about a person, but cannot read their mail',
    tries: 'joins in their name before they do, and takes the confirmed place off the list, or what is offered to it',
    expects: 'only the ticket from the mail leaves the list and holds',
    attack: async (world) => {
      const seller = world.runner('Seller');
      const sold = await seller.register(world.single());
      const person = newPerson('Famous');
      const mallory = world.runner('Mallory', person);
      const place = await mallory.join(sold.event);
      const victim = world.runner('Famous', person);
      const mailed = await victim.confirm(place);
      await seller.giveBack(sold);
      await world.place(victim.client, place.placeId, mailed, 'offered');
      const held = await mallory.askForSpot(sold.event, { ticket: place.ticket });
      const left = await mallory.client.ask('DELETE', `/api/waiting-list/${place.placeId}`, { bearer: place.ticket });
      const theirs = await victim.askForSpot(sold.event, { ticket: mailed });
      return new Evidence()
        .refused('hold', held)
        .refused('leave', left)
        .that(theirs.status === 201, `the runner who waited is told ${theirs.status} ${theirs.text.slice(0, 120)}`);
    },
  },
  {
    id: '2f',
    finding,
    knows: 'a ticket of another place, a hold, and a link',
    tries: 'shows, leaves, confirms and holds with each of them, and with broken ones',
    expects: 'a refusal of each; the runner who waited still waits',
    attack: async (world) => {
      const seller = world.runner('Seller');
      const sold = await seller.register(world.single());
      const [victim, mallory] = [world.runner('Waiter'), world.runner('Mallory')];
      const place = await victim.join(sold.event);
      const mailed = await victim.confirm(place);
      const own = await mallory.join(sold.event);
      const [kid = '', payload = '', mac = ''] = mailed.split('.');
      const inside = Buffer.from(payload, 'base64url').toString();
      const moved = Buffer.from(inside.replace(place.placeId, own.placeId)).toString('base64url');
      const broken = [
        '',
        'x',
        `${kid}.${payload}`,
        `${kid}.${moved}.${mac}`,
        `none.${payload}.${mac}`,
        `kid.${payload}.${mac}`,
      ];
      const all: Answer[] = [];
      for (const bearer of [own.ticket, sold.hold, sold.link, ...broken]) {
        const path = `/api/waiting-list/${place.placeId}`;
        all.push(
          await mallory.client.ask('GET', path, { bearer }),
          await mallory.client.ask('DELETE', path, { bearer }),
          await mallory.client.ask('POST', `${path}/confirmation`, { bearer, json: {} }),
          await mallory.askForSpot(sold.event, { ticket: bearer }),
        );
      }
      const evidence = new Evidence().saw('all', ...all).silent('all', all, secretsOf(victim));
      for (const answer of all)
        evidence.that(answer.status >= 400 && answer.status < 500, `${answer.asked} is answered ${answer.status}`);
      await stillWaits(world, evidence, victim, place, mailed);
      return evidence;
    },
  },
];
