import type { Form } from './definition/form';
import type { Answers } from './definition/question';
import { chosenFrom } from './definition/question-types';
import { answersFor } from './fill';
import { ageDayOf, brokenBy, type EventDay, questionWith, rulesOf, standardFor } from './rule';
import { documentsFor, fullName, type Guardian, isMinor, type Signature, type Signer } from './signing';

interface Invented {
  readonly birthDate: string;
  readonly answers: Answers;
}

/**
 * A simulated person whom the rules of an event let run, with their answers. Undefined when there is none: of that age, or
 * because only named people may run. `isYoung`: of those, somebody under 18. `random`: from 0, less than 1.
 */
export const personFor = (form: Form, event: EventDay, random: () => number, isYoung = false): Invented | undefined => {
  const rules = rulesOf(form, event.id);
  const genderQuestion = questionWith(form, 'gender');
  const timeQuestion = questionWith(form, 'qualifying-time');
  const genders = genderQuestion ? chosenFrom(genderQuestion) : [undefined];
  const least = typeof timeQuestion?.min === 'number' ? timeQuestion.min : 1;
  const [from, to] = isYoung ? [8, 17] : [18, 80];
  const fitting = Array.from({ length: to - from + 1 }, (_, years) => from + years).flatMap((age) =>
    genders
      .map((gender) => ({ age, gender, time: least }))
      .filter((traits) => rules.every((rule) => brokenBy(rule, traits).length === 0)),
  );
  const traits = fitting[Math.floor(random() * fitting.length)];
  if (!traits) return undefined;
  const limits = rules.flatMap(({ qualifying = [] }) => standardFor(qualifying, traits) ?? []);
  const given = {
    ...(genderQuestion && traits.gender !== undefined && { [genderQuestion.id]: traits.gender }),
    ...(timeQuestion && limits.length > 0 && { [timeQuestion.id]: Math.max(least, Math.min(...limits)) }),
  };
  return { birthDate: bornFor(rules, event, traits.age), answers: answersFor(form, event.id, 'person', random, given) };
};

/** A birthday on the earliest day on which an age counts, so that the age is the same on all of them in that year. */
const bornFor = (rules: ReturnType<typeof rulesOf>, event: EventDay, age: number): string => {
  const days = [event.date, ...rules.map((rule) => ageDayOf(rule, event.date))].sort();
  const [first = event.date] = days;
  const day = first.slice(5) === '02-29' ? '02-28' : first.slice(5);
  return `${Number(first.slice(0, 4)) - age}-${day}`;
};

const relationships = ['Mother', 'Father', 'Legal guardian'];

/**
 * Simulated people of one entry, with the guardians and signatures that they need. A minor's guardian is the first adult of
 * the entry or, without one, somebody who does not run. `today`: the day of signing in the race's time zone.
 */
export const signedBy = <P extends Signer>(
  form: Form,
  people: readonly P[],
  today: string,
  random: () => number,
): readonly (P & { guardian?: Guardian; signatures?: readonly Signature[] })[] => {
  if (!form.documents?.length) return people;
  const minors = people.map(({ birthDate }) => isMinor(form, birthDate, today));
  const member = minors.indexOf(false);
  const adult = people[member];
  return people.map((person, n) => {
    const ofMinor = minors[n] === true;
    const relationship = relationships[Math.floor(random() * relationships.length)] ?? 'Mother';
    const name = adult ? fullName(adult) : `Kim ${person.lastName}`;
    const guardian: Guardian = adult ? { member } : { name, email: person.email, relationship };
    return {
      ...person,
      ...(ofMinor && { guardian }),
      signatures: documentsFor(form, ofMinor).map(({ kind, hash, signature }) => ({
        kind,
        hash,
        ...(signature === 'typed-name' && { name: ofMinor ? name : fullName(person) }),
      })),
    };
  });
};
