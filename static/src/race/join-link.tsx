interface JoinLinkProps {
  readonly raceId: string;
  readonly event: { readonly id: string; readonly name: string };
  readonly class?: string;
}

export const joinHref = (raceId: string, eventId: string) => `/races/${raceId}/waiting-list?event=${eventId}`;

/** To the waiting list of an event. */
export const JoinLink = ({ raceId, event, class: name = 'button' }: JoinLinkProps) => (
  <a class={name} href={joinHref(raceId, event.id)}>
    Join the waiting list<span class="aside-for-readers"> for {event.name}</span>
  </a>
);
