import type { PersonMessage } from '../../../lambdas/api/console/messages';
import { money } from '../../src/page/money';
import { shortInstant } from '../../src/time/dates';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import { eventField } from '../commands/fields';
import type { RaceScreenProps } from '../race/race-screen';
import * as p from '../texts/moves';

interface MoveFormProps {
  readonly race: RaceScreenProps['race'];
  readonly person: PersonMessage;
}

interface Moved {
  readonly movedEvent: p.MoveFacts & {
    readonly refund: number;
    readonly currency: string;
    readonly offer?: { readonly amount: number; readonly endsAt: string };
  };
}

const movedWords = ({ movedEvent }: Moved, isDone: boolean, timeZone: string): readonly string[] => {
  const { refund, currency, offer } = movedEvent;
  if (offer) {
    const asked = { difference: money(offer.amount, currency), until: shortInstant(offer.endsAt, timeZone) };
    return isDone ? p.moveOfferDid(movedEvent, asked) : p.moveOfferWould(movedEvent, asked);
  }
  const back = refund > 0 ? money(refund, currency) : undefined;
  return isDone ? p.moveDid(movedEvent, back) : p.moveWould(movedEvent, back);
};

/** Takes the offer of a dearer event back, while it stands. */
export const WithdrawMove = ({ race, person: { registrationId, moveOffers } }: MoveFormProps) => {
  const open = moveOffers.find(({ state }) => state === 'open');
  return open ? (
    <p>
      <CommandButton<unknown>
        raceId={race.id}
        command="withdrawMove"
        content={{ registrationId }}
        label={p.withdrawMove.label}
        title={p.withdrawMove.label}
        act={p.withdrawMove.act}
        says={(_, isDone) => <p>{isDone ? p.withdrawDid : p.withdrawWould(open.to)}</p>}
      />
    </p>
  ) : null;
};

/** To another event of the race, where it has one in which people run. */
export const MoveForm = ({ race, person: { registrationId, eventId } }: MoveFormProps) => {
  const others = race.events.filter(({ id, distance }) => id !== eventId && distance > 0);
  if (others.length === 0) return null;
  return (
    <CommandForm<Moved>
      race={race}
      command="moveEvent"
      title={p.move.title}
      lead={p.move.lead}
      act={p.move.act}
      content={(values) => ({ ...values, registrationId })}
      fields={[
        eventField(others),
        {
          name: 'difference',
          label: p.move.difference,
          hint: p.move.differenceHint,
          kind: 'choice',
          choices: [
            ['refund', p.move.refund],
            ['charge', p.move.charge],
            ['leave', p.move.leave],
          ],
          initial: 'refund',
        },
        { name: 'passWaiting', label: p.move.passWaiting, kind: 'yes' },
      ]}
      says={(answer, isDone) => movedWords(answer, isDone, race.timeZone).map((words) => <p key={words}>{words}</p>)}
    />
  );
};
