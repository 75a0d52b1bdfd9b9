import { useState } from 'preact/hooks';
import type { SignedInMessage } from '../../../lambdas/api/console/messages';
import { Heading } from '../../src/page/heading';
import { useValue } from '../../src/page/use-value';
import { at, call } from '../http/call';
import { changed, useData } from '../http/data';
import { AskFirst } from '../page/ask-first';
import { localInstant } from '../page/instants';
import { Table } from '../page/table';
import { Note, Shown } from '../page/words';
import { NewPasskey } from '../sign-in/new-passkey';
import { confirmByPasskey } from '../sign-in/passkeys';
import { readSession, session, signOut } from '../sign-in/session';
import { roleName } from '../staff/role-name';
import * as t from '../texts/en';

interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
  readonly isLocked: boolean;
}

interface ShownSession {
  readonly browser: string;
  readonly createdAt: string;
  readonly seenAt: string;
  readonly isThis: boolean;
}

/** What belongs to the person who is signed in: roles, passkeys, sessions. */
export const AccountPage = () => {
  const now = useValue(session);
  if (now.kind !== 'in') return null;
  return (
    <div class="column">
      <Heading>{t.accountTitle}</Heading>
      <p>
        {now.who.name} <span class="quiet">{now.who.email}</span>
      </p>
      <section>
        <h2>{t.rolesTitle}</h2>
        <ul class="plain-list">
          {now.who.roles.map(({ role, raceId }) => (
            <li key={`${role} ${raceId}`}>{t.roleIn(roleName(role), raceId ?? t.inAllRaces)}</li>
          ))}
        </ul>
      </section>
      <Passkeys who={now.who} />
      <Sessions />
    </div>
  );
};

const Passkeys = ({ who }: { who: SignedInMessage }) => {
  const data = useData<{ readonly passkeys: readonly ShownPasskey[] }>(at`/passkeys`);
  const [said, setSaid] = useState<string>();
  const done = (words: string) => () => {
    setSaid(words);
    changed(at`/passkeys`);
    return readSession();
  };
  return (
    <section>
      <h2>{t.passkeysTitle}</h2>
      <Note kind="good">{said && <p>{said}</p>}</Note>
      <Shown data={data} what={t.things.account}>
        {({ passkeys }) =>
          passkeys.length > 0 && (
            <Table
              caption={t.passkeysTitle}
              columns={t.passkeyColumns}
              rows={passkeys.map(({ id, name, createdAt, lastUsedAt, isLocked }) => ({
                key: id,
                cells: {
                  name: isLocked ? `${name} (${t.passkeyLocked})` : name,
                  made: localInstant(createdAt),
                  used: lastUsedAt ? localInstant(lastUsedAt) : t.never,
                  actions: passkeys.length > 1 && (
                    <AskFirst
                      label={t.passkeyColumns.actions}
                      title={t.deletePasskey(name)}
                      work={() => call({ method: 'DELETE', url: at`/passkeys/${id}` })}
                      then={done(t.passkeyDeleted)}
                    >
                      <p>{t.deletePasskeyWords}</p>
                    </AskFirst>
                  ),
                },
              }))}
            />
          )
        }
      </Shown>
      {(who.passkeys > 0 || who.mayEnrol) && (
        <details class="aside">
          <summary>{t.anotherPasskey}</summary>
          <p class="quiet">{t.anotherPasskeyWords}</p>
          <NewPasskey
            {...(!who.isConfirmed && !who.mayEnrol && { first: confirmByPasskey })}
            then={done(t.passkeyMade)}
          />
        </details>
      )}
    </section>
  );
};

const Sessions = () => {
  const data = useData<{ readonly sessions: readonly ShownSession[] }>(at`/sessions`);
  return (
    <section>
      <h2>{t.sessionsTitle}</h2>
      <Shown data={data} what={t.things.account}>
        {({ sessions }) => (
          <Table
            caption={t.sessionsTitle}
            columns={t.sessionColumns}
            rows={sessions.map(({ browser, createdAt, seenAt, isThis }) => ({
              key: `${createdAt} ${browser}`,
              cells: {
                browser: isThis ? t.thisSession(browserName(browser)) : browserName(browser),
                began: localInstant(createdAt),
                seen: localInstant(seenAt),
              },
            }))}
          />
        )}
      </Shown>
      <p>
        <button type="button" class="button button-quiet" onClick={() => void signOut(true)}>
          {t.signOutEverywhere}
        </button>
      </p>
    </section>
  );
};

/** `Firefox, Linux`, from a User-Agent. The whole User-Agent when it names none that we know. */
const browserName = (userAgent: string): string => {
  const nameIn = (names: typeof t.browsers) => names.find(([mark]) => userAgent.includes(mark))?.[1];
  return [nameIn(t.browsers), nameIn(t.systems)].filter(Boolean).join(', ') || userAgent;
};
