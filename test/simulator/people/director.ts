import type { EventSale } from '../../../lambdas/domain/event-sale';
import { type Random, random } from '../../support/random';
import { published, type Race } from '../race';
import type { System } from '../system';
import type { World } from '../world/machine';

const minute = 60_000;

/**
 * Changes the capacity during the rush, in some worlds pauses or closes the sale for a while, and in some cancels the race;
 * repeats each request until the answer is definite.
 */
export class Director {
  readonly #world: World;
  readonly #system: System;
  readonly #race: Race;
  isDone = false;

  constructor(world: World, system: System, race: Race) {
    this.#world = world;
    this.#system = system;
    this.#race = race;
    void Promise.all([this.#direct(), this.#sell(), this.#cancel()]).finally(() => {
      this.isDone = true;
    });
  }

  async #direct(): Promise<void> {
    const { random } = this.#world;
    const { capacity, raceId, eventId } = this.#race;
    for (let n = random.pick([0, 0, 1, 2, 3]); n > 0; n--) {
      await this.#pause(random.whole(0, 25 * minute));
      const wanted = random.whole(Math.max(1, capacity - 3), capacity + 4);
      for (let tries = 0; tries < 8; tries++) {
        const { kind } = await this.#system.direct.invoke(({ changeCapacity }) =>
          changeCapacity(raceId, eventId, wanted),
        );
        if (kind === 'ended') break;
        await this.#pause(random.whole(1000, 3 * minute));
      }
    }
  }

  /** By chances of their own: a world in which nobody pauses is the one that its seed always made. */
  async #sell(): Promise<void> {
    const { capacity, opensAt, closesAt } = this.#race;
    const chance = random(opensAt + closesAt + capacity);
    if (!chance.chance(0.3)) return;
    for (let n = chance.whole(1, 2); n > 0; n--) {
      await this.#pause(chance.whole(0, 8 * minute));
      await this.#change(chance.pick(['paused', 'paused', 'closed']), chance);
      await this.#pause(chance.whole(1000, 5 * minute));
      await this.#change('on', chance);
    }
  }

  async #change(sale: Exclude<EventSale, 'cancelled'>, chance: Random): Promise<void> {
    const { raceId } = this.#race;
    for (;;) {
      const change = { raceId, sale, isDryRun: false };
      const ended = await this.#system.direct.invoke(({ changeSale }) => changeSale(change));
      if (ended.kind === 'ended' && ended.value.kind === 'cancelled') return;
      const isStopped = ended.kind === 'ended' && ended.value.kind === 'changed' && ended.value.dealing === 0;
      if (isStopped && sale !== 'on') this.#world.history.add({ kind: 'stopped' });
      if (isStopped) return;
      await this.#pause(chance.whole(1000, minute));
    }
  }

  /** By chances of their own, too. Some stop the job, think, and let it go on. */
  async #cancel(): Promise<void> {
    const { capacity, opensAt, closesAt, raceId } = this.#race;
    const chance = random(opensAt + 2 * closesAt + capacity);
    if (!chance.chance(0.15)) return;
    await this.#pause(chance.whole(minute / 2, 40 * minute));
    const order = { raceId, name: published(this.#race).name, refundPercent: chance.pick([0, 50, 100, 100]) };
    await this.#insist(chance, ({ cancelRace }) => cancelRace({ ...order, message: 'A storm.', isDryRun: false }));
    const [job] = this.#system.database.state.jobs;
    for (let n = chance.pick([0, 0, 1, 2]); n > 0 && job; n--) {
      // Half of them look until it works: it is soon done.
      const isSoon = chance.chance(0.5);
      const isWaiting = () => this.#system.database.state.jobs[0]?.state === 'waiting';
      while (isSoon && isWaiting()) await this.#pause(chance.whole(10, 200));
      if (!isSoon) await this.#pause(chance.whole(1000, minute + minute / 2));
      await this.#insist(chance, ({ cancellations }) => cancellations.stop(raceId, job.id));
      await this.#pause(chance.whole(1000, 3 * minute));
      await this.#insist(chance, ({ cancellations }) => cancellations.resume(raceId, job.id));
    }
  }

  async #insist(chance: Random, work: Parameters<System['direct']['invoke']>[0]): Promise<void> {
    while ((await this.#system.direct.invoke(work)).kind !== 'ended') await this.#pause(chance.whole(1000, minute));
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#world.time.after(milliseconds, resolve));
  }
}
