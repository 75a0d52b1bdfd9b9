import { CommandForm } from '../commands/command-form';
import { eventField } from '../commands/fields';
import * as c from '../texts/commands';
import type { RaceScreenProps } from './race-screen';

type Race = RaceScreenProps['race'];

interface SpotFormProps {
  readonly race: Race;
  /** The dialog around it has the title. */
  readonly isInDialog?: boolean;
}

interface Changed {
  readonly changed: { readonly eventId: string; readonly capacity: number; readonly spots: number };
}

export interface SaleChanged {
  readonly sale: {
    readonly sale: 'on' | 'paused' | 'closed';
    readonly events: readonly (c.SaleFacts & { readonly eventId: string })[];
    readonly dealing: number;
  };
}

interface Expected {
  readonly expected: { readonly runners: number };
}

/** In place of an event's id. */
const allEvents = 'all';

const eventIn = (race: Race, id: string) => race.events.find((event) => event.id === id);

/** What a change of the sale does to each event. */
export const SaleSays = ({ race, answer, isDone }: { race: Race; answer: SaleChanged; isDone: boolean }) => {
  const { sale, events, dealing } = answer.sale;
  return (
    <>
      <ul>
        {events.map((event) => (
          <li key={event.eventId}>
            {c.saleSays(eventIn(race, event.eventId)?.name ?? event.eventId, sale, event, isDone)}
          </li>
        ))}
      </ul>
      {dealing > 0 && <p class="note">{c.stillDealing}</p>}
    </>
  );
};

export const SaleForm = ({ race, ...rest }: SpotFormProps) => (
  <CommandForm<SaleChanged>
    {...rest}
    race={race}
    command="changeSale"
    title={c.sale.title}
    lead={c.sale.lead}
    act={c.sale.act}
    fields={[
      {
        name: 'eventId',
        label: c.chooseEvent,
        kind: 'choice',
        choices: [[allEvents, c.sale.all], ...race.events.map(({ id, name }) => [id, name] as const)],
        initial: allEvents,
      },
      {
        name: 'sale',
        label: c.sale.what,
        kind: 'choice',
        choices: [
          ['paused', c.sale.pause],
          ['on', c.sale.reopen],
          ['closed', c.sale.close],
        ],
        initial: race.events.every(({ sale }) => sale === 'on') ? 'paused' : 'on',
      },
    ]}
    content={({ eventId, ...wished }) => (eventId === allEvents ? wished : { eventId, ...wished })}
    says={(answer, isDone) => <SaleSays race={race} answer={answer} isDone={isDone} />}
  />
);

export const CapacityForm = ({ race, ...rest }: SpotFormProps) => (
  <CommandForm<Changed>
    {...rest}
    race={race}
    command="changeCapacity"
    title={c.capacity.title}
    lead={c.capacity.lead}
    act={c.capacity.act}
    fields={[
      eventField(race.events),
      { name: 'capacity', label: c.capacity.spots, hint: c.capacity.spotsHint, kind: 'whole' },
    ]}
    says={({ changed: { eventId, capacity, spots } }, isDone) => {
      const event = eventIn(race, eventId);
      if (isDone || !event) return <p>{c.capacityDid(event?.name ?? eventId, capacity)}</p>;
      const { name, capacity: before, registered, held, waiting } = event;
      const isSelling = race.state === 'open' && event.sale === 'on';
      return <p>{c.capacityWould({ event: name, before, capacity, spots, registered, held, waiting, isSelling })}</p>;
    }}
  />
);

export const ExpectForm = ({ race, ...rest }: SpotFormProps) => (
  <CommandForm<Expected>
    {...rest}
    race={race}
    command="expectRunners"
    title={c.expect.title}
    lead={c.expect.lead}
    act={c.expect.act}
    fields={[{ name: 'runners', label: c.expect.runners, kind: 'whole' }]}
    says={({ expected: { runners } }, isDone) => (
      <p>{isDone ? c.expectDid(runners) : c.expectWould(runners, race.capacity)}</p>
    )}
  />
);
