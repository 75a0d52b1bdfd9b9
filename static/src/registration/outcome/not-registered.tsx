import type { ComponentChildren } from 'preact';
import { money } from '../../page/money';
import { Trouble } from '../../page/trouble';
import type { Confirmed, Decided } from './confirmation';

const Words = ({ status, people }: { status: Exclude<Decided, Confirmed>; people: number }) => {
  if (people > 1 && isOfAll(status.status)) return <p>{ofAll[status.status](people, status.eventName)}</p>;
  switch (status.status) {
    case 'duplicate':
      return (
        <p>
          Somebody with this name, date of birth and e-mail address is already registered for {status.eventName}. That
          registration stands. For this second one your card was not charged; a reserved amount is released.
        </p>
      );
    case 'refused':
      return (
        <p>
          When your registration arrived, no spot in {status.eventName} was left for it. We are sorry. Your card was not
          charged; a reserved amount is released. You are on the waiting list now, ahead of those who only asked: we
          write to you when a spot is yours.
        </p>
      );
    case 'payment-failed':
      return (
        <p>
          Your card was accepted at first but could not be charged, so you are not registered for {status.eventName}.
          You can try again with another card.
        </p>
      );
    case 'cancelled':
      return (
        <>
          <p>Your registration for {status.eventName} has ended, and the spot goes to somebody else.</p>
          <p>
            {status.refund > 0
              ? `${money(status.refund, status.currency)} goes back to the card the spot was paid with. Banks take a few days for it.`
              : 'By the rules of this race, nothing of the price goes back.'}
          </p>
        </>
      );
    case 'transferred':
      return (
        <p>
          Somebody else has taken over your spot in {status.eventName}, with its number. Your own registration has
          ended; no money moves.
        </p>
      );
  }
};

const ofAll = {
  duplicate: (_people: number, eventName: string) =>
    `One of you is registered for ${eventName} already, and that registration stands. You register together or not at all: nobody was registered by this, and no money was taken. A reserved amount is released.`,
  refused: (people: number, eventName: string) =>
    `When your registration arrived, ${eventName} had no ${people} spots left. You register together or not at all: nobody was registered. We are sorry. Your card was not charged; a reserved amount is released. You are on the waiting list together now, ahead of those who only asked: we write to you when ${people} spots are yours.`,
  'payment-failed': (_people: number, eventName: string) =>
    `Your card was accepted at first but could not be charged, so none of you is registered for ${eventName}. You can try again with another card.`,
};

const isOfAll = (status: string): status is keyof typeof ofAll => status in ofAll;

const titles = {
  duplicate: 'You are already registered',
  refused: 'No spot was left',
  'payment-failed': 'The payment failed',
  cancelled: 'You gave your spot back',
  transferred: 'Your spot was passed on',
} as const;

interface NotRegisteredProps {
  readonly status: Exclude<Decided, Confirmed>;
  /** How many registered together, as far as the page knows. */
  readonly people?: number;
  /** The next actions. */
  readonly children?: ComponentChildren;
}

/** How a registration ended without a spot. */
export const NotRegistered = ({ status, people = 1, children }: NotRegisteredProps) => (
  <Trouble
    title={people > 1 && status.status === 'duplicate' ? 'One of you is already registered' : titles[status.status]}
  >
    <Words status={status} people={people} />
    {children}
  </Trouble>
);
