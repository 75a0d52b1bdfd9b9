import type { Race } from '../race';
import type { System } from '../system';
import type { World } from '../world/machine';
import { Browser } from './browser';
import { takeOver } from './change-of-mind';
import { payFee } from './fee-payer';

/** The runner to whom a spot is passed on. */
export class TransferRecipient {
  isDone = false;

  constructor(world: World, system: System, race: Race, person: string, transferId: string, token: string) {
    const who = { world, system, browser: new Browser(world, person), person };
    void this.#come(who, race, transferId, token).finally(() => {
      this.isDone = true;
    });
  }

  async #come(who: Parameters<typeof payFee>[0], race: Race, transferId: string, token: string): Promise<void> {
    if (race.transferFee === undefined) return takeOver(who, transferId, token);
    // Some try to get it for nothing.
    if (who.world.random.chance(0.2)) await takeOver(who, transferId, token);
    await payFee(who, transferId, token);
  }
}
