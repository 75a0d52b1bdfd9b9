import type { FieldError } from '../../api/faults';
import type { FormFault } from '../../forms/form';
import { allowPersonMessage, publishFormMessage, saveDocumentMessage, saveFormMessage } from '../../forms/messages';
import { setStockMessage } from '../../units/messages';
import { type Command, command, refused } from '../command';

/** What a director orders about what a registration asks for and sells: a part of the table in `commands.ts`. */
export const formCommands = {
  saveForm: command(saveFormMessage, async ({ saveForm }, message) => {
    const { raceId, form, dryRun } = message.saveForm;
    const answer = await saveForm({ raceId, form, isDryRun: dryRun });
    switch (answer.kind) {
      case 'saved':
        return { savedForm: { raceId, revision: answer.revision, isNew: answer.isNew, dryRun } };
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'saveForm.raceId', code: 'not-a-race' }]);
      case 'wrong':
        return refused('form-not-possible', {}, formErrors('saveForm.form', raceId, answer.faults));
    }
  }),

  publishForm: command(publishFormMessage, async ({ publishForm }, message) => {
    const { raceId, revision, dryRun } = message.publishForm;
    const answer = await publishForm({ raceId, revision, isDryRun: dryRun });
    switch (answer.kind) {
      case 'published': {
        const { before, members } = answer;
        const more = { ...(before !== undefined && { before }), ...(members && { members }) };
        return { publishedForm: { raceId, revision, ...more, dryRun } };
      }
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'publishForm.raceId', code: 'not-a-race' }]);
      case 'no-such-form':
        return refused('no-such-form', {}, [{ field: 'publishForm.revision', code: 'no-such-form' }]);
      case 'older':
        return refused('older-form', {}, [
          { field: 'publishForm.revision', code: 'older-form', limit: answer.current },
        ]);
      case 'older-waiver': {
        const { version, hash } = answer;
        return refused('older-waiver', { version, hash }, [
          { field: 'publishForm.revision', code: 'older-waiver', other: version },
        ]);
      }
      case 'wrong':
        return refused('form-not-possible', {}, formErrors('publishForm.revision', raceId, answer.faults));
    }
  }),

  saveDocument: command(saveDocumentMessage, async ({ saveDocument }, message) => {
    const { dryRun, ...text } = message.saveDocument;
    const answer = await saveDocument({ ...text, isDryRun: dryRun });
    if (answer.kind === 'no-such-race')
      return refused('no-such-race', {}, [{ field: 'saveDocument.raceId', code: 'not-a-race' }]);
    const { raceId, kind } = text;
    return { savedDocument: { raceId, kind, hash: answer.hash, isNew: answer.isNew, dryRun } };
  }),

  setStock: command(setStockMessage, async ({ stocks }, message) => {
    const { dryRun, ...wish } = message.setStock;
    const answer = await stocks.set({ ...wish, isDryRun: dryRun });
    switch (answer.kind) {
      case 'set': {
        const { before, units, given } = answer;
        return { stock: { ...wish, before, units, given, dryRun } };
      }
      case 'given':
        return refused('more-given', { given: answer.given }, [
          { field: 'setStock.stock', code: 'too-small', limit: answer.given },
        ]);
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'setStock.raceId', code: 'not-a-race' }]);
    }
  }),

  allowPerson: command(allowPersonMessage, async ({ allowList }, message) => {
    const { raceId, eventId, people, isAllowed, dryRun } = message.allowPerson;
    const changed = await allowList.change(raceId, eventId, people, isAllowed, dryRun);
    if (changed !== 'no-such-event') return { allowed: { eventId, changed, dryRun } };
    return refused('no-such-event', {}, [{ field: 'allowPerson.eventId', code: 'not-of-this-race', other: raceId }]);
  }),
} satisfies Readonly<Record<string, Command>>;

/** The faults of a form, each at its path below `field`. */
const formErrors = (field: string, raceId: string, faults: readonly FormFault[]): readonly FieldError[] =>
  faults.map(({ at, code, other }) => ({
    field: [field, ...at].join('.'),
    code,
    other: code === 'not-of-this-race' ? raceId : other,
  }));
