import type { Form } from '../../../api/form/definition/form';
import { type Entry as FormEntry, withoutHidden } from '../../../api/form/entry';
import { entrySchema } from '../../../api/form/entry-schema';
import { formOfTransfer } from '../../../api/form/transfer';
import { read } from '../../../api/read';
import type { Entry, EntryPerson } from '../../../domain/money/quote';
import { latestBirthDate, peopleFaults } from '../../../domain/person/person';
import { signaturesOf } from '../../../domain/person/signatures';
import { CachedForms } from '../../../forms/cached-forms';
import { PostgresAllowList } from '../../../forms/postgres-allow-list';
import { PostgresForms } from '../../../forms/postgres-forms';
import type { Cache } from '../../../platform/cache/cache';
import type { Sql } from '../../../platform/postgres/postgres';
import type { CachedRaces } from '../../../races/cached-races';
import type { EntryFault, ReadRecipient } from '../../../registration/change/ports';
import { now } from '../connections/clock';
import { judgeEntry } from '../selling/judging';

interface Stores {
  readonly races: CachedRaces;
  readonly cache: Cache;
  readonly database: Sql;
}

/** Reads what the recipient of a spot says with the form and the rules that a quote is checked by. */
export const openRecipients = ({ races, cache, database }: Stores): ReadRecipient => {
  const forms = new CachedForms(cache, races, new PostgresForms(database));
  const judge = judgeEntry({ races, allowList: new PostgresAllowList(database), now });

  return async ({ transferId, raceId, eventId }, sent) => {
    const race = await races.find(raceId);
    if (!race) return { kind: 'unsettled' };
    if (race.form === undefined) return { kind: 'no-form' };
    const revision = race.form;
    const found = sent.form > revision ? undefined : await forms.find(raceId, revision);
    if (!found) return { kind: 'unsettled' };
    // Forms were checked when they were saved.
    const form = formOfTransfer(found.form as Form);
    const unfit = (faults: readonly EntryFault[]) =>
      sent.form === revision
        ? ({ kind: 'wrong', faults } as const)
        : ({ kind: 'form-changed', form: revision, faults } as const);

    const answer = read(entrySchema(form, eventId), sent.entry);
    if ('errors' in answer) return unfit(answer.errors);
    // Its schema asks for one person at least.
    const entry = withoutHidden(form, eventId, answer.output).entry as FormEntry & Entry;
    const [person, ...others] = entry.people as readonly [FormEntry['people'][number] & EntryPerson, ...unknown[]];
    if (others.length > 0) return { kind: 'wrong', faults: [{ field: 'people.1', code: 'not-of-hold' }] };
    if (person.registrationId !== transferId)
      return { kind: 'wrong', faults: [{ field: 'people.0.registrationId', code: 'not-of-hold' }] };
    const born = peopleFaults([{ field: 'people.0', who: person }], latestBirthDate(now()));
    if (born.length > 0) return { kind: 'wrong', faults: born };

    const judged = await judge(form, { raceId, eventId }, entry);
    if (!judged) return { kind: 'unsettled' };
    if (judged.broken.length > 0) return { kind: 'not-eligible', faults: judged.broken };
    if (judged.faults.length > 0) return unfit(judged.faults);
    const { registrationId: _, items: __, guardian: ___, signatures: ____, ...runner } = person;
    return {
      kind: 'fits',
      runner,
      fitting: { form: revision, signatures: signaturesOf(entry.people, 0), limitGroup: judged.limitGroup },
    };
  };
};
