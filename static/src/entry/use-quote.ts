import { useEffect, useState } from 'preact/hooks';
import type { Entry } from '../../../lambdas/api/form/entry';
import type { Controller } from '../flow/controller';
import type { Filled } from '../flow/events';
import { waitSeconds } from '../http/backoff';
import { type Failure, type Fault, isTransient, retryAfterOf } from '../http/failure';
import { learnTime, serverClock } from '../time/ticker';
import { entryApi } from './entry-api';
import { isQuoted, keyOf, withForm, withQuote } from './quoted';

interface Asked {
  readonly controller: Pick<Controller, 'dispatch'>;
  readonly filled: Filled;
  readonly entry: Entry | undefined;
  readonly revision: number;
  /** The server found these faults in the entry. */
  readonly onFaults: (faults: readonly Fault[]) => void;
}

export type Quoting =
  | { readonly kind: 'quoting' | 'quoted' }
  /** Asked again at `until`, in milliseconds of the server's clock. */
  | { readonly kind: 'waiting'; readonly failure: Failure; readonly until: number; readonly now: () => void }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly again: () => void };

/** Asks for a quote whenever the entry is another than the one that was quoted. */
export const useQuote = ({ controller, filled, entry, revision, onFaults }: Asked): Quoting => {
  const [tries, setTries] = useState(0);
  const [trouble, setTrouble] = useState<{ readonly failure: Failure; readonly until?: number }>();
  const isDone = isQuoted(filled, entry);
  const again = () => setTries(tries + 1);
  const { hold, quoted, registrationId } = filled.draft;
  const key = entry && `${revision} ${keyOf(filled, entry)}`;

  useEffect(() => {
    if (isDone || !entry || !hold) return;
    let isHere = true;
    setTrouble(undefined);
    const previous = quoted && { quote: quoted.given.quote, tried: quoted.tried === true };
    const body = { hold: hold.hold, form: revision, entry, ...(previous && { previous }) };
    void entryApi.quote(registrationId, body).then((answer) => {
      if (!isHere) return;
      if (answer.kind === 'ok') {
        learnTime(answer.value.now);
        return controller.dispatch({ kind: 'edited', edit: withQuote(entry, answer.value) });
      }
      if (answer.kind === 'problem' && answer.name === 'form-changed' && typeof answer.form === 'number')
        return controller.dispatch({ kind: 'edited', edit: withForm(answer.form) });
      if (answer.kind === 'problem' && answer.name === 'hold-expired') return controller.dispatch({ kind: 'ran-out' });
      if (answer.kind === 'problem' && answer.faults?.some(({ field }) => /^(?:people|order)\b/.test(field)))
        onFaults(answer.faults);
      const wait = waitSeconds(tries, Math.random(), retryAfterOf(answer));
      setTrouble({
        failure: answer,
        ...(isTransient(answer) && { until: serverClock.now() + wait * 1000 }),
      });
    });
    return () => {
      isHere = false;
    };
  }, [key, isDone, tries]);

  const until = trouble?.until;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(again, Math.max(0, until - serverClock.now()));
    return () => clearTimeout(timer);
  }, [until]);

  if (isDone) return { kind: 'quoted' };
  if (!trouble) return { kind: 'quoting' };
  const { failure } = trouble;
  return until === undefined ? { kind: 'refused', failure, again } : { kind: 'waiting', failure, until, now: again };
};
