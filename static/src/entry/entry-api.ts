import * as v from 'valibot';
import type { Form } from '../../../lambdas/api/form/question';
import { questionTypes } from '../../../lambdas/api/form/question-types';
import { at, reading } from '../http/api';
import { request } from '../page/services';

/** What this page must know of a form to show it: a type of question that is newer than the page is an unreadable answer. */
const publishedForm = v.looseObject({
  language: v.string(),
  questions: v.array(v.looseObject({ id: v.string(), type: v.picklist(questionTypes) })),
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
};
