import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shortInstant } from '../../src/time/dates';
import { CommandButton } from '../commands/command-button';
import { Field } from '../page/field';
import { Dialog } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import * as c from '../texts/commands';
import * as d from '../texts/desk';
import * as t from '../texts/en';
import { type CheckedIn, type DeskPerson, numberOf, standingOf } from './desk-list';
import type { Judged } from './desk-state';

interface CardProps extends RaceScreenProps {
  readonly person: DeskPerson;
  readonly givesBibs: boolean;
  /** Why nobody is checked in here yet. */
  readonly notYet: string | undefined;
  /** This table checked them in a moment ago. */
  readonly isNew: boolean;
  readonly byCode: boolean;
  readonly judged: Judged | undefined;
  readonly onCheckIn: (note: string) => void;
  readonly onUndo: (why: string) => void;
  readonly onBib: () => void;
  readonly onLeave: () => void;
}

/** Somebody in front of the desk: what they get, and why they get nothing. Its heading takes the focus. */
export const PersonCard = (props: CardProps) => {
  const { race, may, person, givesBibs, notYet, isNew, byCode, judged } = props;
  const { onCheckIn, onUndo, onBib, onLeave } = props;
  const { registrationId, firstName, lastName, eventId, checkedIn } = person;
  const heading = useRef<HTMLHeadingElement>(null);
  const bib = numberOf(person, givesBibs);
  const standing = standingOf(person, givesBibs);
  const name = `${firstName} ${lastName}`;
  const isTwice = standing === 'twice' || judged?.verdict === 'twice';
  // Somebody who was scanned at another table is none of ours, though it is the first scan that counts.
  const isOurs = standing === 'in' && !isTwice && isNew;
  const next = useRef<HTMLButtonElement>(null);
  // The button that was pressed goes away with what it did.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) (isOurs ? next : heading).current?.focus();
  }, [standing, isOurs]);
  useLayoutEffect(() => heading.current?.focus(), []);
  // The list of this desk did not have the new code yet.
  const isReplaced = judged?.verdict === 'replaced';
  return (
    <section class={`desk-card desk-${isTwice ? 'twice' : standing}`} aria-labelledby="desk-person">
      <h2 id="desk-person" ref={heading} tabIndex={-1}>
        <bdi>{firstName}</bdi> <bdi>{lastName}</bdi>
      </h2>
      <p>{race.events.find(({ id }) => id === eventId)?.name}</p>
      <p class="desk-bib">
        <span>{d.card.bib}</span> <b class="figures">{bib ?? d.card.noBib}</b>
      </p>
      <div role="status">
        {standing === 'void' && <p class="desk-alarm">{d.card.void}</p>}
        {isReplaced && <p class="desk-alarm">{d.codes.replaced}</p>}
        {isTwice && checkedIn && <p class="desk-alarm">{d.card.twice(whenOf(checkedIn, race.timeZone))}</p>}
        {isOurs && <p class="desk-done">{d.card.handNow(bib)}</p>}
        {standing === 'in' && !isTwice && !isNew && <p class="desk-alarm">{d.standings.in}</p>}
      </div>
      {checkedIn && !isTwice && (
        <p class="quiet">
          {whenOf(checkedIn, race.timeZone)}, {d.card.proof[checkedIn.proof]}
          {checkedIn.note && <>: {checkedIn.note}</>}
        </p>
      )}
      {standing === 'unnumbered' && may.command('setBib') && (
        <CommandButton<{ readonly setBib: { readonly number: number } }>
          raceId={race.id}
          command="setBib"
          content={{ registrationId }}
          label={d.card.giveBib}
          title={d.card.giveBibOf(name)}
          act={d.card.giveBib}
          isButton
          onDone={onBib}
          says={({ setBib: { number } }) => (
            <p class="desk-bib">
              <span>{d.card.bib}</span> <b class="figures">{number}</b>
            </p>
          )}
        />
      )}
      {(standing === 'expected' || standing === 'unnumbered') &&
        (notYet ? (
          <p class="note">{notYet}</p>
        ) : (
          <HandOut bib={bib} byCode={byCode && !isReplaced} onCheckIn={onCheckIn} />
        ))}
      <div class="actions">
        <button ref={next} type="button" class={isOurs ? 'button' : 'button button-quiet'} onClick={onLeave}>
          {d.card.another}
        </button>
        {checkedIn && <Undo name={name} onUndo={onUndo} />}
      </div>
      <p>
        <a href={`/console/races/${race.id}/participants/${registrationId}`}>{d.card.page}</a>
      </p>
    </section>
  );
};

const whenOf = ({ at, station, by }: CheckedIn, timeZone: string) => d.card.at(shortInstant(at, timeZone), station, by);

const longestNote = 200;

const HandOut = ({ bib, byCode, onCheckIn }: { bib: number | undefined } & Pick<CardProps, 'byCode' | 'onCheckIn'>) => {
  const [note, setNote] = useState('');
  return (
    <>
      <p>{byCode ? d.card.byCode : d.card.document}</p>
      <details>
        <summary>{d.card.noteAdd}</summary>
        <Field
          id="desk-note"
          label={d.card.note}
          hint={d.card.noteHint}
          input={{
            value: note,
            maxLength: longestNote,
            autoComplete: 'off',
            onInput: ({ currentTarget }) => setNote(currentTarget.value),
          }}
        />
      </details>
      <button type="button" class="button desk-act" onClick={() => onCheckIn(note.trim())}>
        {d.card.handOut(bib)}
      </button>
    </>
  );
};

const Undo = ({ name, onUndo }: { name: string } & Pick<CardProps, 'onUndo'>) => {
  const [isOpen, setOpen] = useState(false);
  const [why, setWhy] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <>
      <button type="button" class="plain" aria-label={d.card.undoTitle(name)} onClick={() => setOpen(true)}>
        {d.card.undo}
      </button>
      {isOpen && (
        <Dialog title={d.card.undoTitle(name)} onClose={() => setOpen(false)}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (why.trim() === '') return setMissing(true);
              setOpen(false);
              onUndo(why.trim());
            }}
          >
            <Field
              id="undo-why"
              label={d.card.undoWhy}
              hint={d.card.undoHint}
              error={isMissing ? c.fieldMissing : undefined}
              input={{
                value: why,
                maxLength: longestNote,
                autoComplete: 'off',
                onInput: ({ currentTarget }) => setWhy(currentTarget.value),
              }}
            />
            <div class="actions">
              <button type="submit" class="button">
                {d.card.undoAct}
              </button>
              <button type="button" class="plain" onClick={() => setOpen(false)}>
                {t.cancel}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
};
