import { shortInstant } from '../../src/time/dates';
import { useOrdered } from '../http/data';
import { Shown } from '../page/words';
import { List } from '../race/list';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import * as t from '../texts/en';
import { resultsTitle } from '../texts/race-day';
import * as r from '../texts/results';
import type { ResultSet } from './result-set';
import { SetForm } from './set-form';

type Race = RaceScreenProps['race'];

/** How often the rankings are read again. Timing software posts while somebody looks. */
const lookSeconds = 10;

/** The rankings of a race, as they are now. */
export const useResultSets = (race: Race) =>
  useOrdered<{ readonly resultSets: readonly ResultSet[] }>(race.id, 'resultSets', {}, lookSeconds);

/** The rankings of a race. */
export const ResultsScreen = ({ race }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{resultsTitle}</ScreenHeading>
    <p>{r.lead}</p>
    <Shown data={useResultSets(race)} what={t.things.list}>
      {({ resultSets }) => (
        <List
          texts={r}
          caption={r.listTitle}
          columns={r.columns}
          rows={resultSets.map((set) => ({
            key: set.setId,
            cells: {
              name: <a href={`/console/races/${race.id}/results/${set.setId}`}>{set.name}</a>,
              event: race.events.find(({ id }) => id === set.eventId)?.name ?? '',
              entries: countsOf(set),
              seen: seenOf(set, race),
            },
          }))}
        />
      )}
    </Shown>
    <SetForm race={race} />
  </>
);

/** How many entries have each status: `12 finished, 3 no time yet`. */
export const countsOf = ({ statuses }: ResultSet): string =>
  Object.entries(r.statuses)
    .flatMap(([status, words]) => (statuses[status] ? [`${statuses[status]} ${words}`] : []))
    .join(', ') || r.nobody;

/** What readers see of it. */
export const seenOf = ({ published }: ResultSet, race: Race): string =>
  published
    ? r.seen(r.kinds[published.kind] ?? published.kind, published.number, shortInstant(published.at, race.timeZone))
    : r.nothingSeen;
