import { CommandForm } from '../commands/command-form';
import { eventField } from '../commands/fields';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface Saved {
  readonly savedForm: { readonly revision: number; readonly isNew: boolean };
}
interface Published {
  readonly publishedForm: {
    readonly revision: number;
    readonly before?: number;
    readonly members?: { readonly counted: number; readonly several: number };
  };
}
interface Kept {
  readonly savedDocument: { readonly hash: string; readonly isNew: boolean };
}
interface Allowed {
  readonly allowed: { readonly changed: number };
}

/** What the race asks for, the texts that people accept, and who may enter. */
export const FormAndTexts = ({ race }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{t.raceScreens.form}</ScreenHeading>
    <CommandForm<Saved>
      race={race}
      command="saveForm"
      title={c.form.saveTitle}
      lead={c.form.lead}
      act={c.form.saveAct}
      fields={[{ name: 'form', label: c.form.definition, kind: 'json' }]}
      says={({ savedForm: { revision, isNew } }, isDone) => <p>{c.saveFormSays(revision, isNew, isDone)}</p>}
    />
    <CommandForm<Published>
      race={race}
      command="publishForm"
      title={c.form.publishTitle}
      act={c.form.publishAct}
      fields={[{ name: 'revision', label: c.form.revision, kind: 'whole' }]}
      says={({ publishedForm: { revision, before, members } }, isDone) => (
        <p>
          {c.publishFormSays(revision, before, isDone)}
          {members && ` ${c.groupSays(members.counted, members.several)}`}
        </p>
      )}
    />
    <CommandForm<Kept>
      race={race}
      command="saveDocument"
      title={c.form.documentTitle}
      act={c.form.documentAct}
      fields={[
        {
          name: 'kind',
          label: c.form.kind,
          kind: 'choice',
          choices: Object.entries(c.form.kinds),
          initial: Object.keys(c.form.kinds)[0] ?? '',
        },
        { name: 'version', label: c.form.version, hint: c.form.versionHint, kind: 'text' },
        { name: 'locale', label: c.form.locale, hint: c.form.localeHint, kind: 'text', initial: 'en' },
        { name: 'text', label: c.form.text, kind: 'lines' },
      ]}
      says={({ savedDocument: { hash, isNew } }) => <p>{c.documentSays(hash, isNew)}</p>}
    />
    <CommandForm<Allowed>
      race={race}
      command="allowPerson"
      title={c.form.allowTitle}
      lead={c.form.allowLead}
      act={c.form.allowAct}
      content={({ eventId, emails, isAllowed }) => ({
        eventId,
        people: (emails as readonly string[]).map((email) => ({ email })),
        isAllowed: isAllowed === 'yes',
      })}
      fields={[
        eventField(race.events),
        { name: 'emails', label: c.form.emails, hint: c.form.emailsHint, kind: 'list' },
        {
          name: 'isAllowed',
          label: c.form.isAllowed,
          kind: 'choice',
          choices: [
            ['yes', c.form.allow],
            ['no', c.form.forbid],
          ],
          initial: 'yes',
        },
      ]}
      says={({ allowed: { changed } }) => <p>{c.allowSays(changed)}</p>}
    />
  </>
);
