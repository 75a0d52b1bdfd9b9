import type { Controller } from '../../flow/controller';
import type { Draft } from '../../flow/draft';
import { peopleOf } from '../../flow/draft';
import { readPeople } from '../../flow/people';
import { type RunnerErrors, readRunner } from '../../flow/runner';
import { AllOrNone } from '../../race/how-many';
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

const waitedLead = (
  <p class="lead">
    This spot is kept for the runner who waited for it: name, e-mail address and date of birth stay as they were given
    then. The rest is asked now.
  </p>
);

const leadOf = (draft: Draft, who: number, size: number, raceHref: string) => {
  if (who > 0) return <p class="lead">Somebody who runs with you. Everybody gets a number and a link of their own.</p>;
  return (
    <>
      <p class="lead">Begin with yourself, who pays.</p>
      <AllOrNone people={size} />
      {draft.offer ? (
        waitedLead
      ) : (
        <p>
          What you type is kept, in this browser and for a while with us. <a href={raceHref}>Change how many you are</a>
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
    onType: (field: keyof typeof typed, text: string) => controller.dispatch({ kind: 'typed', who, field, text }),
    onClear: () => controller.dispatch({ kind: 'cleared', who }),
    onDone,
  };
  if (size === 1) return <RunnerForm {...form} {...(draft.offer && { lead: waitedLead })} />;
  return (
    <RunnerForm
      key={who}
      {...form}
      title={`Runner ${who + 1} of ${size}`}
      lead={leadOf(draft, who, size, raceHref)}
      {...(who > 0 && { another: { email: draft.typed.email, of: draft.typed.firstName.trim() }, onBack })}
      {...(who + 1 < size && { doneWords: `Continue to runner ${who + 2}` })}
    />
  );
};
