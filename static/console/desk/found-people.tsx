import * as d from '../texts/desk';
import { type DeskPerson, findPeople, numberOf, standingOf } from './desk-list';

interface PeopleProps {
  readonly people: ReadonlyMap<string, DeskPerson>;
  readonly givesBibs: boolean;
  readonly onChoose: (id: string) => void;
}

export const Results = ({ people, typed, givesBibs, onChoose }: PeopleProps & { readonly typed: string }) => {
  const { people: found, more } = findPeople(people.values(), typed, givesBibs);
  const isTyped = typed.trim().length > 1 || /^\p{Nd}$/u.test(typed.trim());
  return (
    <>
      <PersonButtons people={found} givesBibs={givesBibs} onChoose={onChoose} />
      <p class="quiet" role="status">
        {isTyped && (found.length === 0 ? d.find.none : d.find.shown(found.length))} {more > 0 && d.find.more(more)}
      </p>
      {isTyped && found.length === 0 && <p class="quiet">{d.find.noneWords}</p>}
    </>
  );
};

export const Recent = ({ ids, people, givesBibs, onChoose }: PeopleProps & { readonly ids: readonly string[] }) => (
  <section class="desk-part">
    <h2>{d.recent.title}</h2>
    {ids.length === 0 && <p class="quiet">{d.recent.none}</p>}
    <PersonButtons people={ids.flatMap((id) => people.get(id) ?? [])} givesBibs={givesBibs} onChoose={onChoose} />
  </section>
);

const mostProblems = 50;

export const Problems = ({ people, givesBibs, onChoose }: PeopleProps) => {
  const wrong = [...people.values()].filter(({ isLive, times }) => times > (isLive ? 1 : 0));
  return wrong.length === 0 ? null : (
    <section class="desk-part">
      <h2>{d.problems.title}</h2>
      <p class="quiet">{d.problems.lead}</p>
      <PersonButtons people={wrong.slice(0, mostProblems)} givesBibs={givesBibs} onChoose={onChoose} />
    </section>
  );
};

interface ButtonsProps {
  readonly people: readonly DeskPerson[];
  readonly givesBibs: boolean;
  readonly onChoose: (id: string) => void;
}

const PersonButtons = ({ people, givesBibs, onChoose }: ButtonsProps) =>
  people.length === 0 ? null : (
    <ul class="desk-people">
      {people.map((person) => {
        const standing = standingOf(person, givesBibs);
        return (
          <li key={person.registrationId}>
            <button type="button" onClick={() => onChoose(person.registrationId)}>
              <span class="desk-name">
                <bdi>{person.lastName}</bdi>, <bdi>{person.firstName}</bdi>
              </span>
              <b class="figures">{numberOf(person, givesBibs)}</b>
              <span class={`pill pill-${pills[standing]}`}>{d.standings[standing]}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );

const pills = { expected: 'early', unnumbered: 'paused', in: 'open', twice: 'paused', void: 'cancelled' } as const;
