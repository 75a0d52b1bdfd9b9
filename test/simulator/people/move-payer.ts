import type { System } from '../system';
import type { World } from '../world/machine';
import { Browser } from './browser';
import { payQuoted } from './fee-payer';

const [second, minute] = [1000, 60_000];
const mostQuotes = 4;

/** A runner who is offered a dearer event, and pays by the link in the mail: soon, late, or when it is over. */
export class MovePayer {
  readonly #world: World;
  readonly #system: System;
  readonly #browser: Browser;
  isDone = false;

  constructor(world: World, system: System, recipient: string, offerId: string, token: string) {
    this.#world = world;
    this.#system = system;
    this.#browser = new Browser(world, recipient.split('@')[0] ?? '');
    void this.#come(offerId, token).finally(() => {
      this.isDone = true;
    });
  }

  async #come(offerId: string, token: string): Promise<void> {
    const { random, history } = this.#world;
    await this.#browser.pause(
      random.chance(0.2) ? random.whole(50 * minute, 65 * minute) : random.whole(0, 3 * minute),
    );
    for (let n = 0; n < mostQuotes; n++) {
      const answer = await this.#browser.ask(this.#system.change, ({ move }) => move.quote(offerId, token));
      const kind = typeof answer === 'string' ? answer : answer.kind;
      if (typeof answer === 'string' || answer.kind !== 'quoted') {
        history.add({ kind: 'move-quoted', registrationId: offerId, offerId, answer: kind });
        if (kind !== 'error') return;
        await this.#browser.pause(random.whole(second, minute));
        continue;
      }
      const { registrationId, difference: total, expiresAt } = answer.quote;
      history.add({ kind: 'move-quoted', registrationId, offerId, answer: kind, total, expiresAt });
      // Some take longer than the quote is good for.
      await this.#browser.pause(random.chance(0.15) ? random.whole(8 * minute, 11 * minute) : random.whole(0, minute));
      const payer = { world: this.#world, system: this.#system, browser: this.#browser };
      const paid = await payQuoted(payer, { registrationId, token, said: { move: answer.signed }, expiresAt });
      if (paid === 'gone' || (paid === 'accepted' && !random.chance(0.2))) return;
    }
  }
}
