import { useState } from 'preact/hooks';
import * as v from 'valibot';
import { dayIn } from '../../../lambdas/api/form/age';
import type { Form } from '../../../lambdas/api/form/definition/form';
import type { Answers } from '../../../lambdas/api/form/definition/question';
import { keepUnder } from '../flow/kept';
import type { RunnerErrors } from '../flow/runner';
import type { Fault } from '../http/failure';
import * as words from '../texts/sign';
import { serverClock } from '../time/ticker';
import { rulesInWords } from './rules-in-words';
import { readSigning, type TypedSigning, type Unsigned } from './signing';

/** What was done at the Sign step, under the id of its registration: another attempt is signed again. */
const keptSigning = v.object({
  registrationId: v.string(),
  people: v.custom<readonly TypedSigning[]>((given) => Array.isArray(given)),
});

/** Of the race: what its rules and its signatures are judged by. */
export interface RaceDays {
  readonly date: string;
  readonly timeZone: string;
}

interface Person extends Unsigned {
  readonly registrationId: string;
  readonly answers: object;
}

/** What was read of an entry that nobody signed yet. */
interface Read {
  readonly people: readonly { readonly identity: RunnerErrors; readonly answers: Readonly<Record<string, string>> }[];
  readonly entry?: { readonly people: readonly Person[] };
}

interface Asked<R extends Read> {
  readonly form: Form;
  readonly race: RaceDays;
  readonly raceId: string;
  readonly eventId: string;
  readonly registrationId: string;
  readonly read: R;
}

/** The server's findings about who may run, each at the field where it is shown and with its sentence. */
export const atTheirFields = (findings: readonly Fault[]): readonly Fault[] =>
  findings.map((fault) => {
    if (!/^people\.\d+$/.test(fault.field)) return fault;
    return fault.code === 'not-on-the-list'
      ? { ...fault, field: `${fault.field}.email`, says: words.notOnTheList }
      : { ...fault, field: `${fault.field}.birthDate`, says: words.notEligible };
  });

/** Judges an entry by the rules of the race, and adds what was signed. What is done at the Sign step is kept in this browser. */
export const useSigning = <R extends Read>({ form, race, raceId, eventId, registrationId, read }: Asked<R>) => {
  const [kept] = useState(() => keepUnder(() => localStorage, `startline:signing:${raceId}`, keptSigning));
  const [typed, setTyped] = useState<readonly TypedSigning[]>(() => {
    const before = kept.read();
    return before?.registrationId === registrationId ? before.people : [];
  });
  const type = (who: number, signing: TypedSigning) => {
    const people = Array.from({ length: Math.max(typed.length, who + 1) }, (_, n) =>
      n === who ? signing : (typed[n] ?? { signed: {} }),
    );
    kept.write({ registrationId, people });
    setTyped(people);
  };

  const entry = read.entry;
  const broken = (entry?.people ?? []).map((person) =>
    rulesInWords(form, { id: eventId, date: race.date }, { ...person, answers: person.answers as Answers }),
  );
  const mayAllRun = broken.every(({ identity, answers }) => Object.keys({ ...identity, ...answers }).length === 0);
  const signing =
    entry && form.documents?.length
      ? readSigning(form, entry.people, typed, dayIn(race.timeZone, new Date(serverClock.now())))
      : undefined;
  const { entry: _, ...parts } = read;
  const signed = signing ? signing.signed : entry?.people;
  return {
    /** With what the rules say of each person; without an entry while somebody may not run, or has not signed. */
    read: {
      ...parts,
      people: read.people.map((part, n) => ({
        ...part,
        identity: { ...part.identity, ...broken[n]?.identity },
        answers: { ...part.answers, ...broken[n]?.answers },
      })),
      ...(entry && signed && mayAllRun && { entry: { ...entry, people: signed } }),
    } as unknown as R,
    people: signing?.people ?? [],
    isDone: signing?.signed !== undefined,
    type,
  };
};

export type Signing = ReturnType<typeof useSigning>;
