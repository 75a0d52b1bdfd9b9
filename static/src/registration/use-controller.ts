import { useEffect, useState } from 'preact/hooks';
import type { Controller } from '../flow/controller';
import { sizeOf } from '../flow/draft';
import { keepDraft } from '../flow/keep-draft';
import { openHere } from '../page/open-here';
import { api, prove } from '../page/services';
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
    let isCurrent = true;
    let end = () => {};
    const kept = keepDraft(() => localStorage, raceId);
    void Promise.all([recall(raceId, kept), knowTheTime(raceId)]).then(([recalled]) => {
      if (!isCurrent) return;
      // A code may have opened the event.
      const hold: typeof api.hold = (id, body) => api.hold(id, { ...accessTo(id, body.eventId), ...body });
      const opened = openHere({ raceId, name: raceId, api: { ...api, hold }, prove, kept });
      const endCopies = leaveCopies(opened.controller);
      end = () => {
        endCopies();
        opened.end();
      };
      if (recalled) opened.controller.ask(recalled.eventId, sizeOf(recalled));
      setController(opened.controller);
    });
    return () => {
      isCurrent = false;
      end();
      setController(undefined);
    };
  }, [raceId]);
  return controller;
};
