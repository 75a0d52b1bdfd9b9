import type { PersonMessage } from '../../../lambdas/api/console/messages';
import { money } from '../../src/page/money';
import { CommandForm } from '../commands/command-form';
import { eventField } from '../commands/fields';
import type { RaceScreenProps } from '../race/race-screen';
import * as p from '../texts/participants';

interface MoveFormProps {
  readonly race: RaceScreenProps['race'];
  readonly person: PersonMessage;
}

interface Moved {
  readonly movedEvent: p.MoveFacts & { readonly refund: number; readonly currency: string };
}

const movedWords = ({ movedEvent }: Moved, isDone: boolean) => {
  const { refund, currency } = movedEvent;
  const back = refund > 0 ? money(refund, currency) : undefined;
  return (isDone ? p.moveDid(movedEvent, back) : p.moveWould(movedEvent, back)).map((words) => (
    <p key={words}>{words}</p>
  ));
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
            ['leave', p.move.leave],
          ],
          initial: 'refund',
        },
        { name: 'passWaiting', label: p.move.passWaiting, kind: 'yes' },
      ]}
      says={movedWords}
    />
  );
};
