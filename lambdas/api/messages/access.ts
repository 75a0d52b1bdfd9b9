import * as v from 'valibot';
import { instant, raceId, token, typedText } from '../fields';
import { publishedForm } from './form/forms';
import { event } from './races';

/** A code as the runner typed it. */
export const openEventsRequest = v.strictObject({ code: typedText(64) });

/**
 * The events that the code opens, which are in no list, and the form with what is asked and sold in them. Send `access` with
 * the hold, in the same session, until `expiresAt`.
 */
export const eventsOpened = v.strictObject({
  raceId,
  events: v.array(event),
  form: publishedForm,
  access: token,
  expiresAt: instant,
  now: instant,
});

export type OpenEventsRequest = v.InferOutput<typeof openEventsRequest>;
export type EventsOpened = v.InferOutput<typeof eventsOpened>;
