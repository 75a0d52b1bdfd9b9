import { useEffect, useState } from 'preact/hooks';
import { shortInstant } from '../../src/time/dates';
import { Note } from '../page/words';
import * as d from '../texts/desk';
import { countsOf } from './desk-list';
import type { DeskState } from './desk-state';

/** A desk that was not heard for so long says so: the next answer is late, or the network is away. */
const quietMs = 15_000;

interface StandingProps {
  readonly state: DeskState;
  readonly timeZone: string;
}

/** How many are checked in, and whether the server is heard. */
export const Standing = ({ state: { people, waiting, heardAt, failure }, timeZone }: StandingProps) => {
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((n) => n + 1), quietMs);
    return () => clearInterval(timer);
  }, []);
  const counts = people && countsOf(people.values());
  const isAway = failure !== undefined || (heardAt !== undefined && Date.now() - heardAt > 2 * quietMs);
  const since = heardAt === undefined ? undefined : shortInstant(new Date(heardAt).toISOString(), timeZone);
  return (
    <>
      {counts && (
        <p class="desk-count">
          <b>{d.counts(counts.in, counts.expected)}</b>
          <progress max={Math.max(1, counts.expected)} value={counts.in} aria-label={d.progress} />
        </p>
      )}
      <Note kind="bad">
        {(isAway || waiting > 0) && (
          <>
            {isAway && <p>{since === undefined ? d.neverHeard : d.offline(since)}</p>}
            {waiting > 0 && <p>{d.waiting(waiting)}</p>}
          </>
        )}
      </Note>
    </>
  );
};
