import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import type { TeamKind } from '../../../lambdas/api/form/team';
import type { OwnTeamMessage, TeamChangeMessage } from '../../../lambdas/api/messages/form/teams';
import * as t from '../texts/page';
import * as words from '../texts/team';

export type Team = NonNullable<OwnTeamMessage['team']>;

/** `said`: what is announced when it is done. */
export type Change = (wish: TeamChangeMessage, said: string) => void;

export interface PartProps {
  readonly form: Form;
  readonly team: Team;
  readonly registrationId: string;
  readonly isSending: boolean;
  readonly change: Change;
}

interface SureProps {
  readonly question: string;
  readonly isSending: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** What cannot be taken back is asked for once more. The question takes the focus. */
export const Sure = ({ question, isSending, onYes, onNo }: SureProps) => {
  const asked = useRef<HTMLParagraphElement>(null);
  // Before the next key: an effect after painting takes the focus away from who is at the button already.
  useLayoutEffect(() => asked.current?.focus(), []);
  return (
    <div class="note team-sure">
      <p tabIndex={-1} ref={asked}>
        {question}
      </p>
      <div class="actions">
        <button type="button" class="button" aria-disabled={isSending} onClick={onYes}>
          {words.yes}
        </button>
        <button type="button" class="plain" onClick={onNo}>
          {words.keepIt}
        </button>
      </div>
    </div>
  );
};

export const kindOf = (form: Form, { kind }: Team): TeamKind | undefined =>
  form.teams?.kinds.find(({ id }) => id === kind);

export const legLabel = (form: Form, team: Team, leg: number): string => {
  const found = kindOf(form, team)?.legs?.[leg - 1];
  return found ? textIn(form, found.label, t.locale) : String(leg);
};

interface MembersProps extends PartProps {
  readonly people: NonNullable<Team['people']>;
}

/** The people of the team with their legs. The captain can change legs and remove people. */
export const Members = ({ form, team, registrationId, people, isSending, change }: MembersProps) => {
  const [sure, setSure] = useState<string>();
  const legs = kindOf(form, team)?.legs;
  return (
    <section aria-labelledby="members">
      <h3 id="members">{words.teamMembers}</h3>
      <ul class="team-list" aria-labelledby="members">
        {people.map(({ registrationId: id, name, leg }, n) => (
          <li key={id} class="team-member">
            <span>
              {name}
              {id === registrationId && <span class="quiet"> ({words.you})</span>}
            </span>
            {legs && (
              <span class="field team-leg">
                <label class="aside-for-readers" for={`leg-of-${n}`}>
                  {words.legOf(name, n + 1)}
                </label>
                <select
                  id={`leg-of-${n}`}
                  value={String(leg ?? '')}
                  onChange={({ currentTarget: { value } }) =>
                    change(
                      { registrationId: id, leg: Number(value) },
                      words.legChanged(name, legLabel(form, team, Number(value))),
                    )
                  }
                >
                  {legs.map(({ label }, at) => (
                    <option key={textIn(form, label, t.locale)} value={String(at + 1)}>
                      {textIn(form, label, t.locale)}
                    </option>
                  ))}
                </select>
              </span>
            )}
            {id !== registrationId && (
              <button type="button" class="plain" onClick={() => setSure(id)}>
                {words.removeMember}
                <span class="aside-for-readers">{words.removeMemberOf(name)}</span>
              </button>
            )}
            {sure === id && (
              <Sure
                question={words.removeSure(name)}
                isSending={isSending}
                onYes={() => {
                  setSure(undefined);
                  change({ remove: id }, words.memberRemoved(name));
                }}
                onNo={() => setSure(undefined)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
