import type { Controller } from '../../flow/controller';
import type { Draft, TypedField } from '../../flow/draft';
import { peopleOf } from '../../flow/draft';
import { readPeople } from '../../flow/people';
import { type RunnerErrors, readRunner } from '../../flow/runner';
import { AllOrNone } from '../../race/how-many';
import * as first from '../../texts/first';
import { RunnerForm } from './runner-form';

interface PeopleFormProps {
  readonly controller: Controller;
  readonly draft: Draft;
  /** The index of the person. 0 is the person who pays. */
  readonly who: number;
  readonly today: string;
  readonly faults: RunnerErrors;
  readonly raceHref: string;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

const waitedLead = () => <p class="lead">{first.waitedLead}</p>;

const leadOf = (draft: Draft, who: number, size: number, raceHref: string) => {
  if (who > 0) return <p class="lead">{first.companionLead}</p>;
  return (
    <>
      <p class="lead">{first.payerLead}</p>
      <AllOrNone people={size} />
      {draft.offer ? (
        waitedLead()
      ) : (
        <p>
          {first.typedIsKept}
          <a href={raceHref}>{first.changePeople}</a>
        </p>
      )}
    </>
  );
};

/** The form about the runner. In a group: one form for each person, one after the other. */
export const PeopleForm = ({ controller, draft, who, today, faults, raceHref, onBack, onDone }: PeopleFormProps) => {
  const people = peopleOf(draft);
  const size = people.length;
  const typed = people[who]?.typed ?? draft.typed;
  const read = readPeople(draft, today)[who] ?? readRunner(typed, today);
  const form = {
    typed,
    read,
    faults,
    isFixed: draft.offer !== undefined && who === 0,
    onType: (field: TypedField, text: string) => controller.dispatch({ kind: 'typed', who, field, text }),
    onClear: () => controller.dispatch({ kind: 'cleared', who }),
    onDone,
  };
  if (size === 1) return <RunnerForm {...form} {...(draft.offer && { lead: waitedLead() })} />;
  return (
    <RunnerForm
      key={who}
      {...form}
      title={first.runnerOf(who + 1, size)}
      lead={leadOf(draft, who, size, raceHref)}
      {...(who > 0 && { another: { email: draft.typed.email, of: draft.typed.firstName.trim() }, onBack })}
      {...(who + 1 < size && { doneWords: first.toRunner(who + 2) })}
    />
  );
};
