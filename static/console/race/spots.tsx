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

interface Expected {
  readonly expected: { readonly runners: number };
}

/** How many spots there are, and how many people are expected. */
export const Spots = ({ race, may }: RaceScreenProps) => {
  const eventOf = (id: string) => race.events.find((event) => event.id === id);
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.spots}</ScreenHeading>
      <section>
        <Events race={race} />
      </section>
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
