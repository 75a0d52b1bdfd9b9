import { useRef, useState } from 'preact/hooks';
import { Heading } from '../../src/page/heading';
import { useValue } from '../../src/page/use-value';
import { at, call } from '../http/call';
import { changed, useData } from '../http/data';
import { AskFirst } from '../page/ask-first';
import { Choice, Field } from '../page/field';
import { newId } from '../page/new-id';
import { Table } from '../page/table';
import { useSending } from '../page/use-sending';
import { FailureNote, Note, Shown } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import { ScreenHeading } from '../race/screen-heading';
import { session } from '../sign-in/session';
import { looksLikeEmail } from '../sign-in/sign-in-page';
import * as t from '../texts/en';
import { Integrations } from './integrations';
import { roleName } from './role-name';

interface Member {
  readonly staffId: string;
  readonly email: string;
  readonly name: string;
  readonly state: keyof typeof t.staffStates;
  readonly passkeys: number;
  readonly roles: readonly { readonly role: string; readonly raceId?: string }[];
}

/** In addresses: a race, or all of them. */
const allRaces = 'all';

const roleChoices = Object.entries(t.roles).map(
  ([role, label]) => [role, `${label}: ${t.roleMeanings[role as keyof typeof t.roleMeanings]}`] as const,
);

export const StaffPage = () => (
  <div class="column">
    <Heading>{t.staffTitle}</Heading>
    <Staff scope={allRaces} />
  </div>
);

export const RaceStaff = ({ race }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{t.staffOfRace}</ScreenHeading>
    <Staff scope={race.id} />
  </>
);

/** The staff of a race, or of all races. `scope`: the race, or `all`. */
const Staff = ({ scope }: { scope: string }) => {
  const data = useData<{ readonly staff: readonly Member[] }>(at`/staff/${scope}`);
  const [said, setSaid] = useState<string>();
  const done = (words: string) => {
    setSaid(words);
    changed(at`/staff`);
  };
  return (
    <>
      <Note kind="good">{said && <p>{said}</p>}</Note>
      <Shown data={data} what={t.things.staff}>
        {({ staff }) => (
          <Table
            caption={t.staffTitle}
            columns={t.staffColumns}
            rows={staff.map((member) => ({
              key: member.staffId,
              cells: {
                person: (
                  <>
                    {member.name} <span class="quiet">{member.email}</span>
                  </>
                ),
                state: `${t.staffStates[member.state]}, ${t.withPasskeys(member.passkeys)}`,
                roles: member.roles
                  .map(({ role, raceId }) => t.roleIn(roleName(role), raceId ?? t.inAllRaces))
                  .join(', '),
                actions: <Actions member={member} scope={scope} then={() => done(t.staffChanged)} />,
              },
            }))}
          />
        )}
      </Shown>
      <Invite scope={scope} then={(name) => done(t.invited(name))} />
    </>
  );
};

const Actions = ({ member, scope, then }: { member: Member; scope: string; then: () => void }) => {
  const { staffId, name, state } = member;
  const where = scope === allRaces ? t.inAllRaces : t.thisRace;
  const given = member.roles.find(({ raceId }) => (raceId ?? allRaces) === scope);
  const now = useValue(session);
  const ownsAll = now.kind === 'in' && now.who.roles.some((own) => own.role === 'owner' && own.raceId === undefined);
  const [isEnding, setEnding] = useState(false);
  const ending = { isChosen: isEnding, choose: setEnding };
  const integrations = isEnding ? 'end' : 'keep';
  const setState = (next: string) => () =>
    call({ method: 'PUT', url: at`/staff/${staffId}/state`, body: { state: next, integrations } });
  return (
    <span class="row-actions">
      {state !== 'gone' && <RoleOf member={member} scope={scope} before={given?.role} then={then} />}
      {given && (
        <AskFirst
          label={t.staffActions.remove}
          title={t.removeRole(name)}
          work={() =>
            call({ method: 'DELETE', url: `${at`/staff/${scope}/${staffId}/role`}?integrations=${integrations}` })
          }
          then={then}
        >
          <p>{t.removeRoleWords(name, where)}</p>
          <Integrations races="lost" {...{ scope, staffId, name, ending }} />
        </AskFirst>
      )}
      {ownsAll && state !== 'gone' && (
        <>
          {state === 'locked' ? (
            <AskFirst
              label={t.staffActions.unlock}
              title={`${t.staffActions.unlock}: ${name}`}
              work={setState('active')}
              then={then}
            >
              <p>{t.unlockWords(name)}</p>
            </AskFirst>
          ) : (
            <AskFirst
              label={t.staffActions.lock}
              title={`${t.staffActions.lock}: ${name}`}
              work={setState('locked')}
              then={then}
            >
              <p>{t.lockWords(name)}</p>
              <Integrations scope={allRaces} {...{ staffId, name, ending }} />
            </AskFirst>
          )}
          <AskFirst
            label={t.staffActions.reset}
            title={`${t.staffActions.reset}: ${name}`}
            work={() => call({ method: 'POST', url: at`/staff/${staffId}/reset` })}
            then={then}
          >
            <p>{t.resetWords(name)}</p>
          </AskFirst>
        </>
      )}
    </span>
  );
};

const RoleOf = ({
  member,
  scope,
  before,
  then,
}: {
  member: Member;
  scope: string;
  before: string | undefined;
  then: () => void;
}) => {
  const [role, setRole] = useState(before ?? 'viewer');
  return (
    <AskFirst
      label={t.staffActions.role}
      title={t.changeRole(member.name)}
      work={() => call({ method: 'PUT', url: at`/staff/${scope}/${member.staffId}/role`, body: { role } })}
      then={then}
    >
      <Choice id="role-of" label={t.roleLabel} value={role} choices={roleChoices} onChange={setRole} />
      <Integrations scope={scope} staffId={member.staffId} name={member.name} />
    </AskFirst>
  );
};

const Invite = ({ scope, then }: { scope: string; then: (name: string) => void }) => {
  const [typed, setTyped] = useState({ name: '', email: '' });
  const [role, setRole] = useState('viewer');
  const [wrong, setWrong] = useState<{ readonly name?: string; readonly email?: string }>({});
  const { isSending, failure, send } = useSending();
  const form = useRef<HTMLFormElement>(null);
  // The same id is sent again after a lost answer, so nobody is invited twice.
  const staffId = useRef(newId());
  const submit = (event: Event) => {
    event.preventDefault();
    const name = typed.name.trim();
    const email = typed.email.trim();
    const faults = {
      ...((name === '' || name.length > 100) && { name: t.nameWrong }),
      ...(!looksLikeEmail(email) && { email: t.emailWrong }),
    };
    setWrong(faults);
    const [first] = Object.keys(faults);
    if (first) return form.current?.querySelector<HTMLInputElement>(`#invite-${first}`)?.focus();
    const body = { staffId: staffId.current, name, email, role };
    return send(
      () => call({ method: 'POST', url: at`/staff/${scope}`, body }),
      () => {
        staffId.current = newId();
        setTyped({ name: '', email: '' });
        then(name);
      },
    );
  };
  return (
    <section class="panel">
      <h2>{t.inviteTitle}</h2>
      <form ref={form} noValidate onSubmit={submit}>
        <FailureNote failure={failure} />
        <Field
          id="invite-name"
          label={t.nameLabel}
          error={wrong.name}
          input={{
            value: typed.name,
            autoComplete: 'off',
            onInput: ({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value }),
          }}
        />
        <Field
          id="invite-email"
          label={t.emailLabel}
          error={wrong.email}
          input={{
            type: 'email',
            value: typed.email,
            autoComplete: 'off',
            spellcheck: false,
            onInput: ({ currentTarget }) => setTyped({ ...typed, email: currentTarget.value }),
          }}
        />
        <Choice id="invite-role" label={t.roleLabel} value={role} choices={roleChoices} onChange={setRole} />
        <button type="submit" class="button" aria-disabled={isSending}>
          {isSending ? t.working : t.invite}
        </button>
      </form>
    </section>
  );
};
