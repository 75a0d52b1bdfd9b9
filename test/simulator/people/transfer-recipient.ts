import type { System } from '../system';
import type { World } from '../world/machine';
import { Browser } from './browser';
import { takeOver } from './change-of-mind';

/** The runner to whom a spot is passed on. */
export class TransferRecipient {
  isDone = false;

  constructor(world: World, system: System, person: string, transferId: string, token: string) {
    const browser = new Browser(world, person);
    void takeOver({ world, system, browser, person }, transferId, token).finally(() => {
      this.isDone = true;
    });
  }
}
