import * as t from '../texts/page';
import { joinHref } from './register-href';

interface JoinLinkProps {
  readonly raceId: string;
  readonly event: { readonly id: string; readonly name: string };
  /** How many people are in the group. */
  readonly people?: number;
  readonly class?: string;
}

/** The link to join the waiting list of an event. */
export const JoinLink = ({ raceId, event, people = 1, class: name = 'button' }: JoinLinkProps) => (
  <a class={name} href={joinHref(raceId, event.id, people)}>
    {t.joinList(people)}
    <span class="aside-for-readers">{t.forEvent(event.name)}</span>
  </a>
);
