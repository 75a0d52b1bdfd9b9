import type { Road, Waiting } from './ports';

/** Of what SES allows in a second. The rest is for people who register, cancel or lose a link meanwhile. */
export const rateShare = 0.5;
/** Of what SES allows in 24 hours. */
const dayShare = 0.8;
/** So many seconds of mail may wait in the queue: no confirmation waits longer behind them. */
const queueSeconds = 30;
/** Before the first mail nobody knows what SES allows. A new account may send one mail a second. */
const unknownRate = 1;
/** Few enough for one short transaction. */
const mostMails = 100;

export type Step =
  | { readonly kind: 'feed'; readonly mails: number; readonly ms: number }
  | { readonly kind: 'wait'; readonly why: Waiting; readonly seconds: number };

/** What may be ordered now, and how long to pause after it. */
export const nextStep = ({ maxSendRate = unknownRate, max24Hours = -1, lastDay, inFlight, isOpening }: Road): Step => {
  if (isOpening) return { kind: 'wait', why: 'opening', seconds: 60 };
  if (max24Hours !== -1 && lastDay + inFlight >= max24Hours * dayShare)
    return { kind: 'wait', why: 'day', seconds: 600 };
  const room = Math.floor(Math.max(1, maxSendRate * queueSeconds)) - inFlight;
  if (room <= 0) return { kind: 'wait', why: 'queue', seconds: 5 };
  const perSecond = Math.max(maxSendRate, 0.1) * rateShare;
  const mails = Math.min(room, mostMails, Math.max(1, Math.floor(perSecond)));
  return { kind: 'feed', mails, ms: Math.ceil((mails / perSecond) * 1000) };
};
