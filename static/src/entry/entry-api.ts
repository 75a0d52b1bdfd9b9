import * as v from 'valibot';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { questionTypes } from '../../../lambdas/api/form/definition/question-types';
import type { QuoteGiven, QuoteRequest } from '../../../lambdas/api/messages/quotes';
import { at, ofSession, reading } from '../http/api';
import { request } from '../page/services';

/** What this page must know of a form to show it: a type of question that is newer than the page is an unreadable answer. */
const publishedForm = v.looseObject({
  language: v.string(),
  questions: v.array(v.looseObject({ id: v.string(), type: v.picklist(questionTypes) })),
});

/** What must be there to go on. */
const quoteGiven = v.looseObject({
  quote: v.string(),
  total: v.number(),
  now: v.string(),
  lines: v.array(v.unknown()),
});

/** The calls of the screens of a race's form. */
export const entryApi = {
  form: async (raceId: string, revision: number) => {
    const answer = await request({
      ...reading,
      url: at`/api/races/${raceId}/forms/${String(revision)}`,
      schema: publishedForm,
    });
    // The server checked the rest when the form was saved.
    return answer.kind === 'ok' ? ({ kind: 'ok', value: answer.value as unknown as Form } as const) : answer;
  },
  quote: async (registrationId: string, body: QuoteRequest) => {
    const answer = await request({
      ...ofSession,
      method: 'PUT',
      url: at`/api/registrations/${registrationId}/quote`,
      body,
      schema: quoteGiven,
      timeoutSeconds: 15,
    });
    return answer.kind === 'ok' ? ({ kind: 'ok', value: answer.value as unknown as QuoteGiven } as const) : answer;
  },
};
