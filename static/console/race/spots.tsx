import { CommandForm } from '../commands/command-form';
import { eventField } from '../commands/fields';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import { Events } from './overview';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface Changed {
  readonly changed: { readonly eventId: string; readonly capacity: number; readonly spots: number };
}

interface SaleChanged {
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

/** How many spots there are, whether they are on sale, and how many people are expected. */
export const Spots = ({ race, may }: RaceScreenProps) => {
  const eventOf = (id: string) => race.events.find((event) => event.id === id);
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.spots}</ScreenHeading>
      <section>
        <Events race={race} />
      </section>
      {may.command('changeSale') && (
        <CommandForm<SaleChanged>
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
          says={({ sale: { sale, events, dealing } }, isDone) => (
            <>
              <ul>
                {events.map((event) => {
                  const name = eventOf(event.eventId)?.name ?? event.eventId;
                  return <li key={event.eventId}>{c.saleSays(name, sale, event, isDone)}</li>;
                })}
              </ul>
              {dealing > 0 && <p class="note">{c.stillDealing}</p>}
            </>
          )}
        />
      )}
      {may.command('changeCapacity') && (
        <CommandForm<Changed>
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
            const event = eventOf(eventId);
            if (isDone || !event) return <p>{c.capacityDid(event?.name ?? eventId, capacity)}</p>;
            const { name, capacity: before, registered, held, waiting } = event;
            return <p>{c.capacityWould({ event: name, before, capacity, spots, registered, held, waiting })}</p>;
          }}
        />
      )}
      {may.command('expectRunners') && (
        <CommandForm<Expected>
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
      )}
    </>
  );
};
