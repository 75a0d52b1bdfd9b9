import { setTimeout } from 'node:timers/promises';
import { type Answer, type Client, textOf } from './client';
import { newId, newPerson, type Person } from './person';
import { type Event, events } from './races';
import { goodCard, type Held, type Runner } from './runner';
import type { World } from './world';

const { asking } = events;

/** What a runner may want besides a spot. */
export interface Wish {
  readonly caps?: number;
  readonly codes?: readonly string[];
  readonly team?: object;
  /** More members of the order, or others in their place. */
  readonly order?: object;
  /** More members of the person, or others in their place. */
  readonly person?: object;
  readonly previous?: string;
}

/** Somebody with a spot in a race that has a form. */
export class Buyer {
  readonly held: Held;
  readonly client: Client;
  readonly person: Person;

  constructor(runner: Runner, held: Held) {
    this.held = held;
    this.client = runner.client;
    this.person = runner.person;
  }

  entry({ caps = 0, team, order, person }: Wish = {}): object {
    return {
      people: [
        {
          registrationId: this.held.registrationId,
          ...this.person,
          answers: {},
          ...(caps > 0 && { items: [{ variant: 'cap', quantity: caps }] }),
          ...person,
        },
      ],
      order: { answers: {}, ...(team && { team }), ...order },
    };
  }

  quote(wish: Wish = {}, { client = this.client, hold = this.held.hold, entry = this.entry(wish) } = {}) {
    return client.ask('PUT', `/api/registrations/${this.held.registrationId}/quote`, {
      json: {
        hold,
        form: 1,
        entry,
        ...(wish.codes && { codes: wish.codes }),
        ...(wish.previous !== undefined && { previous: { quote: wish.previous, tried: false } }),
      },
    });
  }

  pay(quoted: Answer, changes: object = {}): Promise<Answer> {
    return this.client.ask('PUT', `/api/registrations/${this.held.registrationId}`, {
      json: {
        hold: this.held.hold,
        quote: textOf(quoted, 'quote'),
        entry: quoted.body.entry,
        waiver: { hash: this.held.waiver, accepted: true },
        paymentMethod: goodCard,
        ...changes,
      },
    });
  }
}

export const buyer = async (
  world: World,
  role = 'Buyer',
  runner = world.runner(role, newPerson(role)),
  event: Event = asking,
) => new Buyer(runner, await runner.hold(event, { registrationId: newId() }));

/** Registers them; throws when they are not. */
export const bought = async (world: World, wish: Wish = {}, role = 'Buyer', event?: Event): Promise<Buyer> => {
  const runner = world.runner(role);
  const one = await buyer(world, role, runner, event);
  const quoted = await one.quote(wish);
  const paid = await one.pay(quoted);
  if (paid.status !== 202)
    throw new Error(`${one.person.firstName} could not pay: ${quoted.text.slice(0, 300)} ${paid.text}`);
  for (let tries = 0; tries < 120; tries++) {
    const answer = await runner.show(one.held.registrationId, one.held.hold);
    if (textOf(answer, 'status') === 'confirmed') return one;
    await setTimeout(250);
  }
  throw new Error(`${one.person.firstName} was not registered`);
};
