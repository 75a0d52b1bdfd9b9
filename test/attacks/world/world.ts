import { type Answer, Client, newSecret, textOf } from './client';
import { Mails } from './mails';
import { newPerson, type Person } from './person';
import { answerBank, type Intent, intentsOf } from './processor';
import { type Event, events } from './races';
import { Runner } from './runner';
import type { Target } from './target';
import { until } from './until';

/** A system under attack, and everybody who uses it. */
export class World {
  readonly target: Target;
  readonly mails: Mails;
  #addresses = 0;
  #networks = 0;
  #singles = 0;
  #forties = 0;
  #routes: Promise<ReadonlySet<string>> | undefined;

  constructor(target: Target) {
    this.target = target;
    this.mails = new Mails(target.inbox);
  }

  /** An address that was not used before. */
  newAddress(): string {
    const n = this.#addresses++;
    return `127.60.${n >> 8}.${n & 255}`;
  }

  /** The addresses of a network that was not used before: a /24 of IPv4, or one in each of the /64s that a /48 has. */
  newNetwork(kind: 'ipv4' | 'ipv6'): (n: number) => string {
    const network = this.#networks++;
    return (n) => (kind === 'ipv6' ? `127.6.${network}.${n}` : `127.62.${network}.${n}`);
  }

  /** A browser with the page in it. */
  browser(address = this.newAddress()): Client {
    return new Client(this.target.url, { address, secret: newSecret() });
  }

  /** A program that is no browser: it sends no secret and keeps no cookie unless told to. */
  program(address = this.newAddress(), options: { readonly forgetful?: true } = {}): Client {
    return new Client(this.target.url, { address, ...options });
  }

  /** An honest runner with a browser. */
  runner(role = 'Runner', person: Person = newPerson(role), client = this.browser()): Runner {
    return new Runner(this, client, person);
  }

  /** An event with one spot that no other story uses. */
  single(): Event {
    return this.#next(events.singles[this.#singles++], 'singles');
  }

  /** An event with forty spots that no other story uses. */
  forty(): Event {
    return this.#next(events.forties[this.#forties++], 'forties');
  }

  /** An event whose only spot is sold, and its owner. */
  async soldOut(): Promise<{ readonly event: Event; readonly seller: Runner }> {
    const event = this.single();
    const seller = this.runner('Seller');
    await seller.register(event);
    return { event, seller };
  }

  /** Whether the API description has this route: `POST /api/waiting-list/{placeId}/confirmation`. */
  async has(route: string): Promise<boolean> {
    this.#routes ??= this.program()
      .ask('GET', '/api/openapi.json')
      .then(({ body: { paths = {} } }) => {
        const all = Object.entries(paths as Record<string, Record<string, unknown>>);
        return new Set(
          all.flatMap(([path, methods]) => Object.keys(methods).map((one) => `${one.toUpperCase()} ${path}`)),
        );
      });
    return (await this.#routes).has(route);
  }

  intentsOf(registrationId: string): Promise<readonly Intent[]> {
    return intentsOf(this.target.processor, registrationId);
  }

  /** The processor, as the page knows it. */
  async #pagesProcessor(): Promise<{ readonly url: string; readonly publishableKey: string }> {
    const config = await fetch(`${this.target.url}/config.json`);
    const { processor } = await config.json();
    return processor;
  }

  /** The runner says yes or no to their bank. */
  async answerBank(payment: string, clientSecret: string, outcome: 'pass' | 'fail'): Promise<void> {
    await answerBank(await this.#pagesProcessor(), payment, clientSecret, outcome);
  }

  /** The processor's token for a card, as typed on the page. */
  async cardToken(number: string): Promise<string> {
    return (await this.#tokenOf('/v1/payment_methods', { type: 'card', ...cardForm('card', number) })).id;
  }

  /** The same as a confirmation token, which is good for one payment. */
  async confirmationToken(number: string): Promise<string> {
    const form = { 'payment_method_data[type]': 'card', ...cardForm('payment_method_data[card]', number) };
    return (await this.#tokenOf('/v1/confirmation_tokens', form)).id;
  }

  /** Posts a form to the processor as a page would, with the publishable key. Resolves with the status. */
  async askProcessor(path: string, form: Readonly<Record<string, string>>): Promise<number> {
    return (await this.#post(path, form)).status;
  }

  async #tokenOf(path: string, form: Readonly<Record<string, string>>): Promise<{ readonly id: string }> {
    return (await this.#post(path, form)).json();
  }

  async #post(path: string, form: Readonly<Record<string, string>>): Promise<Response> {
    const processor = await this.#pagesProcessor();
    return fetch(`${processor.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${processor.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form),
    });
  }

  cardTokens(numbers: readonly string[]): Promise<readonly string[]> {
    return Promise.all(numbers.map((number) => this.cardToken(number)));
  }

  /** The answer about a place on a list, once it has the `wanted` status, or any but `processing`. */
  place(client: Client, placeId: string, ticket: string, wanted?: string): Promise<Answer> {
    let last: Answer | undefined;
    return until(
      `the place ${placeId} is ${wanted ?? 'recorded'}`,
      async () => {
        last = await client.ask('GET', `/api/waiting-list/${placeId}`, { bearer: ticket });
        const status = textOf(last, 'status');
        return (wanted ? status === wanted : status !== 'processing') && last;
      },
      40,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)} It says ${last?.status} ${last?.text.slice(0, 300)}`);
    });
  }

  #next(event: Event | undefined, what: string): Event {
    if (!event) throw new Error(`There are too few ${what} in races.ts.`);
    return event;
  }
}

const cardForm = (prefix: string, number: string) => ({
  [`${prefix}[number]`]: number,
  [`${prefix}[exp_month]`]: '12',
  [`${prefix}[exp_year]`]: '2034',
  [`${prefix}[cvc]`]: '123',
});
