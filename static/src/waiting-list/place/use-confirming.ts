import { useEffect, useState } from 'preact/hooks';
import type { WaitingStatus } from '../../../../lambdas/api/messages/waiting-list';
import { lazyApi } from '../../page/lazy-services';
import { replaceLasting } from '../../page/tokens';
import { useSending } from '../../page/use-sending';

/** Confirms the place at once if the ticket came by mail. `confirm` does it once more, for a group that has become smaller, too. */
export const useConfirming = (placeId: string, ticket: string, status: WaitingStatus | undefined, look: () => void) => {
  const [hasConfirmed, setConfirmed] = useState(false);
  const { sending, send } = useSending();
  const mayConfirm = status?.status === 'waiting' && status.confirmation === 'here';
  const confirm = (size?: number) =>
    void send(
      () => lazyApi.confirmPlace(placeId, ticket, size),
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
  return { hasConfirmed, confirm, failure: sending.kind === 'failed' ? sending.failure : undefined };
};

export type Confirming = ReturnType<typeof useConfirming>;
