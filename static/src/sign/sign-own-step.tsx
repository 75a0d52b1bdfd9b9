import type { Form } from '../../../lambdas/api/form/definition/form';
import sheet from '../../style/sign.css';
import type { OwnStep } from '../entry/own-step';
import * as words from '../texts/sign';
import { SignStep } from './sign-step';
import { atTheirFields, useSigning } from './use-signing';

/** Signing as a step of a form that is filled in to register. */
export const signStepOf = (form: Form): OwnStep => ({
  // A waiver of the form is the waiver of its race: nobody accepts two.
  name: form.documents?.some(({ kind }) => kind === 'waiver') ? 'waiver' : 'sign',
  toIt: words.toSign,
  sheet,
  isAbout: ({ field }) => /^people\.\d+\.(?:guardian|signatures)\b/.test(field),
  placed: atTheirFields,
  useStep: ({ race, ...asked }) => {
    const signing = useSigning({ ...asked, race, raceId: race.id });
    const { read, isDone } = signing;
    return {
      read,
      isDone: form.documents?.length ? isDone : undefined,
      screen: ({ controller, filled, onDone, ...common }) => (
        <SignStep
          {...common}
          {...signing}
          raceId={race.id}
          adultAge={form.adultAge ?? 18}
          onType={signing.type}
          onDone={() => {
            const { hold } = filled.draft;
            if (hold) controller.dispatch({ kind: 'waiver-answered', hash: hold.waiver.hash, accepted: true });
            onDone();
          }}
        />
      ),
    };
  },
});
