import { useRef, useState } from 'preact/hooks';
import { dayIn } from '../../../lambdas/api/form/age';
import { calendarDay } from '../../src/time/dates';
import { Field } from '../page/field';
import { Note, Reading } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import * as d from '../texts/desk';
import * as t from '../texts/en';
import { Camera, canScan } from './camera';
import { findPeople, standingOf } from './desk-list';
import { Standing } from './desk-standing';
import { Problems, Recent, Results } from './found-people';
import type { OpenedDesk } from './kept-desk';
import { PersonCard } from './person-card';
import { isCode, readCode } from './read-code';
import { Refused } from './refused-scans';
import { useDesk } from './use-desk';
import { useWorker } from './use-worker';
import { WalkIn } from './walk-in';

interface CheckInProps extends RaceScreenProps {
  /** What the page was opened with, when there was no network. */
  readonly kept?: OpenedDesk;
}

/** Where runners come to get their bibs: found by name, bib or code, and checked in, with or without a network. */
export const CheckIn = ({ race, may, kept }: CheckInProps) => {
  const [station, setStation] = useState(() => keptStation(race.id));
  const name = station ?? '';
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.checkIn}</ScreenHeading>
      {station === undefined ? (
        <StationForm
          onName={(chosen) => {
            keepStation(race.id, chosen);
            setStation(chosen);
          }}
        />
      ) : (
        <Desk race={race} may={may} {...(kept && { kept })} station={name} onLeave={() => setStation(undefined)} />
      )}
    </>
  );
};

const keyOf = (raceId: string) => `startline-desk-station-${raceId}`;
const keptStation = (raceId: string): string | undefined => {
  try {
    return localStorage.getItem(keyOf(raceId)) ?? undefined;
  } catch {
    return undefined;
  }
};
const keepStation = (raceId: string, name: string) => {
  try {
    localStorage.setItem(keyOf(raceId), name);
  } catch {
    // It is asked for again.
  }
};

const longestStation = 40;

const StationForm = ({ onName }: { onName: (name: string) => void }) => {
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      class="panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const name = typed.trim();
        setMissing(name === '');
        if (name !== '') onName(name);
      }}
    >
      <Field
        id="station"
        label={d.station.label}
        hint={d.station.hint}
        error={isMissing ? d.station.missing : undefined}
        input={{
          value: typed,
          maxLength: longestStation,
          autoComplete: 'off',
          onInput: ({ currentTarget }) => setTyped(currentTarget.value),
        }}
      />
      <button type="submit" class="button">
        {d.station.act}
      </button>
    </form>
  );
};

interface DeskProps extends CheckInProps {
  readonly station: string;
  readonly onLeave: () => void;
}

/** Who stands in front of the desk. `byCode`: they showed a code that we signed. */
interface Chosen {
  readonly id: string;
  readonly byCode: boolean;
}

const Desk = ({ race, may, kept, station, onLeave }: DeskProps) => {
  const { state, scan, sendRefused, forgetRefused, reread, rereadOne } = useDesk(race, kept);
  const opensOffline = useWorker(race.id);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Chosen>();
  const [wrong, setWrong] = useState<string>();
  const [isFilming, setFilming] = useState(false);
  const [done, setDone] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const { people, keys, givesBibs } = state;

  const { opensOn } = state;
  // A desk without a network may have a list of the day before.
  const notYet =
    opensOn !== undefined && dayIn(race.timeZone, new Date()) < opensOn ? d.opensOn(calendarDay(opensOn)) : undefined;
  const checkIn = (of: string, more: { readonly code?: string; readonly note?: string }) => {
    const { code, note } = more;
    scan({ of, kind: 'in', station, ...(code ? { code } : { registrationId: of }), ...(note && { note }) });
    setDone((before) => [of, ...before.filter((one) => one !== of)].slice(0, mostRecent));
  };
  const takeCode = async (code: string) => {
    setTyped('');
    setChosen(undefined);
    const read = await readCode(code, race.id, keys);
    if (read.kind !== 'code') return setWrong(d.codes[read.kind]);
    const { registrationId: id, version } = read;
    const person = people?.get(id);
    const is = read.is === 'signed' && version < (person?.codeVersion ?? 0) ? 'replaced' : read.is;
    if (is !== 'signed') {
      setWrong(d.codes[is]);
      // Who looks at their document may go on, and the desk is told that the code was worth nothing.
      return setChosen(person && { id, byCode: false });
    }
    if (!person) {
      setWrong(d.codes.foreign);
      return void rereadOne(id);
    }
    setWrong(undefined);
    const standing = standingOf(person, givesBibs);
    // A second scan is kept as well, so that a copied code is seen by everybody.
    if (!notYet && standing !== 'void' && standing !== 'unnumbered') checkIn(id, { code });
    setChosen({ id, byCode: true });
  };
  const leave = () => {
    setChosen(undefined);
    setTyped('');
    setWrong(undefined);
    input.current?.focus();
  };
  const person = chosen && people?.get(chosen.id);

  return (
    <div class="desk">
      <p class="quiet">
        {d.station.at(station)}{' '}
        <button type="button" class="plain small" onClick={onLeave}>
          {d.station.change}
        </button>
      </p>
      <Standing state={state} timeZone={race.timeZone} />
      {people && (
        <Refused
          scans={state.refused}
          people={people}
          givesBibs={givesBibs}
          timeZone={race.timeZone}
          onSend={sendRefused}
          onForget={forgetRefused}
        />
      )}
      {notYet && !person && <p class="note">{notYet}</p>}
      {state.isKept && opensOffline && <p class="quiet">{d.kept.ready}</p>}
      {people === undefined ? (
        !state.failure && <Reading what={t.things.desk} />
      ) : (
        <>
          <form
            class="finder"
            onSubmit={(event) => {
              event.preventDefault();
              if (isCode(typed.trim())) return void takeCode(typed.trim());
              const { people: found } = findPeople(people.values(), typed, givesBibs);
              const [only] = found;
              if (only && found.length === 1) setChosen({ id: only.registrationId, byCode: false });
            }}
          >
            <Field
              id="find"
              label={d.find.label}
              hint={d.find.hint}
              input={{
                ref: input,
                type: 'search',
                autoComplete: 'off',
                spellcheck: false,
                enterKeyHint: 'search',
                value: typed,
                onInput: ({ currentTarget }) => {
                  setTyped(currentTarget.value);
                  setChosen(undefined);
                  setWrong(undefined);
                },
              }}
            />
            {canScan() && (
              <button type="button" class="button button-quiet" onClick={() => setFilming(!isFilming)}>
                {isFilming ? d.find.cameraEnd : d.find.camera}
              </button>
            )}
          </form>
          {isFilming && (
            <Camera
              onCode={(text) => {
                setFilming(false);
                void takeCode(text);
              }}
            />
          )}
          <Note kind="bad">{wrong && <p>{wrong}</p>}</Note>
          {person && chosen ? (
            <PersonCard
              key={person.registrationId}
              race={race}
              may={may}
              person={person}
              givesBibs={givesBibs}
              notYet={notYet}
              isNew={done[0] === person.registrationId}
              byCode={chosen.byCode}
              judged={state.judged.get(person.registrationId)}
              onCheckIn={(note) => checkIn(person.registrationId, { ...(note && { note }) })}
              onUndo={(note) =>
                scan({ of: person.registrationId, kind: 'undo', station, registrationId: person.registrationId, note })
              }
              onBib={() => void rereadOne(person.registrationId)}
              onLeave={leave}
            />
          ) : (
            !isCode(typed.trim()) && (
              <Results
                people={people}
                typed={typed}
                givesBibs={givesBibs}
                onChoose={(id) => setChosen({ id, byCode: false })}
              />
            )
          )}
          <WalkIn race={race} onDone={reread} />
          <Recent
            ids={done}
            people={people}
            givesBibs={givesBibs}
            onChoose={(id) => setChosen({ id, byCode: false })}
          />
          <Problems people={people} givesBibs={givesBibs} onChoose={(id) => setChosen({ id, byCode: false })} />
        </>
      )}
    </div>
  );
};

const mostRecent = 5;
