import { setTimeout } from 'node:timers/promises';
import { type Answer, type Client, problemOf, textOf } from './client';
import { asRunner, newId, type Person } from './person';
import type { Event } from './races';
import { until } from './until';
import { proofFor } from './work';
import type { World } from './world';

export const goodCard = 'pm_card_visa';

export interface Held {
  readonly event: Event;
  readonly registrationId: string;
  readonly companions: readonly string[];
  readonly hold: string;
  readonly waiver: string;
  readonly total: number;
}

export interface Registered extends Held {
  readonly number: number;
  /** The token of the link in the mail. */
  readonly link: string;
}

export interface Place {
  readonly event: Event;
  readonly placeId: string;
  /** The ticket, as joining returned it. */
  readonly ticket: string;
}

export interface HoldOptions {
  readonly registrationId?: string;
  readonly companions?: readonly string[];
  readonly ticket?: string;
}

const confirmation = 'POST /api/waiting-list/{placeId}/confirmation';

/** An honest runner who does everything as the page does, before and after issue 14. */
export class Runner {
  readonly client: Client;
  readonly person: Person;
  readonly #world: World;
  readonly #works: boolean;

  /** `works`: whether they do the proof of work that a hold asks for. */
  constructor(world: World, client: Client, person: Person, { works = true } = {}) {
    this.#world = world;
    this.#works = works;
    this.client = client;
    this.person = person;
  }

  /** The answer to the request for a spot, after the proof of work if one was asked for. */
  async askForSpot(
    event: Event,
    { registrationId = newId(), companions = [], ticket }: HoldOptions = {},
  ): Promise<Answer> {
    const json = {
      registrationId,
      eventId: event.eventId,
      ...(companions.length > 0 && { companions }),
      ...(ticket !== undefined && { ticket }),
    };
    const path = `/api/races/${event.raceId}/holds`;
    let answer = await this.client.ask('POST', path, { json });
    for (let tries = 0; problemOf(answer) === 'busy' && tries < 20; tries++) {
      await setTimeout(500);
      answer = await this.client.ask('POST', path, { json });
    }
    const proof = this.#works && problemOf(answer) === 'prove-work' ? await proofFor(answer.body) : undefined;
    if (proof) answer = await this.client.ask('POST', path, { json: { ...json, proof } });
    return answer;
  }

  /** Throws when there is no hold. */
  async hold(event: Event, options: HoldOptions = {}): Promise<Held> {
    const registrationId = options.registrationId ?? newId();
    const answer = await this.askForSpot(event, { ...options, registrationId });
    if (answer.status !== 201) throw new Error(`${this.person.firstName} got no spot: ${answer.status} ${answer.text}`);
    return heldIn(event, answer);
  }

  /** Submits the registration. */
  async submit(
    held: Held,
    { card = goodCard, person = this.person, companions = [] as readonly Person[] } = {},
  ): Promise<Answer> {
    const path = `/api/registrations/${held.registrationId}`;
    const json = {
      hold: held.hold,
      runner: asRunner(person),
      ...(companions.length > 0 && { companions: companions.map(asRunner) }),
      waiver: { hash: held.waiver, accepted: true },
      paymentMethod: card,
    };
    let answer = await this.client.ask('PUT', path, { json });
    for (let tries = 0; answer.status === 503 && tries < 20; tries++) {
      await setTimeout(500);
      answer = await this.client.ask('PUT', path, { json });
    }
    return answer;
  }

  /** Tries one card after the other on one spot, as often as is allowed; asks for more tries where it can. */
  async tryCards(held: Held, cards: readonly string[]): Promise<{ answers: readonly Answer[]; held: Held }> {
    const answers: Answer[] = [];
    let { hold } = held;
    for (const card of cards) {
      const answer = await this.submit({ ...held, hold }, { card });
      answers.push(answer);
      if (answer.body.triesLeft !== 0) continue;
      const more = await this.client.ask('POST', `/api/registrations/${held.registrationId}/card-tries`, {
        bearer: hold,
        json: {},
      });
      hold = textOf(more, 'hold') || hold;
    }
    return { answers, held: { ...held, hold } };
  }

  show(registrationId: string, token: string): Promise<Answer> {
    return this.client.ask('GET', `/api/registrations/${registrationId}`, { bearer: token });
  }

  /** The outcome of the registration. */
  decided({ registrationId, hold }: Held): Promise<Answer> {
    return until(`${registrationId} of ${this.person.firstName} is decided`, async () => {
      const answer = await this.show(registrationId, hold);
      return textOf(answer, 'status') !== 'processing' && answer.status !== 503 && answer;
    });
  }

  /**
   * The whole registration, with companions if they are named. Resolves when the mail has arrived and the card is
   * charged.
   */
  async register(event: Event, companions: readonly Person[] = []): Promise<Registered> {
    const held = await this.hold(event, { companions: companions.map(() => newId()) });
    const submitted = await this.submit(held, { companions });
    if (submitted.status !== 202)
      throw new Error(`${this.person.firstName} could not pay: ${submitted.status} ${submitted.text}`);
    const decided = await this.decided(held);
    if (textOf(decided, 'status') !== 'confirmed')
      throw new Error(`${this.person.firstName} is not registered: ${decided.text}`);
    const [, link = ''] = await this.#world.mails.match(
      this.person.email,
      new RegExp(`/registrations/${held.registrationId}#(\\S+)`),
    );
    await until(`${this.person.firstName} has paid`, async () => {
      const payment = textOf(await this.show(held.registrationId, link), 'payment');
      return payment !== 'authorised';
    });
    return { ...held, number: Number(decided.body.number), link };
  }

  /** Cancels, and accepts the refund that is offered. */
  async giveBack({ registrationId, link, total, companions }: Registered): Promise<Answer> {
    const share = Math.floor(total / (1 + companions.length));
    return this.client.ask('POST', `/api/registrations/${registrationId}/cancellation`, {
      bearer: link,
      json: { refund: Math.floor(share * 0.8) },
    });
  }

  /** The answer to asking for a place on the list, with the permit from the refused hold if there was one. */
  async askForPlace(event: Event, { placeId = newId(), person = this.person } = {}): Promise<Answer> {
    const refused = await this.askForSpot(event, { registrationId: placeId });
    const { permit } = refused.body;
    return this.client.ask('POST', `/api/races/${event.raceId}/waiting-list`, {
      json: {
        placeId,
        eventId: event.eventId,
        runner: {
          firstName: person.firstName,
          lastName: person.lastName,
          email: person.email,
          birthDate: person.birthDate,
        },
        ...(permit !== undefined && { permit }),
      },
    });
  }

  /** Throws when they get no place. */
  async join(event: Event): Promise<Place> {
    const answer = await this.askForPlace(event);
    if (answer.status !== 202)
      throw new Error(`${this.person.firstName} got no place on the list: ${answer.status} ${answer.text}`);
    const place = { event, placeId: textOf(answer, 'placeId'), ticket: textOf(answer, 'ticket') };
    await this.#world.place(this.client, place.placeId, place.ticket);
    return place;
  }

  /** The ticket from the mail; also confirms the place, where places are confirmed. */
  async confirm({ placeId, ticket }: Place, seconds = 180): Promise<string> {
    if (!(await this.#world.has(confirmation))) return ticket;
    const [, mailed = ''] = await this.#world.mails.match(
      this.person.email,
      new RegExp(`/waiting-list/${placeId}\\S*#(\\S+)`),
      seconds,
    );
    const answer = await this.client.ask('POST', `/api/waiting-list/${placeId}/confirmation`, {
      bearer: mailed,
      json: {},
    });
    if (answer.status >= 300)
      throw new Error(`${this.person.firstName} could not confirm: ${answer.status} ${answer.text}`);
    return mailed;
  }
}

export const heldIn = (event: Event, answer: Answer): Held => {
  const {
    waiver,
    quote,
    companions = [],
  } = answer.body as {
    waiver?: { hash: string };
    quote?: { total: number };
    companions?: readonly string[];
  };
  return {
    event,
    registrationId: textOf(answer, 'registrationId'),
    companions,
    hold: textOf(answer, 'hold'),
    waiver: waiver?.hash ?? '',
    total: quote?.total ?? 0,
  };
};
