import { useEffect, useState } from 'preact/hooks';
import type { WaitingStatus } from '../../../../lambdas/api/messages/waiting-list';
import { lazyApi } from '../../page/lazy-services';
import { replaceLasting } from '../../page/tokens';
import { useSending } from '../../page/use-sending';

/** Confirms the place at once if the ticket came by mail. `again` is for a retry by the runner. */
export const useConfirming = (placeId: string, ticket: string, status: WaitingStatus | undefined, look: () => void) => {
  const [hasConfirmed, setConfirmed] = useState(false);
  const { sending, send } = useSending();
  const mayConfirm = status?.status === 'waiting' && status.confirmation === 'here';
  const confirm = () =>
    void send(
      () => lazyApi.confirmPlace(placeId, ticket),
      ({ status: answer }) => {
        // The ticket that joining gave does not open the place any more.
        replaceLasting('waiting-list', placeId, ticket);
        setConfirmed(answer === 'confirmed');
        look();
      },
    );
  useEffect(() => {
    if (mayConfirm && !hasConfirmed) confirm();
  }, [mayConfirm]);
  return { hasConfirmed, again: confirm, failure: sending.kind === 'failed' ? sending.failure : undefined };
};

export type Confirming = ReturnType<typeof useConfirming>;
