import { useRoute } from 'preact-iso/router';
import { timeOf } from '../../src/results/time-words';
import { shortInstant } from '../../src/time/dates';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import { useOrdered } from '../http/data';
import { Table } from '../page/table';
import { Missing, Shown } from '../page/words';
import { List } from '../race/list';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import * as t from '../texts/en';
import * as r from '../texts/results';
import { Correct } from './correct-form';
import { ImportForm } from './import-form';
import type { ResultSet } from './result-set';
import { countsOf, seenOf, useResultSets } from './results-screen';
import { SetForm } from './set-form';

interface OfSet {
  readonly race: RaceScreenProps['race'];
  readonly set: ResultSet;
}

/** One ranking: what is known, what comes in, and what readers see. */
export const SetScreen = ({ race }: RaceScreenProps) => {
  const { setId = '' } = useRoute().params;
  return (
    <Shown data={useResultSets(race)} what={t.things.list} isWhole>
      {({ resultSets }) => {
        const set = resultSets.find((one) => one.setId === setId);
        return set ? <Parts race={race} set={set} /> : <Missing />;
      }}
    </Shown>
  );
};

const Parts = ({ race, set }: OfSet) => (
  <>
    <p>
      <a href={`/console/races/${race.id}/results`}>{r.back}</a>
    </p>
    <ScreenHeading race={race}>{set.name}</ScreenHeading>
    <Standing race={race} set={set} />
    <ImportForm race={race} set={set} />
    {set.unmatched.length > 0 && <Unmatched set={set} />}
    <Publish race={race} set={set} />
    <Correct race={race} set={set} />
    <EraseName race={race} set={set} />
    <section class="panel panel-wide">
      <h2>{r.versions.title}</h2>
      <Versions race={race} set={set} />
    </section>
    <details class="aside">
      <summary>{r.set.change}</summary>
      <SetForm race={race} set={set} />
    </details>
  </>
);

interface Built {
  readonly builtStartList: {
    readonly applied: number;
    readonly unchanged: number;
    readonly removed: readonly number[];
    readonly withoutBib: number;
  };
}

const Standing = ({ race, set }: OfSet) => {
  const { published, due, seq, setId } = set;
  return (
    <section class="panel standing">
      <dl class="facts">
        <div>
          <dt>{r.columns.entries}</dt>
          <dd>{countsOf(set)}</dd>
        </div>
        <div>
          <dt>{r.columns.seen}</dt>
          <dd>
            {seenOf(set, race)}
            {due !== null && <span class="quiet">{r.underway(r.kinds[due] ?? due)}</span>}
            {due === null && published && published.seq < seq && <span class="quiet">{r.later}</span>}
          </dd>
        </div>
      </dl>
      <p class="quiet">{r.startList.lead}</p>
      <CommandButton<Built>
        raceId={race.id}
        command="buildStartList"
        content={{ setId }}
        label={r.startList.label}
        title={r.startList.title}
        act={r.startList.act}
        isButton
        says={({ builtStartList: { applied, unchanged, removed, withoutBib } }, isDone) => (
          <p>{r.startList.says(applied, unchanged, removed, withoutBib, isDone)}</p>
        )}
      />
    </section>
  );
};

/** Times of bibs that nobody has. */
const Unmatched = ({ set: { unmatched } }: Pick<OfSet, 'set'>) => {
  const time = (ms: number | undefined) => (ms === undefined ? '' : timeOf(ms, 'tenths'));
  return (
    <section class="panel">
      <h2>{r.unmatched.title}</h2>
      <p class="quiet">{r.unmatched.lead}</p>
      <Table
        caption={r.unmatched.title}
        columns={r.unmatched.columns}
        figures={['gun', 'chip']}
        rows={unmatched.map(({ bib, status, gunMs, chipMs, splits = {} }) => ({
          key: String(bib),
          cells: {
            bib: String(bib),
            status: status === undefined ? '' : (r.statuses[status] ?? status),
            gun: time(gunMs),
            chip: time(chipMs),
            splits: Object.keys(splits).join(', '),
          },
        }))}
      />
    </section>
  );
};

const EraseName = ({ race, set }: OfSet) => (
  <CommandForm<{ readonly erasedResultName: { readonly bib: number } }>
    race={race}
    command="eraseResultName"
    title={r.erase.title}
    lead={r.erase.lead}
    act={r.erase.act}
    content={(values) => ({ ...values, setId: set.setId })}
    fields={[
      { name: 'bib', label: r.correct.bib, kind: 'whole' },
      { name: 'reason', label: r.correct.reason, hint: r.correct.reasonHint, kind: 'text' },
    ]}
    says={({ erasedResultName: { bib } }, isDone) => <p>{isDone ? r.erase.did(bib) : r.erase.would(bib)}</p>}
  />
);

interface Bibs {
  readonly count: number;
  readonly first: readonly number[];
}

interface Ordered {
  readonly orderedResults: {
    readonly kind: string;
    readonly difference?: {
      readonly changed: number;
      readonly moved: number;
      readonly finishers: { readonly before: number; readonly after: number };
      readonly winners: { readonly before: readonly number[]; readonly after: readonly number[] };
      readonly open?: Bibs;
      readonly outdated: Bibs;
      readonly withoutSpot: Bibs;
    };
  };
}

const Publish = ({ race, set }: OfSet) => (
  <CommandForm<Ordered>
    race={race}
    command="publishResults"
    title={r.publish.title}
    lead={r.publish.lead}
    act={r.publish.act}
    // The state that is on the screen. If it is not the present one, the command is refused.
    content={(values) => ({ ...values, setId: set.setId, seq: set.seq })}
    fields={[
      {
        name: 'kind',
        label: r.publish.kind,
        kind: 'choice',
        choices: r.publish.kinds,
        initial: ['official', 'corrected'].includes(set.published?.kind ?? '') ? 'corrected' : 'preliminary',
      },
      { name: 'note', label: r.publish.note, hint: r.publish.noteHint, kind: 'text', isOptional: true },
    ]}
    says={({ orderedResults: { kind, difference } }, isDone) =>
      isDone || !difference ? <p>{r.publish.did(r.kinds[kind] ?? kind)}</p> : <Difference {...difference} />
    }
  />
);

const Difference = ({
  changed,
  moved,
  finishers,
  winners,
  open,
  outdated,
  withoutSpot,
}: NonNullable<Ordered['orderedResults']['difference']>) => (
  <>
    {open && open.count > 0 && <p class="note note-bad">{r.publish.open(open.count, open.first)}</p>}
    {outdated.count > 0 && <p class="note note-bad">{r.publish.outdated(outdated.count, outdated.first)}</p>}
    {withoutSpot.count > 0 && <p class="note">{r.publish.withoutSpot(withoutSpot.count, withoutSpot.first)}</p>}
    <p>{r.publish.difference(changed, moved, finishers.before, finishers.after)}</p>
    <p>
      {String(winners.before) === String(winners.after)
        ? r.publish.sameWinner(winners.after)
        : r.publish.otherWinner(winners.before, winners.after)}
    </p>
  </>
);

interface Version {
  readonly number: number;
  readonly kind: string;
  readonly note: string;
  readonly at: string;
  readonly finishers: number;
}

const Versions = ({ race, set }: OfSet) => {
  const data = useOrdered<{ readonly resultVersions: readonly Version[] }>(
    race.id,
    'resultVersions',
    { setId: set.setId },
    10,
  );
  return (
    <Shown data={data} what={t.things.list}>
      {({ resultVersions }) => (
        <List
          texts={r.versions}
          caption={r.versions.title}
          columns={r.versions.columns}
          figures={['finishers']}
          rows={resultVersions.map(({ number, kind, note, at, finishers }) => ({
            key: String(number),
            cells: {
              number: r.versions.version(number),
              kind: r.kinds[kind] ?? kind,
              at: shortInstant(at, race.timeZone),
              finishers: String(finishers),
              note: note && <span dir="auto">{note}</span>,
            },
          }))}
        />
      )}
    </Shown>
  );
};
