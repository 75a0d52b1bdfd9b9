import type { Race } from '../race';
import type { System } from '../system';
import type { World } from '../world/machine';

const minute = 60_000;

/** Changes the capacity during the rush; repeats the request until the answer is definite. */
export class Director {
  readonly #world: World;
  readonly #system: System;
  readonly #race: Race;
  isDone = false;

  constructor(world: World, system: System, race: Race) {
    this.#world = world;
    this.#system = system;
    this.#race = race;
    void this.#direct().finally(() => {
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
        const { kind } = await this.#system.direct.invoke((change) => change(raceId, eventId, wanted));
        if (kind === 'ended') break;
        await this.#pause(random.whole(1000, 3 * minute));
      }
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#world.time.after(milliseconds, resolve));
  }
}
