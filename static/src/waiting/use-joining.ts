import { useEffect, useState } from 'preact/hooks';
import type { IdentityMessage } from '../../../lambdas/api/registrations';
import { laterApi } from '../page/later-needs';
import { newId } from '../page/needs';
import { keepToken } from '../page/tokens';
import { useSteps } from '../page/use-steps';
import { keepWish } from './keep-wish';
import { newWish, reduceJoining, resumeJoining } from './wish';

/** This browser's wish for a place on the list of an event. `people`: how many the address speaks of. `onPlace`: it has just been granted. */
export const useJoining = (raceId: string, eventId: string, people: number, onPlace: (placeId: string) => void) => {
  const [kept] = useState(() => keepWish(eventId));
  const { state, tell } = useSteps({
    open: () => resumeJoining(kept.read() ?? newWish(newId(), undefined, people)),
    reduce: reduceJoining,
    keep: (joining) => kept.write(joining.wish),
  });
  const { stage } = state;
  const { placeId, sent, size } = state.wish;

  // Whoever comes by another link means its number, unless he has asked already.
  useEffect(() => {
    if (!sent) tell({ kind: 'sized', size: people });
  }, [people]);

  useEffect(() => {
    if (stage.kind !== 'sending' || !sent) return;
    let isHere = true;
    void laterApi.join(raceId, { placeId, eventId, runner: sent, ...(size > 1 && { size }) }).then((answer) => {
      if (answer.kind !== 'ok') return tell({ kind: 'failed', failure: answer });
      // No mail tells of it before a spot is offered: this browser is the only way back to the place.
      keepToken('waiting-list', placeId, answer.value.ticket, true);
      tell({ kind: 'joined' });
      if (isHere) onPlace(placeId);
    });
    return () => {
      isHere = false;
    };
  }, [stage]);

  return {
    joining: state,
    tell,
    send: (runner: IdentityMessage) => tell({ kind: 'sent', runner, freshId: newId() }),
    beginAnew: () => tell({ kind: 'began-anew', freshId: newId() }),
  };
};
