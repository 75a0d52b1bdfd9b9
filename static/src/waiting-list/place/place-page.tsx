import { useLocation, useRoute } from 'preact-iso/router';
import type { WaitingStatus } from '../../../../lambdas/api/messages/waiting-list';
import { ForgetHere } from '../../page/forget-here';
import { LinkForm } from '../../page/link-form';
import { LoadFailed, Loading } from '../../page/problem-screen';
import { newId } from '../../page/services';
import { useToken } from '../../page/use-token';
import { useNow } from '../../page/use-value';
import { Crumb } from '../../race/crumb';
import * as listTexts from '../../texts/waiting-list';
import { forgetPlace, keepJoinDraft } from '../join/keep-join-draft';
import { Leaving } from './leaving';
import { Offered } from './offered';
import { NoLongerWaiting, OnTheList, Processing, Waiting } from './place-screens';
import { isOverdue } from './place-state';
import { type Confirming, useConfirming } from './use-confirming';
import { usePlaceState } from './use-place-state';

const NotOpened = () => (
  <LinkForm title={listTexts.noPlaceTitle}>
    <p>{listTexts.noPlace}</p>
  </LinkForm>
);

interface ScreenProps {
  readonly status: Exclude<WaitingStatus, { status: 'processing' }>;
  readonly ticket: string;
  readonly isStale: boolean;
  readonly isLeaving: boolean;
  readonly confirming: Confirming;
  readonly onLeft: () => void;
}

const Screen = ({ status, ticket, isStale, isLeaving, confirming, onLeft }: ScreenProps) => {
  const { placeId, eventId, eventName } = status;
  const href = `/waiting-list/${placeId}`;
  const leaveHref = `${href}?step=leave`;
  if (status.status === 'on-the-list') return <OnTheList eventName={eventName} />;
  if (status.status === 'waiting' || status.status === 'offered') {
    const isOffered = status.status === 'offered';
    if (isLeaving)
      return <Leaving {...{ placeId, ticket, eventName, isOffered, onLeft }} size={status.size} stayHref={href} />;
    if (status.status === 'offered') return <Offered status={status} ticket={ticket} declineHref={leaveHref} />;
    const draft = keepJoinDraft(eventId).read();
    const email = draft?.placeId === placeId ? draft.sent?.email : undefined;
    return <Waiting {...{ status, email, isStale, leaveHref, confirming }} />;
  }
  return <NoLongerWaiting status={status} onJoinAgain={() => forgetPlace(eventId, placeId, newId)} />;
};

const Place = ({ placeId, ticket }: { placeId: string; ticket: string }) => {
  const { query, route } = useLocation();
  const { place, look, leave } = usePlaceState(placeId, ticket);
  const time = useNow();
  const { status, failure } = place;
  const confirming = useConfirming(placeId, ticket, status, () => void look());
  const isRefused = failure?.kind === 'problem' && (failure.name === 'not-yours' || failure.name === 'not-found');
  if (isRefused) return <NotOpened />;
  if (!status) {
    return failure ? <LoadFailed failure={failure} again={() => void look()} what="place" /> : <Loading what="place" />;
  }
  if (status.status === 'processing') return <Processing key="processing" isLate={isOverdue(place, time)} />;
  const isLeaving = query.step === 'leave';
  return (
    <>
      <Crumb race={{ id: status.raceId, name: status.raceName }} eventName={status.eventName} />
      <Screen
        key={`${status.status} ${isLeaving}`}
        status={status}
        ticket={ticket}
        isStale={failure !== undefined}
        isLeaving={isLeaving}
        confirming={confirming}
        onLeft={() => {
          leave();
          route(`/waiting-list/${placeId}`, true);
        }}
      />
    </>
  );
};

/** A place on a waiting list, opened by its ticket. */
export const PlacePage = () => {
  const { params } = useRoute();
  const placeId = params.placeId ?? '';
  const ticket = useToken('waiting-list', placeId);
  return (
    <div class="narrow">
      {ticket ? <Place key={`${placeId} ${ticket}`} placeId={placeId} ticket={ticket} /> : <NotOpened />}
      <ForgetHere />
    </div>
  );
};
