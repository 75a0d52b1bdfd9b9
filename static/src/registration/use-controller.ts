import { useEffect, useState } from 'preact/hooks';
import { type Controller, openController } from '../flow/controller';
import { sizeOf } from '../flow/draft';
import { draftKey, keepDraft, readDraft } from '../flow/keep-draft';
import { api, bank, newId, prove, withLock } from '../page/services';
import { accessTo } from '../race/opened';
import { learnTime, serverClock } from '../time/ticker';
import { leaveCopies, recall } from './server-copy';

/** Reads the server's time, unless it is known. Whether a hold has expired must not depend on this device's clock. */
const knowTheTime = async (raceId: string) => {
  if (serverClock.known()) return;
  const answer = await api.availability(raceId);
  if (answer.kind === 'ok') learnTime(answer.value.now);
};

/**
 * The controller of this browser's registration for a race. It runs while the page is shown. Undefined until the draft is
 * read.
 */
export const useController = (raceId: string): Controller | undefined => {
  const [controller, setController] = useState<Controller>();
  useEffect(() => {
    let opened: Controller | undefined;
    let isCurrent = true;
    let endCopies = () => {};
    const kept = keepDraft(() => localStorage, raceId);
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === draftKey(raceId)) opened?.adopt(readDraft(newValue));
    };
    const onOnline = () => {
      const stage = opened?.flow.peek().stage;
      if (stage?.kind === 'standing-by' && stage.pause === 'offline' && !stage.stopped)
        opened?.dispatch({ kind: 'time-came' });
    };
    void Promise.all([recall(raceId, kept), knowTheTime(raceId)]).then(([recalled]) => {
      if (!isCurrent) return;
      opened = openController({
        raceId,
        // A code may have opened the event.
        api: { ...api, hold: (id, body) => api.hold(id, { ...accessTo(id, body.eventId), ...body }) },
        bank,
        prove,
        kept,
        now: () => serverClock.now(),
        learnTime,
        random: Math.random,
        newId,
        later: (milliseconds, work) => {
          const timer = setTimeout(work, milliseconds);
          return () => clearTimeout(timer);
        },
        lock: withLock(`startline:${raceId}`),
      });
      addEventListener('storage', onStorage);
      addEventListener('online', onOnline);
      endCopies = leaveCopies(opened);
      if (recalled) opened.ask(recalled.eventId, sizeOf(recalled));
      setController(opened);
    });
    return () => {
      isCurrent = false;
      removeEventListener('storage', onStorage);
      removeEventListener('online', onOnline);
      endCopies();
      opened?.close();
      setController(undefined);
    };
  }, [raceId]);
  return controller;
};
