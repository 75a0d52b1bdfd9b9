import { type Controller, openController } from '../flow/controller';
import { draftKey, readDraft } from '../flow/keep-draft';
import { learnTime, serverClock } from '../time/ticker';
import { bank, newId, withLock } from './services';

interface OpenHere extends Pick<Parameters<typeof openController>[0], 'raceId' | 'api' | 'prove' | 'kept'> {
  /** The name of the draft that is kept, and of its lock. */
  readonly name: string;
}

/**
 * Opens a controller with the clock and the timers of this browser. It takes over what other tabs write to the draft, and goes on as soon
 * as the network is back. Call `end` when the page is left.
 */
export const openHere = ({
  name,
  ...given
}: OpenHere): { readonly controller: Controller; readonly end: () => void } => {
  const controller = openController({
    ...given,
    bank,
    now: () => serverClock.now(),
    learnTime,
    random: Math.random,
    newId,
    later: (milliseconds, work) => {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    lock: withLock(`startline:${name}`),
  });
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === draftKey(name)) controller.adopt(readDraft(newValue));
  };
  const onOnline = () => {
    const { stage } = controller.flow.peek();
    if (stage.kind === 'standing-by' && stage.pause === 'offline' && !stage.stopped)
      controller.dispatch({ kind: 'time-came' });
  };
  addEventListener('storage', onStorage);
  addEventListener('online', onOnline);
  return {
    controller,
    end: () => {
      removeEventListener('storage', onStorage);
      removeEventListener('online', onOnline);
      controller.close();
    },
  };
};
