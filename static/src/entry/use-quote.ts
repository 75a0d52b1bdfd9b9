import { useEffect, useState } from 'preact/hooks';
import type { Entry } from '../../../lambdas/api/form/entry';
import type { Controller } from '../flow/controller';
import type { Filled } from '../flow/events';
import { waitSeconds } from '../http/backoff';
import { type Failure, type Fault, isTransient, type ProblemFailure, retryAfterOf } from '../http/failure';
import { keepCode } from '../race/opened';
import { learnTime, serverClock } from '../time/ticker';
import { entryApi } from './entry-api';
import { isQuoted, keyOf, withCode, withForm, withQuote } from './quoted';

interface Asked {
  readonly controller: Pick<Controller, 'dispatch'>;
  readonly filled: Filled;
  readonly entry: Entry | undefined;
  readonly revision: number;
  /** What a refusal says about a step of the form. */
  readonly refusals: (problem: ProblemFailure) => readonly Fault[];
  /** The server found these faults in the entry. */
  readonly onFaults: (faults: readonly Fault[]) => void;
}

export type Quoting =
  | { readonly kind: 'quoting' | 'quoted' }
  /** Asked again at `until`, in milliseconds of the server's clock. */
  | { readonly kind: 'waiting'; readonly failure: Failure; readonly until: number; readonly now: () => void }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly again: () => void };

/** A code that cannot be used, and why. */
export interface RefusedCode {
  readonly code: string;
  readonly failure: ProblemFailure;
}

/** So many times a quote is asked for again without a word, when it is to be asked for again within so many seconds. */
const [maxQuietTries, quietSeconds] = [2, 3];

const isAboutCode = (failure: Failure): failure is ProblemFailure =>
  failure.kind === 'problem' && (/^code-/.test(failure.name) || failure.name === 'too-many-tries');

/**
 * Asks for a quote whenever the entry or its code is another than what was quoted. A code is tried with a quote of its own:
 * the draft has it once it was taken, and a code that is refused leaves the price as it was.
 */
export const useQuote = ({ controller, filled, entry, revision, refusals, onFaults }: Asked) => {
  const { hold, quoted, registrationId, typed } = filled.draft;
  const [kept] = useState(() => keepCode(hold?.raceId ?? ''));
  const [tries, setTries] = useState(0);
  const [trouble, setTrouble] = useState<{
    readonly failure: Failure;
    readonly until?: number;
    readonly isQuiet?: boolean;
  }>();
  const [tried, setTried] = useState(typed.code === undefined ? kept.read() : undefined);
  const [refused, setRefused] = useState<RefusedCode>();
  const isDone = tried === undefined && isQuoted(filled, entry);
  const again = () => setTries(tries + 1);
  const code = tried ?? typed.code;
  const key = entry && JSON.stringify([revision, keyOf(filled, entry), tried]);

  useEffect(() => {
    if (isDone || !entry || !hold) return;
    let isHere = true;
    const edit = (change: (filled: Filled) => Filled) => controller.dispatch({ kind: 'edited', edit: change });
    setTrouble(undefined);
    const previous = quoted && { quote: quoted.given.quote, tried: quoted.tried === true };
    const body = {
      ...{ hold: hold.hold, form: revision, entry },
      ...(code !== undefined && { codes: [code] }),
      ...(previous && { previous }),
    };
    void entryApi.quote(registrationId, body).then((answer) => {
      if (!isHere) return;
      if (answer.kind === 'ok') {
        learnTime(answer.value.now);
        kept.write(undefined);
        setTried(undefined);
        return edit((before) => withQuote(entry, answer.value)(withCode(code)(before)));
      }
      if (answer.kind === 'problem' && answer.name === 'form-changed' && typeof answer.form === 'number')
        return edit(withForm(answer.form));
      if (answer.kind === 'problem' && answer.name === 'hold-expired') return controller.dispatch({ kind: 'ran-out' });
      if (code !== undefined && isAboutCode(answer)) {
        kept.write(undefined);
        setRefused({ code, failure: answer });
        setTried(undefined);
        // It was good when it was typed.
        return tried === undefined ? edit(withCode(undefined)) : undefined;
      }
      const found = answer.kind === 'problem' ? [...(answer.faults ?? []), ...refusals(answer)] : [];
      if (found.length > 0) onFaults(found);
      const wait = waitSeconds(tries, Math.random(), retryAfterOf(answer));
      setTrouble({
        failure: answer,
        ...(isTransient(answer) && { until: serverClock.now() + wait * 1000 }),
        isQuiet: answer.kind === 'problem' && answer.name === 'busy' && tries < maxQuietTries && wait < quietSeconds,
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

  const quoting = (): Quoting => {
    if (isDone) return { kind: 'quoted' };
    if (!trouble || trouble.isQuiet) return { kind: 'quoting' };
    const { failure } = trouble;
    return until === undefined ? { kind: 'refused', failure, again } : { kind: 'waiting', failure, until, now: again };
  };
  return {
    quoting: quoting(),
    refused,
    isTrying: tried !== undefined,
    /** Quotes with this code, or without any. */
    use: (next: string | undefined) => {
      setRefused(undefined);
      if (next === undefined) controller.dispatch({ kind: 'edited', edit: withCode(undefined) });
      else setTried(next);
    },
  };
};
