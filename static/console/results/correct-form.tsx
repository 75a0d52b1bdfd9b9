import { CommandForm } from '../commands/command-form';
import type { RaceScreenProps } from '../race/race-screen';
import * as r from '../texts/results';
import { type Replaced, written } from './import-outlook';
import type { ResultSet } from './result-set';

interface CorrectProps {
  readonly race: RaceScreenProps['race'];
  readonly set: ResultSet;
}

interface Corrected {
  readonly correctedResult: {
    readonly bib: number;
    readonly isChanged: boolean;
    readonly name?: string;
    /** In a dry run. */
    readonly replaced?: readonly Replaced[];
    readonly hash?: string;
  };
}

/** Changes what is known of one bib. */
export const Correct = ({ race, set }: CorrectProps) => (
  <CommandForm<Corrected>
    race={race}
    command="correctResult"
    title={r.correct.title}
    lead={r.correct.lead}
    act={r.correct.act}
    content={(values) => ({ ...values, setId: set.setId })}
    fields={[
      { name: 'bib', label: r.correct.bib, kind: 'whole' },
      { name: 'reason', label: r.correct.reason, hint: r.correct.reasonHint, kind: 'text' },
      {
        name: 'status',
        label: r.correct.status,
        kind: 'choice',
        choices: [['', r.correct.same], ...correctable.map((status) => [status, r.statuses[status] ?? ''] as const)],
        isOptional: true,
      },
      { name: 'gun', label: r.correct.gun, hint: r.correct.timeHint, kind: 'text', isOptional: true },
      { name: 'chip', label: r.correct.chip, hint: r.correct.timeHint, kind: 'text', isOptional: true },
      { name: 'penalty', label: r.correct.penalty, kind: 'text', isOptional: true },
      { name: 'name', label: r.correct.name, kind: 'text', isOptional: true },
      {
        name: 'gender',
        label: r.correct.gender,
        kind: 'choice',
        choices: [['', r.correct.same], ...set.rules.genders.map(({ code, label }) => [code, label] as const)],
        isOptional: true,
      },
      { name: 'age', label: r.correct.age, kind: 'whole', isOptional: true },
      { name: 'note', label: r.correct.note, hint: r.correct.noteHint, kind: 'text', isOptional: true },
    ]}
    // What another director or a timer says meanwhile is not replaced unseen.
    names={({ correctedResult: { hash } }) => ({ hash })}
    says={({ correctedResult }, isDone) =>
      isDone ? <p>{r.correct.did(correctedResult.bib)}</p> : <Outlook {...correctedResult} />
    }
  />
);

const correctable = ['entered', 'finished', 'dnf', 'dns', 'dsq'];

/** Whose result it is, and what is replaced: a bib is soon mistyped. */
const Outlook = ({ bib, isChanged, name, replaced = [] }: Corrected['correctedResult']) => (
  <>
    <p>{r.correct.would(bib, isChanged)}</p>
    {name !== undefined && (
      <p>
        {r.correct.name}: <bdi>{name}</bdi>
      </p>
    )}
    {replaced.length > 0 && (
      <ul>
        {replaced.map(({ field, before, after }) => {
          const { what, write } = written(field);
          return (
            <li key={field}>
              {what}: {write(before)} → {write(after)}
            </li>
          );
        })}
      </ul>
    )}
  </>
);
