import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExportMessage, ParticipantMessage, ParticipantsMessage } from '../../../lambdas/api/console/messages';
import { announce } from '../../src/page/announce';
import { count, money } from '../../src/page/money';
import { shortInstant } from '../../src/time/dates';
import { whenThere } from '../../src/time/time-there';
import { at, call } from '../http/call';
import { useRead } from '../http/data';
import { Choice, Field } from '../page/field';
import { saveFile } from '../page/save-file';
import { Table } from '../page/table';
import { useSending } from '../page/use-sending';
import { FailureNote, Note, Shown } from '../page/words';
import { Nothing } from '../race/list';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import * as t from '../texts/en';
import * as p from '../texts/participants';
import * as w from '../texts/waiting';
import { Files } from './files';
import { nameOf } from './person-page';
import { useUntilComplete } from './use-until-complete';
import { Waiting } from './waiting';
import { isNumber, keepWanted, readWanted, searchable, type Wanted, waiting } from './wanted';

type Race = RaceScreenProps['race'];

/** How long nothing is typed before the list is searched. */
const typingPauseMs = 300;

/** Everybody who registered or tried to. The list changes while one types. */
export const Participants = ({ race, may }: RaceScreenProps) => {
  const [wanted, setWanted] = useState(readWanted);
  const [typed, setTyped] = useState(wanted.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A filter may be chosen while the search that was typed before still waits.
  const last = useRef(wanted);
  const want = (change: Partial<Wanted>) => {
    last.current = { ...last.current, ...change };
    setWanted(last.current);
    keepWanted(last.current);
  };
  const search = (text: string) => {
    clearTimeout(timer.current);
    if (searchable(text)) want({ q: text.trim() });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), typingPauseMs);
  };
  return (
    <>
      <ScreenHeading race={race}>{p.title}</ScreenHeading>
      <search>
        <form
          class="finder"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            search(typed);
          }}
        >
          <Field
            id="participant-search"
            label={p.searchLabel}
            hint={searchable(typed) ? p.searchHint : p.tooShort}
            input={{
              type: 'search',
              autoComplete: 'off',
              spellcheck: false,
              value: typed,
              onInput: ({ currentTarget }) => type(currentTarget.value),
            }}
          />
          <Filters race={race} wanted={wanted} onWant={want} />
        </form>
      </search>
      {wanted.state === waiting ? (
        <>
          {may.be('owner', 'director', 'finance') && (
            <Files race={race} may={may} filter={filterOf({ q: wanted.q, event: wanted.event })} isWaiting />
          )}
          <Waiting
            key={JSON.stringify(wanted)}
            race={race}
            may={may}
            q={wanted.q}
            event={wanted.event}
            isBeside={false}
          />
        </>
      ) : (
        <>
          {may.command('sendAnnouncement') && <WriteTo race={race} wanted={wanted} />}
          {may.be('owner', 'director') && <Download race={race} wanted={wanted} />}
          {may.be('owner', 'director', 'finance') && (
            <Files race={race} may={may} filter={filterOf(withoutSort(wanted))} />
          )}
          <Page key={JSON.stringify(wanted)} race={race} wanted={wanted} />
          {isLookingFor(wanted) && (
            <Waiting key={wanted.q + wanted.event} race={race} may={may} q={wanted.q} event={wanted.event} isBeside />
          )}
        </>
      )}
    </>
  );
};

/** Without what was not chosen. */
const filterOf = (chosen: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(chosen).filter(([, value]) => value));

/** A file has an order of its own. */
const withoutSort = ({ sort: _, ...rest }: Wanted) => rest;

/** Who looks for somebody looks among those who wait as well, unless something is asked that only participants have. */
const isLookingFor = ({ q, state, payment, mail }: Wanted): boolean =>
  q !== '' && !isNumber(q) && state === '' && payment === '' && mail === '';

/** To the form of announcements with these filters. A search is not in the address, so with one it would reach more people than these. */
const WriteTo = ({ race, wanted: { q, event, state, payment, mail } }: { race: Race; wanted: Wanted }) => {
  if (q !== '') return null;
  const query = new URLSearchParams(
    Object.entries({ event, state, payment, mail }).filter(([, value]) => value !== ''),
  );
  return (
    <p>
      <a href={`/console/races/${race.id}/announcements${query.size > 0 ? `?${query}` : ''}`}>{p.writeTo(state)}</a>
    </p>
  );
};

/** The whole list, as it is filtered, as a file. */
const Download = ({ race, wanted }: { race: Race; wanted: Wanted }) => {
  const [rows, setRows] = useState<number>();
  const { isSending, failure, send } = useSending();
  const { sort: _, ...rest } = wanted;
  const ask = () =>
    call<ExportMessage>({
      method: 'POST',
      url: at`/races/${race.id}/participants/export`,
      body: Object.fromEntries(Object.entries(rest).filter(([, value]) => value)),
    });
  const save = ({ value }: { readonly value: ExportMessage }) => {
    saveFile(`${race.id}.csv`, value.csv);
    setRows(value.rows);
  };
  return (
    <div class="download">
      <button type="button" class="plain" aria-disabled={isSending} onClick={() => send(ask, save)}>
        {isSending ? t.working : p.download}
      </button>
      <FailureNote failure={failure} />
      <Note kind="good">{rows !== undefined && !failure && <p>{p.downloaded(rows)}</p>}</Note>
    </div>
  );
};

interface FiltersProps {
  readonly race: Race;
  readonly wanted: Wanted;
  readonly onWant: (change: Partial<Wanted>) => void;
}

const Filters = ({ race, wanted, onWant }: FiltersProps) => {
  const choices: readonly (readonly [keyof Wanted & keyof typeof p.filters, readonly (readonly [string, string])[]])[] =
    [
      ['event', [['', p.any], ...race.events.map(({ id, name }) => [id, name] as const)]],
      ['state', [['', p.any], ...Object.entries(p.states), [waiting, w.title]]],
      ...(wanted.state === waiting
        ? []
        : ([
            ['payment', [['', p.any], ...Object.entries(p.payments)]],
            ['mail', [['', p.any], ...Object.entries(p.mails)]],
            ['sort', Object.entries(p.sorts)],
          ] as const)),
    ];
  return (
    <fieldset class="filters">
      <legend class="aside-for-readers">{p.filtersTitle}</legend>
      {choices.map(([name, of]) => (
        <Choice
          key={name}
          id={`participants-${name}`}
          label={p.filters[name]}
          value={wanted[name]}
          choices={of}
          onChange={(value) => onWant({ [name]: value })}
        />
      ))}
    </fieldset>
  );
};

interface PageProps {
  readonly race: Race;
  readonly wanted: Wanted;
  /** Undefined: the first page. */
  readonly after?: string;
  /** How many are shown above. */
  readonly before?: number;
}

/** A page of fifty, and the pages after it. */
const Page = ({ race, wanted, after, before = 0 }: PageProps) => {
  const asked = Object.fromEntries(Object.entries({ ...wanted, after }).filter(([, value]) => value));
  const data = useRead<ParticipantsMessage>(at`/races/${race.id}/participants`, asked);
  const [isMore, setMore] = useState(false);
  useUntilComplete(data, after === undefined);
  return (
    <Shown data={data} what={t.things.list}>
      {({ participants, next, rows, upTo, isComplete }) => {
        const total = before + participants.length;
        const isLast = next === undefined || !isMore;
        return (
          <>
            {!isComplete && after === undefined && <p class="note">{p.reading(count(rows))}</p>}
            {total === 0 && isComplete && <Nobody isFiltered={rows > 0} />}
            {participants.length > 0 && (
              <Table
                caption={p.title}
                columns={p.columns}
                figures={['number', 'bib', 'amount']}
                rows={participants.map((one) => ({ key: one.registrationId, cells: cellsOf(one, race) }))}
              />
            )}
            {isLast && total > 0 && (
              <p class="quiet" role="status">
                {p.shown(total, next !== undefined)} {upTo && p.upTo(whenThere(upTo, race.timeZone))}
              </p>
            )}
            {next !== undefined &&
              (isMore ? (
                <Page race={race} wanted={wanted} after={next} before={total} />
              ) : (
                <button type="button" class="button button-quiet" onClick={() => setMore(true)}>
                  {t.more}
                </button>
              ))}
          </>
        );
      }}
    </Shown>
  );
};

const Nobody = ({ isFiltered }: { isFiltered: boolean }) => {
  // The focus stays in the search, so a reader would not notice.
  useEffect(() => announce(isFiltered ? p.nobody : p.none), [isFiltered]);
  return isFiltered ? <Nothing none={p.nobody} noneWords={p.nobodyWords} /> : <Nothing {...p} />;
};

const cellsOf = (one: ParticipantMessage, race: Race) => {
  const { registrationId, firstName, lastName, number, bib, eventId, state, payment, amount, refund, recordedAt } = one;
  return {
    name: <a href={`/console/races/${race.id}/participants/${registrationId}`}>{nameOf({ firstName, lastName })}</a>,
    number: number === undefined ? '' : String(number),
    bib: bib === undefined ? '' : String(bib),
    event: race.events.find(({ id }) => id === eventId)?.name ?? '',
    state: <span class={`pill pill-${state}`}>{p.states[state] ?? state}</span>,
    payment: payment === undefined ? '' : (p.payments[payment] ?? payment),
    amount: amount !== undefined && payment !== undefined && (
      <span>
        {money(amount, race.currency)}
        {refund > 0 && <span class="quiet">{p.refundOf(money(refund, race.currency))}</span>}
      </span>
    ),
    at: shortInstant(recordedAt, race.timeZone),
  };
};
