import type { System } from '../system';
import type { World } from '../world/machine';
import { Browser } from './browser';

/** A runner who asked for a place on the list, and opens the link in the mail after a while. */
export class Confirmer {
  isDone = false;

  constructor(world: World, system: System, recipient: string, placeId: string, ticket: string) {
    const browser = new Browser(world, recipient.split('@')[0] ?? '');
    const confirm = async () => {
      await browser.pause(world.random.whole(1000, 20 * 60_000));
      for (let n = 0; n < 3; n++) {
        const answer = await browser.ask(system.confirm, (open) => open(placeId, ticket));
        if (answer !== 'error') return;
        await browser.pause(world.random.whole(1000, 60_000));
      }
    };
    void confirm().finally(() => {
      this.isDone = true;
    });
  }
}
