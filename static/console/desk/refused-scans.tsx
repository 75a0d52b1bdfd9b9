import { shortInstant } from '../../src/time/dates';
import { Note } from '../page/words';
import * as d from '../texts/desk';
import { type DeskPerson, numberOf, type Scan } from './desk-list';

interface RefusedProps {
  readonly scans: readonly Scan[];
  readonly people: ReadonlyMap<string, DeskPerson>;
  readonly givesBibs: boolean;
  readonly timeZone: string;
  readonly onSend: () => void;
  readonly onForget: () => void;
}

/** What this desk did and the server did not keep: with whom, and why, until somebody has decided about it. */
export const Refused = ({ scans, people, givesBibs, timeZone, onSend, onForget }: RefusedProps) => (
  <Note kind="bad">
    {scans.length > 0 && (
      <>
        <h2>{d.refused.title(scans.length)}</h2>
        <p>{d.refused.lead}</p>
        <ul>
          {scans.map(({ id, of, kind, at, why }) => (
            <li key={id}>
              <b>
                <bdi>{nameOf(people.get(of), givesBibs)}</bdi>
              </b>
              , {d.refused.did(kind, shortInstant(at, timeZone))}. {why && d.refused.why[why]}
            </li>
          ))}
        </ul>
        <div class="actions">
          <button type="button" class="button button-quiet" onClick={onSend}>
            {d.refused.send}
          </button>
          <button type="button" class="plain" onClick={onForget}>
            {d.refused.forget}
          </button>
        </div>
      </>
    )}
  </Note>
);

const nameOf = (person: DeskPerson | undefined, givesBibs: boolean): string =>
  person ? d.refused.of(`${person.firstName} ${person.lastName}`, numberOf(person, givesBibs)) : d.refused.unknown;
