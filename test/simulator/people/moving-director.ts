import type { MoveCommand } from '../../../lambdas/registration/change/move/move-event';
import type { Race } from '../race';
import type { System } from '../system';
import type { World } from '../world/machine';
import { eventOf } from '../world/moves';

const [second, minute] = [1000, 60_000];

/** Moves runners between the two events while the first sells, sometimes twice, and takes offers back. */
export class MovingDirector {
  readonly #world: World;
  readonly #system: System;
  readonly #race: Race;
  readonly #other: NonNullable<Race['other']>;
  isDone = false;

  constructor(world: World, system: System, race: Race, other: NonNullable<Race['other']>) {
    this.#world = world;
    this.#system = system;
    this.#race = race;
    this.#other = other;
    void this.#direct().finally(() => {
      this.isDone = true;
    });
  }

  async #direct(): Promise<void> {
    const { random } = this.#world;
    for (let n = random.whole(6, 14); n > 0; n--) {
      await this.#pause(random.whole(second, 4 * minute));
      const { registrations } = this.#system.database.state.tables;
      const live = registrations.filter(({ isLive }) => isLive);
      // Now and then it is somebody who has just left.
      const [first, ...others] = random.chance(0.9) ? live : registrations.filter(({ person }) => person !== null);
      if (!first) continue;
      const { id, spot } = random.pick([first, ...others]);
      const isThere = spot !== null && eventOf(spot) === 'other';
      const command: MoveCommand = {
        registrationId: id,
        eventId: isThere ? this.#race.eventId : this.#other.eventId,
        difference: random.pick(['charge', 'charge', 'charge', 'refund', 'leave']),
        passesWaiting: random.chance(0.8),
      };
      const isTwice = random.chance(0.15);
      const [isOffered] = await Promise.all([this.#order(command), isTwice && this.#order(command)]);
      if (!isOffered || !random.chance(0.4)) continue;
      await this.#pause(random.whole(second, 12 * minute));
      await this.#insist(({ withdrawMove }) => withdrawMove(id));
    }
  }

  /** True when the runner is to pay first. */
  async #order(command: MoveCommand): Promise<boolean> {
    const { registrationId } = command;
    let isOffered = false;
    await this.#insist(async ({ moveEvent }) => {
      const answer = await moveEvent(command);
      const moved = answer.kind === 'moved' ? answer : undefined;
      isOffered = moved?.offer !== undefined;
      this.#world.history.add({
        kind: 'move-ordered',
        registrationId,
        answer: answer.kind,
        ...(moved && { number: moved.number }),
        ...(isOffered && { isOffered: true as const }),
      });
    });
    return isOffered;
  }

  async #insist(work: Parameters<System['direct']['invoke']>[0]): Promise<void> {
    const { random } = this.#world;
    while ((await this.#system.direct.invoke(work)).kind !== 'ended') await this.#pause(random.whole(second, minute));
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#world.time.after(milliseconds, resolve));
  }
}
