import { CommandForm } from '../commands/command-form';
import type { Values } from '../commands/fields';
import { useOrdered } from '../http/data';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import { List } from '../race/list';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import * as b from '../texts/bibs';
import * as t from '../texts/en';
import { FileForm } from './file-form';
import { type Range, rangeLine, readRange } from './ranges';

type Race = RaceScreenProps['race'];

interface Overview {
  readonly bibs: {
    readonly seen: string;
    readonly ranges: readonly (Range & { readonly given: number; readonly void: number })[];
    readonly events: readonly {
      readonly eventId: string;
      readonly name: string;
      readonly runners: number;
      readonly given: number;
    }[];
    readonly void: readonly {
      readonly number: number;
      readonly registrationId: string;
      readonly firstName: string;
      readonly lastName: string;
      readonly why: string;
    }[];
    readonly voids: number;
    readonly untold: number;
  };
}

/** The numbers that runners wear: ranges, a batch, a file, and what is done to single ones. */
export const Bibs = ({ race }: RaceScreenProps) => {
  const data = useOrdered<Overview>(race.id, 'bibs', {}, 30);
  return (
    <>
      <ScreenHeading race={race}>{b.title}</ScreenHeading>
      <Shown data={data} what={t.things.list}>
        {({ bibs }) => (
          <>
            <h2>{b.events.title}</h2>
            <Table
              caption={b.events.title}
              columns={b.events.columns}
              figures={['given', 'none']}
              rows={bibs.events.map(({ eventId, name, runners, given }) => ({
                key: eventId,
                cells: { event: name, given: count(given), none: count(runners - given) },
              }))}
            />
            <h2>{b.ranges.title}</h2>
            <List
              texts={b.ranges}
              caption={b.ranges.title}
              columns={b.ranges.columns}
              figures={['given', 'void', 'free']}
              rows={bibs.ranges.map((range) => ({
                key: String(range.from),
                cells: {
                  range: rangeLine(range, race.events),
                  given: count(range.given),
                  void: count(range.void),
                  free: count(range.to - range.from + 1 - range.given - range.void),
                },
              }))}
            />
            <Voids race={race} bibs={bibs} />
            {bibs.ranges.length > 0 && <Assign race={race} />}
            <Untold race={race} untold={bibs.untold} />
            <Ranges race={race} ranges={bibs.ranges} seen={bibs.seen} />
            <FileForm race={race} />
            <Swap race={race} />
            <Release race={race} />
          </>
        )}
      </Shown>
    </>
  );
};

const count = (number: number) => number.toLocaleString('en');
const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => (
  <span>
    <bdi>{firstName}</bdi> <bdi>{lastName}</bdi>
  </span>
);

const Voids = ({ race, bibs }: { race: Race; bibs: Overview['bibs'] }) =>
  bibs.voids === 0 ? null : (
    <>
      <h2>{b.voids.title}</h2>
      <p class="quiet">{b.voids.lead}</p>
      <Table
        caption={b.voids.title}
        columns={b.voids.columns}
        rows={bibs.void.map((one) => ({
          key: String(one.number),
          cells: {
            bib: String(one.number),
            name: <a href={`/console/races/${race.id}/participants/${one.registrationId}`}>{nameOf(one)}</a>,
            why: b.voids.why[one.why] ?? one.why,
          },
        }))}
      />
      {bibs.voids > bibs.void.length && <p class="quiet">{b.voids.more(bibs.void.length, bibs.voids)}</p>}
    </>
  );

const Ranges = ({ race, ranges, seen }: { race: Race; ranges: readonly Range[]; seen: string }) => {
  const example = `${race.events[0]?.name ?? ''}: 1-500, female, 40-49`;
  return (
    <CommandForm<{ readonly savedBibRanges: { readonly ranges: number } }>
      race={race}
      command="saveBibRanges"
      seen={seen}
      title={b.ranges.edit}
      lead={b.ranges.lead}
      act={b.ranges.act}
      content={({ ranges: lines = [] }: Values) => ({ ranges: lines })}
      fields={[
        {
          name: 'ranges',
          label: b.ranges.label,
          hint: b.ranges.hint(example),
          kind: 'list',
          isOptional: true,
          initial: ranges.map((range) => rangeLine(range, race.events)).join('\n'),
          line: { read: readRange(race.events), example },
        },
      ]}
      says={({ savedBibRanges: { ranges: number } }, isDone) => (
        <p>{(isDone ? b.ranges.did : b.ranges.would)(number)}</p>
      )}
    />
  );
};

interface Assigned {
  readonly assignedBibs: {
    readonly given: number;
    readonly sample: readonly {
      readonly registrationId: string;
      readonly number: number;
      readonly firstName: string;
      readonly lastName: string;
      readonly eventId: string;
    }[];
    readonly left: readonly { readonly why: string }[];
    readonly leftOut: number;
  };
}

const Assign = ({ race }: { race: Race }) => (
  <CommandForm<Assigned>
    race={race}
    command="assignBibs"
    title={b.assign.title}
    lead={b.assign.lead}
    act={b.assign.act}
    fields={[{ name: 'order', label: b.assign.order, kind: 'choice', choices: b.assign.orders, initial: 'registered' }]}
    says={({ assignedBibs: { given, sample, left, leftOut } }, isDone) => (
      <>
        <p>{(isDone ? b.assign.did : b.assign.would)(given)}</p>
        {leftOut > 0 && (
          <>
            <p>{(isDone ? b.assign.leftDid : b.assign.left)(leftOut)}</p>
            <ul>
              {Object.entries(b.assign.why).map(([why, words]) => {
                const number = left.filter((one) => one.why === why).length;
                return number > 0 && <li key={why}>{words(number)}</li>;
              })}
            </ul>
          </>
        )}
        {!isDone && sample.length > 0 && (
          <Table
            caption={b.assign.first}
            columns={b.assign.sample}
            rows={sample.map((one) => ({
              key: one.registrationId,
              cells: {
                bib: String(one.number),
                name: nameOf(one),
                event: race.events.find(({ id }) => id === one.eventId)?.name,
              },
            }))}
          />
        )}
      </>
    )}
  />
);

/** Nobody is written to before a director has read the mail and seen how many get it. */
const Untold = ({ race, untold }: { race: Race; untold: number }) =>
  untold === 0 ? null : (
    <section class="panel">
      <h2>{b.untold.title}</h2>
      <p>
        {b.untold.words(untold)}{' '}
        <a href={`/console/races/${race.id}/announcements?mail=bib-untold`}>{b.untold.write}</a>
      </p>
    </section>
  );

const Swap = ({ race }: { race: Race }) => (
  <CommandForm<{ readonly swappedBibs: { readonly numbers: readonly [number, number] } }>
    race={race}
    command="swapBibs"
    title={b.swap.title}
    act={b.swap.act}
    content={({ one, other, reason }: Values) => ({ numbers: [one, other], ...(reason ? { reason } : {}) })}
    fields={[
      { name: 'one', label: b.swap.one, kind: 'whole' },
      { name: 'other', label: b.swap.other, kind: 'whole' },
      { name: 'reason', label: b.swap.reason, kind: 'text', isOptional: true },
    ]}
    says={({ swappedBibs: { numbers } }, isDone) => <p>{(isDone ? b.swap.did : b.swap.would)(...numbers)}</p>}
  />
);

const Release = ({ race }: { race: Race }) => (
  <CommandForm<{ readonly releasedBib: { readonly number: number; readonly mayReuse: boolean } }>
    race={race}
    command="releaseBib"
    title={b.release.title}
    lead={b.release.lead}
    act={b.release.act}
    fields={[
      { name: 'number', label: b.release.number, kind: 'whole' },
      { name: 'reason', label: b.release.reason, hint: b.release.reasonHint, kind: 'text' },
      { name: 'mayReuse', label: b.release.mayReuse, kind: 'yes' },
    ]}
    says={({ releasedBib: { number, mayReuse } }, isDone) => (
      <p>{isDone ? b.release.did(number) : b.release.would(number, mayReuse)}</p>
    )}
  />
);
