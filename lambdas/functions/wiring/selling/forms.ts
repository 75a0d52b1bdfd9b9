import type { Form } from '../../../api/form/definition/form';
import { entryJsonSchema } from '../../../api/form/definition/json-schema';
import { asRevision } from '../../../editing/postgres-race-revisions';
import { PostgresAllowRegister } from '../../../forms/postgres-allow-list';
import { PostgresFormRegister } from '../../../forms/postgres-forms';
import { PostgresTextRegister } from '../../../forms/postgres-texts';
import { publishForm } from '../../../forms/publish-form';
import { saveDocument } from '../../../forms/save-document';
import { type SaveForm, saveForm } from '../../../forms/save-form';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import type { RaceNews } from '../../../races/race';

/** The JSON Schema of a form's entries. The form was checked by the schema of its message. */
export const entrySchemaOf = (form: object, eventIds: readonly string[], raceId: string, revision: number) =>
  entryJsonSchema(form as Form, eventIds, `/api/races/${raceId}/forms/${revision}/schema`);

/** What a director does with the forms of races. */
export const openForms = (postgres: Postgres, news: RaceNews) => {
  const register = new PostgresFormRegister(postgres, asRevision);
  const save: SaveForm = saveForm({
    register,
    hash: sha256,
    entrySchemaOf,
  });
  return {
    saveForm: save,
    publishForm: publishForm({ register, news }),
    saveDocument: saveDocument({ register: new PostgresTextRegister(postgres), news, hash: sha256 }),
    allowList: new PostgresAllowRegister(postgres),
  };
};
