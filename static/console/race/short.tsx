import { money } from '../../src/page/money';
import { useOrdered } from '../http/data';
import { Shown } from '../page/words';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import { List } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface Shortage {
  readonly registrationId: string;
  readonly position: number;
  readonly number: number;
  readonly eventId: string;
  readonly isLive: boolean;
  readonly state: 'short' | 'over';
  readonly ref: string;
  readonly price: number;
  readonly currency?: string;
}

/** What people ordered and cannot get. Each line leads to its registration. */
export const Short = ({ race }: RaceScreenProps) => {
  const data = useOrdered<{ readonly short: readonly Shortage[] }>(race.id, 'listShort');
  const eventOf = (id: string) => race.events.find((event) => event.id === id)?.name ?? '';
  return (
    <>
      <ScreenHeading race={race}>{c.short.title}</ScreenHeading>
      <p>{c.short.lead}</p>
      <Shown data={data} what={t.things.list}>
        {({ short }) => (
          <List
            texts={c.short}
            caption={c.short.title}
            columns={c.short.columns}
            figures={['price']}
            rows={short.map(({ registrationId, position, number, eventId, isLive, state, ref, price, currency }) => ({
              key: `${registrationId} ${position}`,
              cells: {
                number: `${number}, ${eventOf(eventId)}`,
                what: ref,
                state: `${c.short.states[state]}${isLive ? '' : `, ${c.short.left}`}`,
                price: money(price, currency ?? race.currency),
                registration: <a href={`/console/races/${race.id}/participants/${registrationId}`}>{registrationId}</a>,
              },
            }))}
          />
        )}
      </Shown>
    </>
  );
};
