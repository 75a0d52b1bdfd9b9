import * as v from 'valibot';
import { request } from '../page/services';
import { at } from './api';
import type { Answered } from './failure';
import type { Call } from './request';

/**
 * The origin of the crowd's distribution (`lib/constructs/site/crowd.ts`); empty: there is none. It is not in `config.ts`, because the
 * opening minute loads that file and has no use for it.
 */
const crowdConfig = v.object({ crowdUrl: v.optional(v.string(), '') });

/** For how long the site itself is asked when the crowd's origin cannot be reached, in ms. */
const avoidedForMs = 300_000;

let asked: Promise<Answered<v.InferOutput<typeof crowdConfig>>> | undefined;
let avoidedUntil = 0;

const origin = async (): Promise<string> => {
  if (Date.now() < avoidedUntil) return '';
  asked ??= request({ method: 'GET', url: '/config.json', schema: crowdConfig });
  const answer = await asked;
  if (answer.kind === 'ok') return answer.value.crowdUrl;
  asked = undefined;
  return '';
};

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/**
 * Reads what is the same for everybody from the crowd's origin, if there is one. Some networks let nothing through but the
 * site: when the first gives no answer and the site does, the site is asked for the next five minutes.
 */
export const readOfCrowd = async <S extends Schema>(
  call: Omit<Call<S>, 'method' | 'body' | 'bearer' | 'ofSession'>,
): Promise<Answered<v.InferOutput<S>>> => {
  const crowd = await origin();
  const answer = await request({ ...call, method: 'GET', url: crowd + call.url });
  if (crowd === '' || (answer.kind !== 'network' && answer.kind !== 'timeout')) return answer;
  const own = await request({ ...call, method: 'GET' });
  if (own.kind === 'network' || own.kind === 'timeout') return answer;
  avoidedUntil = Date.now() + avoidedForMs;
  return own;
};

/** Says that somebody follows, or reads live results, who was chosen by lot. Nobody waits for it, and nothing of them goes with it. */
export const sayPresent = (raceId: string, oneIn: number): void => {
  fetch(`${at`/api/races/${raceId}/feed/presence`}?in=${oneIn}`, { method: 'POST', credentials: 'omit' }).catch(
    () => {},
  );
};
