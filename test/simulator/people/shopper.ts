import type { Form } from '../../../lambdas/api/form/definition/form';
import { signedBy } from '../../../lambdas/api/form/fill-people';
import type { Entry } from '../../../lambdas/domain/money/quote';
import type { Priced } from '../../../lambdas/quote/ports';
import { documentsOfRace, shirt } from '../race';
import type { System } from '../system';
import type { World } from '../world/machine';
import type { Browser } from './browser';
import { address, type Character, type Granted } from './character';
import { runnerOf } from './runner-of';

interface Needs {
  readonly world: World;
  readonly system: System;
  readonly browser: Browser;
  readonly who: Character;
}

/** What a runner is quoted, and what they send with it. */
export interface Shopping {
  readonly quote: string;
  readonly entry: object;
  /** A card was tried with it. */
  readonly isTried?: true;
}

/** What they want: a shirt each of so many people, and a code. */
interface Wish {
  readonly shirts: number;
  readonly code: boolean;
}

const mostQuotes = 8;

/** Somebody in a race with a form: has their entry quoted, goes without what cannot be had, and changes their mind. */
export class Shopper {
  readonly #needs: Needs;
  #wish: Wish;
  /** At first, some think that a minor signs for themselves. */
  #knowsOfGuardians: boolean;

  constructor(needs: Needs) {
    this.#needs = needs;
    const { random } = needs.world;
    this.#knowsOfGuardians = !'02468'.includes(needs.who.registrationId.slice(-1));
    const people = 1 + (needs.who.companions ?? []).length;
    this.#wish = { shirts: random.chance(0.8) ? random.whole(1, people) : 0, code: random.chance(0.8) };
  }

  /** Undefined: they gave up. */
  async quote(held: Granted, previous?: Shopping): Promise<Shopping | undefined> {
    const { world, system, browser, who } = this.#needs;
    const { registrationId, session: sessionHash } = who;
    for (let n = 0; n < mostQuotes; n++) {
      const entry = this.#entry();
      const answer = await browser.ask(system.quote, (quote) =>
        quote({
          ...{ registrationId, sessionHash, address, hold: held.token, form: 1, entry },
          ...(this.#wish.code && { codes: ['HALF'] }),
          ...(previous && { previous: { quote: previous.quote, tried: previous.isTried === true } }),
        }),
      );
      const given = typeof answer === 'object' && answer.kind === 'quoted' ? answer : undefined;
      const kind = typeof answer === 'string' ? answer : answer.kind;
      world.history.add({
        kind: 'quoted',
        registrationId,
        answer: kind,
        wanted: this.#units(),
        ...(given && { ...pricesIn(given.price), birthDates: birthDatesIn(given.entry) }),
      });
      if (given) return { quote: given.quote, entry: given.entry };
      if (typeof answer === 'object' && answer.kind === 'missing') {
        // Some wait for what others hold; the rest goes without.
        const isHeld = answer.missing.every(({ state }) => state === 'held');
        if (!isHeld || world.random.chance(0.6))
          for (const { kind: what, left } of answer.missing)
            this.#wish = what === 'code' ? { ...this.#wish, code: false } : { ...this.#wish, shirts: left };
      } else if (kind === 'wrong') this.#knowsOfGuardians = true;
      else if (kind !== 'error' && kind !== 'busy' && kind !== 'unsettled') return undefined;
      await browser.pause(world.random.whole(1_000, 20_000));
    }
    return undefined;
  }

  /** Something else in the basket: less, or again more. */
  changeMind(): void {
    const { world, who } = this.#needs;
    const most = 1 + (who.companions ?? []).length;
    this.#wish = { shirts: world.random.whole(0, most), code: world.random.chance(0.5) };
  }

  /** Each of them uses the code. */
  #units(): readonly number[] {
    const people = 1 + (this.#needs.who.companions ?? []).length;
    return [this.#wish.shirts, this.#wish.code ? people : 0];
  }

  #entry(): object {
    const { world, who } = this.#needs;
    const { person, registrationId, companions = [] } = who;
    const people = [{ person, registrationId }, ...companions].map((one, n) => {
      const { firstName, lastName, email } = runnerOf(one.person);
      const birthDate = bornOf(one.person, world.time.now);
      const items = n < this.#wish.shirts ? { items: [{ variant: shirt.id, quantity: 1 }] } : {};
      return { registrationId: one.registrationId, firstName, lastName, email, birthDate, answers: {}, ...items };
    });
    const form = { documents: documentsOfRace, ...(!this.#knowsOfGuardians && { adultAge: 0 }) };
    const signed = signedBy(form as unknown as Form, people, dayOf(world.time.now), () => 0);
    return { people: signed, order: { answers: {} } };
  }
}

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** A third are minors, and some of them come of age before the race; two with one name are one person. */
const bornOf = (person: string, now: number): string => {
  const letters = [...person].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const { birthDate } = runnerOf(person);
  if (letters % 3 > 0) return birthDate;
  const birthday = new Date(now + 30 * 86_400_000);
  birthday.setUTCFullYear(birthday.getUTCFullYear() - (letters % 2 === 0 ? 18 : 12));
  return dayOf(birthday.getTime());
};

const birthDatesIn = ({ people }: Entry): Readonly<Record<string, string>> =>
  Object.fromEntries(people.map(({ registrationId, birthDate }) => [registrationId, birthDate]));

const pricesIn = ({ total, people }: Priced) => ({
  total,
  people: people.map(({ share, lines }) => ({ share, amounts: lines.map(({ amount }) => amount) })),
});
