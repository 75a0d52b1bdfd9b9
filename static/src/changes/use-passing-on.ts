import { useEffect, useState } from 'preact/hooks';
import { type Kept, keepUnder } from '../flow/kept';
import type { Recipient } from '../http/lazy-api';
import { lazyApi } from '../page/lazy-services';
import { api, newId } from '../page/services';
import { useKeptReducer } from '../page/use-kept-reducer';
import type { Confirmed, Decided } from '../registration/outcome/confirmation';
import { type KeptTransfer, keptOf, keptTransfer, reducePassingOn, resumePassingOn } from './passing-on';

/** Stores one offer for each registration. */
export const keepTransfer = (registrationId: string): Kept<KeptTransfer> =>
  keepUnder(() => localStorage, `startline:transfer:${registrationId}`, keptTransfer);

/** Offers a registration's spot to somebody, and takes the offer back. */
export const usePassingOn = (status: Confirmed, token: string, onChanged: (status: Decided) => void) => {
  const { registrationId } = status;
  const [kept] = useState(() => keepTransfer(registrationId));
  const { state, dispatch } = useKeptReducer({
    open: () => resumePassingOn(kept.read(), status.transfer),
    reduce: reducePassingOn,
    keep: (stage) => kept.write(keptOf(stage)),
  });
  /**
   * Whether the registration has ended: somebody accepted the offer, or the spot was given back elsewhere. Then shows this.
   */
  const hasGone = async (): Promise<boolean> => {
    const answer = await api.status(registrationId, token, { retries: 3 });
    if (answer.kind !== 'ok' || answer.value.status === 'processing' || answer.value.status === 'confirmed')
      return false;
    kept.write(undefined);
    onChanged(answer.value);
    return true;
  };
  /** Takes the offer back. The recipient may accept at the same moment and be faster. */
  const withdraw = async () => {
    const answer = await lazyApi.withdrawTransfer(registrationId, token);
    if (answer.kind === 'ok') onChanged({ ...status, transfer: undefined });
    if (answer.kind === 'problem' && answer.name === 'passed-on') await hasGone();
    return answer;
  };
  useEffect(() => {
    if (state.kind !== 'sending') return;
    const { transferId, recipient } = state.transfer;
    void lazyApi.offerTransfer(registrationId, token, { transferId, recipient }).then(async (answer) => {
      if (answer.kind === 'problem' && answer.name === 'no-spot' && (await hasGone())) return;
      dispatch(answer.kind === 'ok' ? { kind: 'offered' } : { kind: 'failed', failure: answer });
    });
  }, [state]);
  return {
    state,
    dispatch,
    withdraw,
    send: (recipient: Recipient) => dispatch({ kind: 'sent', recipient, freshId: newId() }),
  };
};
