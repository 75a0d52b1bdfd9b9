import type { Bank } from '../world/bank';
import type { Fleet } from '../world/fleet';
import { Machine, type World } from '../world/machine';

/** A browser. It reaches the functions over a network that fails too, and may be closed in the middle. */
export class Browser {
  readonly #world: World;
  readonly #person: string;
  readonly #machine: Machine;

  constructor(world: World, person: string) {
    this.#world = world;
    this.#person = person;
    this.#machine = new Machine(world, person, { isMortal: false });
  }

  pause(milliseconds: number): Promise<void> {
    return this.#machine.pause(milliseconds);
  }

  /** The bank's page in this browser. */
  async toBank(bank: Bank, clientSecret: string, outcome: 'pass' | 'fail'): Promise<void> {
    await bank.authenticate(this.#machine, clientSecret, outcome).catch(() => undefined);
  }

  async ask<Handler, T>(fleet: Fleet<Handler>, work: (handler: Handler) => Promise<T>): Promise<T | 'error' | 'gone'> {
    const { faultPlan, random } = this.#world;
    if (faultPlan.strikes('browser-closed', this.#person)) return 'gone';
    await this.pause(random.whole(5, 150));
    if (faultPlan.strikes('throttled', this.#person)) return 'error';
    const ended = await fleet.invoke(work);
    await this.pause(random.whole(5, 150));
    if (ended.kind !== 'ended' || faultPlan.strikes('page-answer-lost', this.#person)) return 'error';
    return ended.value;
  }
}
