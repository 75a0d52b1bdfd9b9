import { useEffect, useState } from 'preact/hooks';
import type { HoldRequest } from '../../../../lambdas/api/messages/hold-request';
import type { IdentityMessage } from '../../../../lambdas/api/messages/registrations';
import { newDraft, nothingTyped } from '../../flow/draft';
import { keepDraft } from '../../flow/keep-draft';
import { lazyApi } from '../../page/lazy-services';
import { newId, prove } from '../../page/services';
import { keepToken } from '../../page/tokens';
import { useKeptReducer } from '../../page/use-kept-reducer';
import { newJoinDraft, reduceJoining, resumeJoining } from './joining';
import { forgetPlace, keepJoinDraft } from './keep-join-draft';

/** Asks for spots. If many holds come from the runner's network, the page must do a proof of work first. */
const askForSpots = async (raceId: string, wanted: HoldRequest, leaving: AbortSignal) => {
  const asked = await lazyApi.askForSpots(raceId, wanted);
  if (asked.kind !== 'problem' || asked.name !== 'prove-work' || !asked.challenge) return asked;
  const nonce = await prove(asked.challenge, leaving);
  if (!nonce) return asked;
  return lazyApi.askForSpots(raceId, { ...wanted, proof: { challenge: asked.challenge.token, nonce } });
};

interface Exits {
  /** The place is on its way to the list. */
  readonly onPlace: (placeId: string) => void;
  /** There are spots after all, and they are held already. */
  readonly onSpot: (people: number) => void;
}

/** Joins the waiting list of an event. `people`: the number in the address. */
export const useJoining = (raceId: string, eventId: string, people: number, { onPlace, onSpot }: Exits) => {
  const [kept] = useState(() => keepJoinDraft(eventId));
  const { state, dispatch } = useKeptReducer({
    open: () => resumeJoining(kept.read() ?? newJoinDraft(newId(), undefined, people)),
    reduce: reduceJoining,
    keep: (joining) => kept.write(joining.draft),
  });
  const { stage } = state;
  const { placeId, sent, size, companions = [], typed } = state.draft;

  // The number in the address counts, unless the request was sent already.
  useEffect(() => {
    if (!sent) dispatch({ kind: 'sized', size: people });
  }, [people]);

  useEffect(() => {
    if (stage.kind !== 'sending' || !sent) return;
    let isHere = true;
    const leaving = new AbortController();
    const wanted = { registrationId: placeId, eventId, ...(size > 1 && { companions }) };
    const join = async () => {
      // Joining needs a permit, and a refused request for spots brings it. Or spots have come back in the meantime.
      const asked = await askForSpots(raceId, wanted, leaving.signal);
      if (asked.kind === 'ok') {
        const drafts = keepDraft(() => localStorage, raceId);
        if (!drafts.read()?.attempt)
          drafts.write(newDraft([placeId, ...companions], eventId, [{ ...nothingTyped, ...typed }]));
        forgetPlace(eventId, placeId, newId);
        if (isHere) onSpot(size);
        return;
      }
      const permit = asked.kind === 'problem' ? asked.permit : undefined;
      if (permit === undefined) return dispatch({ kind: 'failed', failure: asked });
      const answer = await lazyApi.join(raceId, { placeId, eventId, runner: sent, permit, ...(size > 1 && { size }) });
      if (answer.kind !== 'ok') return dispatch({ kind: 'failed', failure: answer });
      // The mail with the link comes only when the turn is near. Until then the ticket in this browser opens the place.
      keepToken('waiting-list', placeId, answer.value.ticket, true);
      dispatch({ kind: 'joined' });
      if (isHere) onPlace(placeId);
    };
    void join();
    return () => {
      isHere = false;
      leaving.abort();
    };
  }, [stage]);

  return {
    joining: state,
    dispatch,
    send: (runner: IdentityMessage) =>
      dispatch({
        kind: 'sent',
        runner,
        freshId: newId(),
        freshCompanions: Array.from({ length: state.draft.size - 1 }, newId),
      }),
    startOver: () => dispatch({ kind: 'started-over', freshId: newId() }),
  };
};
