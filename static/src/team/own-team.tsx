import { useRef, useState } from 'preact/hooks';
import { textIn } from '../../../lambdas/api/form/definition/question';
import { maxTeamNameLength } from '../../../lambdas/api/form/team';
import type { OwnTeamMessage } from '../../../lambdas/api/messages/form/teams';
import formSheet from '../../style/entry.css';
import sheet from '../../style/team.css';
import { Field } from '../form/field';
import { failureWords } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { SendingNote, useSending } from '../page/use-sending';
import * as t from '../texts/page';
import * as words from '../texts/team';
import { teamApi } from './team-api';
import { type Change, kindOf, legLabel, Members, type PartProps, Sure } from './team-members';
import { teamHref } from './teams-page';

interface InviteProps extends PartProps {
  readonly raceId: string;
  readonly code: string;
}

/** The link that the captain sends. */
const Invite = ({ raceId, team, code, isSending, change }: InviteProps) => {
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const [isSure, setSure] = useState(false);
  const link = `${location.origin}${teamHref(raceId, team.id, code)}`;
  return (
    <section aria-labelledby="invite">
      <h3 id="invite">{words.inviteTitle}</h3>
      <Field
        id="invite-link"
        label={words.inviteLink}
        hint={words.inviteHint}
        input={{ value: link, readOnly: true, onFocus: ({ currentTarget }) => currentTarget.select() }}
      />
      <p class="figures">{words.inviteCode(code)}</p>
      <p role="status">{copied && (copied === 'yes' ? words.linkCopied : words.linkNotCopied)}</p>
      <div class="actions">
        <button
          type="button"
          class="button button-quiet"
          onClick={() =>
            void navigator.clipboard?.writeText(link).then(
              () => setCopied('yes'),
              () => setCopied('no'),
            )
          }
        >
          {words.copyLink}
        </button>
        <button
          type="button"
          class="plain"
          onClick={() => change({ isOpen: !team.isOpen }, team.isOpen ? words.teamClosed : words.teamOpened)}
        >
          {team.isOpen ? words.closeTeam : words.openTeam}
        </button>
        <button type="button" class="plain" onClick={() => setSure(true)}>
          {words.newCode}
        </button>
      </div>
      {isSure && (
        <Sure
          question={words.newCodeSure}
          isSending={isSending}
          onYes={() => {
            setSure(false);
            change({ newCode: true }, words.newCodeDone);
          }}
          onNo={() => setSure(false)}
        />
      )}
    </section>
  );
};

const Rename = ({ team, isSending, change }: PartProps) => {
  const [name, setName] = useState(team.name);
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const tidy = name.normalize('NFC').trim().replace(/\s+/g, ' ');
        const wrong =
          tidy === ''
            ? words.nameMissing
            : tidy.length > maxTeamNameLength
              ? words.nameTooLong(maxTeamNameLength)
              : undefined;
        setError(wrong);
        if (wrong) document.getElementById('own-team-name')?.focus();
        else change({ name: tidy }, words.renamed(tidy));
      }}
    >
      <Field
        id="own-team-name"
        label={words.teamName}
        error={error}
        input={{ value: name, autoComplete: 'off', onInput: ({ currentTarget }) => setName(currentTarget.value) }}
      />
      <div class="actions">
        <button type="submit" class="button button-quiet" aria-disabled={isSending}>
          {words.rename}
        </button>
      </div>
    </form>
  );
};

const Leave = ({ team, registrationId, isSending, change }: PartProps) => {
  const [isSure, setSure] = useState(false);
  return isSure ? (
    <Sure
      question={team.isCaptain && team.members > 1 ? words.leaveSureCaptain : words.leaveSure}
      isSending={isSending}
      onYes={() => change({ remove: registrationId }, words.noTeamLeft)}
      onNo={() => setSure(false)}
    />
  ) : (
    <div class="actions">
      <button type="button" class="plain" onClick={() => setSure(true)}>
        {words.leaveTeam}
      </button>
    </div>
  );
};

interface OwnTeamProps {
  readonly registrationId: string;
  readonly raceId: string;
  /** The revision that explains the registration. */
  readonly form?: number | undefined;
  readonly token: string;
}

/** The team of a registration: for everybody in it what it is, for the captain what they can do. */
export const OwnTeam = ({ registrationId, raceId, form: revision = 0, token }: OwnTeamProps) => {
  const [said, setSaid] = useState('');
  const [now, setNow] = useState<OwnTeamMessage>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { sending, send } = useSending();
  const loaded = useLoaded(`${registrationId} ${token}`, async () => {
    const [form, own] = await Promise.all([teamApi.form(raceId, revision), teamApi.own(registrationId, token)]);
    if (form.kind !== 'ok') return form;
    return own.kind === 'ok' ? ({ kind: 'ok', value: { form: form.value, own: own.value } } as const) : own;
  });
  const change: Change = (wish, done) =>
    void send(
      () => teamApi.change(registrationId, token, wish),
      (own) => {
        setNow(own);
        setSaid(done);
        if ('remove' in wish) heading.current?.focus();
      },
    );
  const team = (now ?? (loaded.kind === 'ok' ? loaded.value.own : undefined))?.team;
  const isSending = sending.kind === 'sending';
  if (loaded.kind === 'ok' && !team && !now) return null;
  return (
    <section class="own-team" aria-labelledby="own-team">
      <link rel="stylesheet" href={formSheet} />
      <link rel="stylesheet" href={sheet} />
      <h2 id="own-team" tabIndex={-1} ref={heading}>
        {words.yourTeam}
      </h2>
      {loaded.kind === 'reading' && <p role="status">{words.teamsLoading}</p>}
      {loaded.kind === 'failed' && (
        <p class="note note-bad" role="alert">
          {words.teamUnread} {failureWords(loaded.failure)}{' '}
          <button type="button" class="plain" onClick={loaded.again}>
            {t.tryAgain}
          </button>
        </p>
      )}
      {loaded.kind === 'ok' && team && (
        <>
          <p>
            <b>{team.name}</b>,{' '}
            {kindOf(loaded.value.form, team) &&
              textIn(loaded.value.form, kindOf(loaded.value.form, team)?.label ?? {}, t.locale)}
            , {words.teamState(team.members, team.size, team.isOpen)}
          </p>
          {team.leg !== undefined && <p>{words.yourLeg(legLabel(loaded.value.form, team, team.leg))}</p>}
        </>
      )}
      <p role="status">{said}</p>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      {loaded.kind === 'ok' && team && (
        <>
          {team.code && team.people && (
            <>
              <Invite
                {...{ team, registrationId, isSending, change, raceId }}
                form={loaded.value.form}
                code={team.code}
              />
              <Members {...{ team, registrationId, isSending, change }} form={loaded.value.form} people={team.people} />
              <Rename {...{ team, registrationId, isSending, change }} form={loaded.value.form} />
            </>
          )}
          <Leave {...{ team, registrationId, isSending, change }} form={loaded.value.form} />
        </>
      )}
    </section>
  );
};
