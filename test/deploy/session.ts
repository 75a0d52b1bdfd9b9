import * as v from 'valibot';
import { session as sessionMessage, type TypedDraft } from '../../lambdas/api/messages/form/typed-draft';
import { openClient } from '../end-to-end/support/client';
import { holdSpot } from '../end-to-end/support/program';

const draft: TypedDraft = {
  firstName: 'Ada',
  lastName: 'Half-typed',
  email: 'ada@',
  birthDay: '10',
  birthMonth: '',
  birthYear: '',
  gender: '',
  emergencyContact: '',
};

/** A browser that holds a spot and has typed half of the form. */
export const keepSession = async (siteUrl: string) => {
  const client = openClient(siteUrl);
  await holdSpot(client);
  const kept = await client('PUT', '/api/session/draft', { json: draft });
  if (kept.status !== 200) throw new Error(`The draft was answered ${kept.status}: ${JSON.stringify(kept.body)}`);

  return {
    /** Rejects when the session does not have what was typed. */
    mustBeThere: async (): Promise<void> => {
      const { status, body } = await client('GET', '/api/session');
      const found = v.safeParse(sessionMessage, body);
      if (!found.success || found.output.draft?.lastName !== draft.lastName)
        throw new Error(`The session lost what was typed: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    },
  };
};
