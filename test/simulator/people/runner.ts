import { seatsOf } from '../../../lambdas/domain/hold';
import { identityOf } from '../../../lambdas/domain/person/person';
import { sha256 } from '../../../lambdas/platform/signed-tokens';
import type { Proof } from '../../../lambdas/spots/limits/limits';
import type { Race } from '../race';
import type { System } from '../system';
import type { World } from '../world/machine';
import { Browser } from './browser';
import { changeMind } from './change-of-mind';
import { address, type Character, type Granted } from './character';
import { Payer } from './payer';
import { runnerOf } from './runner-of';
import { Shopper } from './shopper';

const minute = 60_000;

/** A person in a browser: waits, comes back, clicks again, goes away. */
export class Visitor {
  readonly #world: World;
  readonly #system: System;
  readonly #race: Race;
  readonly #who: Character;
  readonly #browser: Browser;
  readonly #payer: Payer;
  isDone = false;

  constructor(world: World, system: System, race: Race, who: Character) {
    this.#world = world;
    this.#system = system;
    this.#race = race;
    this.#who = who;
    this.#browser = new Browser(world, who.person);
    const shopper = race.form && new Shopper({ world, system, browser: this.#browser, who });
    this.#payer = new Payer({ world, system, browser: this.#browser, who, shopper });
    world.time.after(who.arrives, () => {
      void this.#visit().finally(() => {
        this.isDone = true;
      });
    });
  }

  get #companions(): readonly string[] {
    return (this.#who.companions ?? []).map(({ registrationId }) => registrationId);
  }

  async #visit(): Promise<void> {
    const held = await this.#hold();
    if (!held) return;
    const { thinks, isRobbed, clicksTwice } = this.#who;
    await this.#browser.pause(thinks);
    if (isRobbed) await this.#beRobbed(held.token);
    const second = clicksTwice ? this.#payer.pay(held) : undefined;
    const answer = await this.#payer.pay(held);
    await second;
    if (answer === 'accepted') await this.#watch(held.token);
    if (isRobbed) await this.#beImpersonated();
    if (answer === 'accepted') await this.#thinkAgain(held);
  }

  /** Each of them alone; some all at once. */
  async #thinkAgain({ token, hold }: Granted): Promise<void> {
    const { session, companions = [] } = this.#who;
    const [sleep, areOne] = [() => this.#world.random.whole(0, 30 * minute), this.#world.random.chance(0.5)];
    const together = areOne ? sleep() : undefined;
    const paid = hold.quote.total / (1 + companions.length);
    const shared = { world: this.#world, system: this.#system, race: this.#race, browser: this.#browser, paid };
    await Promise.all(
      [this.#who, ...companions].map(async ({ person, registrationId, mind }) => {
        const question = { registrationId, token, sessionHash: session };
        if (mind) await changeMind({ ...shared, person, after: together ?? sleep() }, question, mind);
      }),
    );
  }

  async #hold(): Promise<Granted | undefined> {
    const { registrationId, session, tries, ticket, waits } = this.#who;
    const companions = this.#companions;
    const { raceId, eventId } = this.#race;
    const wish = { registrationId, companions, raceId, eventId, sessionHash: session, address, ticket };
    let proof: Proof | undefined;
    for (let n = 0; n < tries; n++) {
      const answer = await this.#browser.ask(this.#system.register, (hold) => hold({ ...wish, proof }));
      if (answer === 'gone') return undefined;
      const kind = answer === 'error' ? answer : answer.kind;
      const granted = answer !== 'error' && answer.kind === 'granted' ? answer : undefined;
      this.#world.history.add({
        kind: 'hold',
        registrationId,
        session,
        answer: kind,
        ...(granted && {
          block: granted.hold.block,
          spots: seatsOf(granted.hold).map(({ spot }) => spot),
          total: granted.hold.quote.total,
          expiresAt: granted.hold.expiresAt,
        }),
      });
      if (answer !== 'error' && answer.kind === 'prove-work') proof = workedOut(answer.challenge);
      // Sometimes the browser asks again although it has its answer: a reload.
      if (granted && !this.#world.random.chance(0.05)) return granted;
      const isFull = full.has(kind) || (kind === 'held' && this.#world.random.chance(0.4));
      const permit = answer === 'error' ? undefined : answer.permit;
      if (waits && isFull && permit !== undefined) {
        await this.#join(permit);
        return undefined;
      }
      if (hopeless.has(kind)) return undefined;
      await this.#browser.pause(this.#world.random.whole(...(pausesMs[kind] ?? [1000, 2000])));
    }
    return undefined;
  }

  /** With the id under which no spot was found. */
  async #join(permit: string): Promise<void> {
    const { person, registrationId: placeId, session: sessionHash } = this.#who;
    const { raceId, eventId } = this.#race;
    const wish = { placeId, raceId, eventId, runner: identityOf(runnerOf(person)), size: 1 + this.#companions.length };
    for (let n = 0; n < 3; n++) {
      const ticket = await this.#browser.ask(this.#system.join, (join) => join(wish, { permit, sessionHash }));
      const answer = ticket === 'gone' || ticket === 'error' ? ticket : ticket.kind;
      this.#world.history.add({ kind: 'joined', person, placeId, answer });
      if (answer !== 'error') return;
    }
  }

  /** Looks at the status for a while. */
  async #watch(token: string): Promise<void> {
    for (let n = 0; n < 6; n++) {
      await this.#browser.pause(this.#world.random.whole(1000, 10_000) * (n + 1));
      const { registrationId, session } = this.#who;
      // All of a group on one page.
      for (const id of this.#companions) if (n === 1) await this.#look(id, token, session);
      if ((await this.#look(registrationId, token, session)) !== 'processing') return;
    }
  }

  async #look(registrationId: string, token: string, sessionHash: string, isStranger = false): Promise<string> {
    const answer = await this.#browser.ask(this.#system.show, (show) => show({ registrationId, token, sessionHash }));
    if (answer === 'gone') return answer;
    const status = answer !== 'error' && answer.kind === 'decided' ? answer.status : undefined;
    const { outcome, number, payment } = status ?? {};
    this.#world.history.add({
      kind: 'shown',
      registrationId,
      answer: answer === 'error' ? answer : answer.kind,
      ...(outcome && { outcome }),
      ...(number !== undefined && { number }),
      ...(payment && { payment }),
      ...(isStranger && { isStranger }),
    });
    const isSettled = outcome && payment !== 'authorised';
    return isSettled ? 'settled' : 'processing';
  }

  /** With the hold of another session, or with a changed hold, every request fails. */
  async #beRobbed(token: string): Promise<void> {
    const { registrationId } = this.#who;
    const thief = 'the session of a thief';
    for (const [trick, hold] of [
      ['stolen', token],
      ['forged', forged(token, thief)],
    ] as const) {
      await this.#payer.send({ hold, sessionHash: thief, card: 'pm_of_a_thief' }, trick);
    }
    for (const id of [registrationId, ...this.#companions]) await this.#look(id, token, thief, true);
  }

  /**
   * Somebody who knows an id and holds a spot under it in a session of their own; that opens no registration under the
   * id.
   */
  async #beImpersonated(): Promise<void> {
    const { registrationId } = this.#who;
    const { raceId, eventId, refundPercent } = this.#race;
    const companions = this.#companions;
    const sessionHash = 'the session of an impostor';
    const own = this.#world.random.uuid(this.#world.time.now);
    for (const ids of [[registrationId], [own, registrationId]]) {
      const [lead = own, ...others] = ids;
      const wish = { registrationId: lead, companions: others, raceId, eventId, sessionHash, address: '192.0.2.66' };
      const answer = await this.#browser.ask(this.#system.register, (hold) => hold(wish));
      const granted = typeof answer !== 'string' && answer.kind === 'granted' ? answer : undefined;
      if (!granted) continue;
      for (const id of [registrationId, ...companions]) {
        await this.#look(id, granted.token, sessionHash, true);
        const changed = await this.#browser.ask(this.#system.change, (change) =>
          change.cancel({ registrationId: id, token: granted.token, sessionHash }, refundPercent),
        );
        this.#world.history.add({
          kind: 'changed',
          registrationId: id,
          what: 'cancel',
          answer: typeof changed === 'string' ? changed : changed.kind,
          isStranger: true,
        });
      }
    }
  }
}

/** Milliseconds that people wait before they ask again: least and most. */
const pausesMs: Readonly<Record<string, readonly [number, number]>> = {
  held: [10_000, 8 * minute],
  'not-open-yet': [1000, 15_000],
  paused: [1000, minute],
  'prove-work': [200, 20_000],
};

/** Answers after which a runner may join the waiting list. */
const full = new Set(['sold-out', 'waiting', 'too-few']);

/** Answers after which nobody comes back. */
const hopeless = new Set([...full, 'closed', 'id-taken', 'too-many-holds', 'not-yours', 'offer-ended', 'wrong-size']);

/** Computed as the page does it. */
const workedOut = ({ token, work }: { readonly token: string; readonly work: number }): Proof => {
  for (let n = 0; ; n++) {
    const bytes = Buffer.from(sha256(`${token}:${n}`), 'base64url');
    if (bytes.readUIntBE(0, 6) < 2 ** 48 / work) return { challenge: token, nonce: `${n}` };
  }
};

/** The same hold for another session, without a valid signature. */
const forged = (token: string, sessionHash: string): string => {
  const [kid, payload = '', mac] = token.split('.');
  const hold: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [kid, Buffer.from(JSON.stringify({ ...hold, sessionHash })).toString('base64url'), mac].join('.');
};
