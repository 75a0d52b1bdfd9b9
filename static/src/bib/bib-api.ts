import * as v from 'valibot';
import type { OwnBibMessage } from '../../../lambdas/api/messages/race-day/bibs';
import { at, ofSession, reading } from '../http/api';
import type { Answered } from '../http/failure';
import { request } from '../page/services';

/** What must be there to show it. */
const ownBib = v.looseObject({
  bib: v.optional(v.number()),
  givesBibs: v.boolean(),
  isCheckedIn: v.boolean(),
  code: v.string(),
  codeVersion: v.optional(v.number(), 0),
});

/** A runner's own bib, and the code that they show at the desk. */
export const readOwnBib = async (registrationId: string, bearer: string) =>
  (await request({
    ...reading,
    ...ofSession,
    url: at`/api/registrations/${registrationId}/bib`,
    bearer,
    schema: ownBib,
  })) as Answered<OwnBibMessage>;

/** Replaces the code with this version, which is refused from now on. */
export const replaceCode = async (registrationId: string, bearer: string, codeVersion: number) =>
  (await request({
    ...ofSession,
    // The version makes it safe to repeat.
    retries: 3,
    timeoutSeconds: 20,
    method: 'POST',
    url: at`/api/registrations/${registrationId}/check-in-code`,
    bearer,
    body: { codeVersion },
    schema: ownBib,
  })) as Answered<OwnBibMessage>;
