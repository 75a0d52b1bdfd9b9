import type { WaitingMessage } from '../../../lambdas/api/console/waiting-messages';
import { shortInstant } from '../../src/time/dates';
import { CommandButton } from '../commands/command-button';
import { at } from '../http/call';
import { useRead } from '../http/data';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import { More, Nothing } from '../race/list';
import type { RaceScreenProps } from '../race/race-screen';
import * as t from '../texts/en';
import * as w from '../texts/waiting';
import { nameOf } from './person-page';
import { useUntilComplete } from './use-until-complete';

interface WaitingProps {
  readonly race: RaceScreenProps['race'];
  readonly may: RaceScreenProps['may'];
  readonly q: string;
  readonly event: string;
  /** The list of participants stands above it. */
  readonly isBeside: boolean;
  /** Undefined: the first page. */
  readonly after?: string;
}

/** Who waits for a spot, in the order in which spots are offered. */
export const Waiting = ({ race, may, q, event, isBeside, after }: WaitingProps) => {
  const asked = Object.fromEntries(Object.entries({ q, event, after }).filter(([, value]) => value));
  const data = useRead<WaitingMessage>(at`/races/${race.id}/waiting-list`, asked);
  useUntilComplete(data, after === undefined);
  const isRemoving = may.command('removeFromWaitingList');
  // The list above says that it is being read, and a screen reader would hear it twice.
  if (isBeside && after === undefined && data.kind === 'reading') return null;
  return (
    <Shown data={data} what={t.things.list}>
      {({ people, next, isComplete }) => (
        <>
          {isBeside && after === undefined && people.length > 0 && <h2>{w.title}</h2>}
          {!isComplete && after === undefined && <p class="note">{w.reading}</p>}
          {people.length === 0 && isComplete && !isBeside && (q === '' ? <Nothing {...w} /> : <p>{w.nobody}</p>)}
          {people.length > 0 && (
            <Table
              caption={w.title}
              columns={isRemoving ? { ...w.columns, actions: w.actions } : w.columns}
              figures={['turn', 'size']}
              rows={people.map((one) => ({ key: one.placeId, cells: cellsOf(one, race, isRemoving) }))}
            />
          )}
          <More next={next}>{(after) => <Waiting {...{ race, may, q, event, isBeside }} after={after} />}</More>
        </>
      )}
    </Shown>
  );
};

type Person = WaitingMessage['people'][number];

const cellsOf = (one: Person, race: WaitingProps['race'], isRemoving: boolean) => {
  const { eventId, email, size, state, isConfirmed, rank, turn, offers, offeredUntil, since } = one;
  const details = [
    ...(state === 'waiting' && !isConfirmed ? [w.unconfirmed] : []),
    ...(rank === 0 && state === 'waiting' ? [w.authorised] : []),
    ...(offeredUntil ? [w.until(shortInstant(offeredUntil, race.timeZone))] : []),
    ...(state === 'waiting' && offers > 0 ? [w.offeredBefore(offers)] : []),
  ];
  return {
    name: nameOf(one),
    turn: turn === undefined ? '' : String(turn),
    state: (
      <span>
        <span class={`pill pill-${state}`}>{w.states[state] ?? state}</span>
        {details.length > 0 && <span class="quiet"> {details.join(' ')}</span>}
      </span>
    ),
    event: race.events.find(({ id }) => id === eventId)?.name ?? '',
    size: String(size),
    email,
    since: shortInstant(since, race.timeZone),
    actions: isRemoving && (state === 'waiting' || state === 'offered') && (
      <span class="row-actions">
        <Remove race={race} person={one} />
      </span>
    ),
  };
};

interface Removed {
  readonly removedFromWaitingList: {
    readonly size: number;
    readonly wasOffered: boolean;
    readonly offers: number;
    readonly isChanged: boolean;
  };
}

const Remove = ({ race, person }: { readonly race: WaitingProps['race']; readonly person: Person }) => {
  const name = nameOf(person);
  return (
    <CommandButton<Removed>
      raceId={race.id}
      command="removeFromWaitingList"
      content={{ placeId: person.placeId }}
      label={w.remove}
      title={w.removeTitle(name)}
      act={w.removeAct}
      says={({ removedFromWaitingList: facts }, isDone) => (
        <p>{isDone ? w.removeDid(name) : w.removeWould(name, facts)}</p>
      )}
    />
  );
};
