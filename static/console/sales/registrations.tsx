import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { RaceOverviewMessage } from '../../../lambdas/api/console/messages';
import type { SalesMessage } from '../../../lambdas/api/console/sales-messages';
import { count } from '../../src/page/money';
import { zoneName } from '../../src/time/dates';
import { at } from '../http/call';
import { useData } from '../http/data';
import { Choice } from '../page/field';
import { Table } from '../page/table';
import type { RaceScreenProps } from '../race/race-screen';
import * as s from '../texts/sales';
import { AsTable } from './as-table';
import { timeIn } from './instants';
import { LineChart } from './line-chart';
import type { Point } from './scale';
import { cameIn, earlierThan, lineBeside, lineOf, periodsOf } from './series';

type Race = RaceScreenProps['race'];
export type Range = keyof typeof s.ranges;

interface RegistrationsProps {
  readonly race: Race;
  readonly sales: SalesMessage;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}

/** When people registered, as a line beside that of an earlier race. */
export const Registrations = ({ race, sales, range, onRange }: RegistrationsProps) => {
  const [chosen, setChosen] = useState('');
  const [wanted, setWanted] = useState<string>();
  const read = useData<{ readonly races: readonly RaceOverviewMessage[] }>(at`/races`);
  const { series } = sales;
  const runs = sales.events.filter(({ kind }) => kind === 'run');
  const eventId = chosen === '' ? undefined : chosen;
  const shown = eventId === undefined ? runs : sales.events.filter((event) => event.eventId === eventId);
  const sum = (of: 'registered' | 'capacity') => shown.reduce((total, event) => total + event[of], 0);
  const came = cameIn(series, eventId);
  const points = lineOf(series, came, eventId);
  const { earlier, sameName } = earlierThan(race, read.kind === 'ok' ? read.value.races : []);
  // The events of another race are others, and its last 24 hours are over.
  const mayCompare = eventId === undefined && range !== 'day' && earlier.length > 0;
  const other = mayCompare ? earlier.find(({ id }) => id === (wanted ?? sameName?.id)) : undefined;
  const say = timeIn(race.timeZone, series.grain);
  const sold = count(sum('registered'));
  const sayPoint = (n: number) => {
    const one = came[n - 1];
    const [at = 0, total = 0] = points[n] ?? [];
    return one ? s.pointSays(say(one.at), count(one.total), count(one.came)) : s.soldUntil(count(total), say(at));
  };
  return (
    <section>
      <h2>{s.registrations.title}</h2>
      <div class="filters">
        <Choice
          id="sales-range"
          label={s.rangeLabel}
          value={range}
          choices={Object.entries(s.ranges)}
          onChange={(value) => onRange(value as Range)}
        />
        {race.events.length > 1 && (
          <Choice
            id="sales-event"
            label={s.eventLabel}
            value={chosen}
            choices={[['', s.allEvents], ...race.events.map(({ id, name }) => [id, name] as const)]}
            onChange={setChosen}
          />
        )}
        {mayCompare && (
          <Choice
            id="sales-other"
            label={s.compareLabel}
            value={other?.id ?? ''}
            choices={[['', s.compareNothing], ...earlier.map(({ id, name }) => [id, name] as const)]}
            onChange={setWanted}
          />
        )}
      </div>
      <figure class="figure-room">
        <Beside race={race} other={other} range={range} to={Date.parse(series.to)}>
          {(beside) => (
            <LineChart
              label={s.registrations.title}
              hint={s.registrations.keys}
              from={Date.parse(series.from)}
              to={Date.parse(series.to)}
              lines={[{ name: other ? race.name : s.registrations.title, points }, ...beside]}
              cap={{ value: sum('capacity'), label: s.capWords(count(sum('capacity'))) }}
              bands={periodsOf(race.events, eventId)}
              sayTime={say}
              sayPoint={sayPoint}
            />
          )}
        </Beside>
        <figcaption>
          {range === 'all' && eventId === undefined
            ? s.soldSentence(sold, count(sum('capacity')), sales.lastHour)
            : s.soldUntil(sold, say(Date.parse(sales.at)))}{' '}
          <span class="quiet">{s.timesIn(zoneName(race.timeZone))}</span>
        </figcaption>
      </figure>
      <AsTable>
        {came.length === 0 ? (
          <p>{s.registrations.none}</p>
        ) : (
          <Table
            caption={s.registrations.title}
            columns={s.registrations.columns}
            figures={['came', 'total', 'gone']}
            rows={came.map(({ at, came, total, gone }) => ({
              key: String(at),
              cells: {
                at: say(at),
                came: count(came),
                total: count(total),
                gone: eventId === undefined && gone > 0 ? count(gone) : '',
              },
            }))}
          />
        )}
      </AsTable>
    </section>
  );
};

interface BesideProps {
  readonly race: Race;
  /** An earlier race. */
  readonly other: RaceOverviewMessage | undefined;
  readonly range: Range;
  readonly to: number;
  readonly children: (
    lines: readonly { readonly name: string; readonly points: readonly Point[] }[],
  ) => ComponentChildren;
}

/** A chart with the line of another race, and below it how many that one had sold as long after its opening. */
const Beside = ({ other, ...props }: BesideProps) =>
  other ? <BesideOther key={other.id} other={other} {...props} /> : props.children([]);

const BesideOther = ({ race, other, range, to, children }: BesideProps & { readonly other: RaceOverviewMessage }) => {
  const data = useData<SalesMessage>(`${at`/races/${other.id}/sales`}?range=${range}`);
  if (data.kind !== 'ok') return <>{children([])}</>;
  const points = lineBeside(data.value.series, Date.parse(race.opensAt) - Date.parse(other.opensAt), to);
  const [, sold = 0] = points.at(-1) ?? [];
  return (
    <>
      {children([{ name: other.name, points }])}
      <p>{s.comparedSentence(other.name, count(sold))}</p>
    </>
  );
};
