import { Browser } from './browser';
import { takeOver } from './change-of-mind';
import type { World } from './machine';
import type { System } from './system';

/** Somebody whom a runner passes his spot on to. */
export class Heir {
  isDone = false;

  constructor(world: World, system: System, person: string, transferId: string, token: string) {
    const browser = new Browser(world, person);
    void takeOver({ world, system, browser, person }, transferId, token).finally(() => {
      this.isDone = true;
    });
  }
}
