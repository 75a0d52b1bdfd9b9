import type * as v from 'valibot';
import type { HoldGranted } from '../../lambdas/api/messages/holds';
import type { RaceMessage } from '../../lambdas/api/messages/races';
import { registrationAccepted, registrationStatus } from '../../lambdas/api/messages/registrations';
import { pollSeconds, waitedQuery } from '../../static/src/http/backoff';
import { problemIn, read } from '../browser/answers';
import type { Call } from '../browser/browser';
import { steadfast } from '../scenarios/scenario';
import { confirmationToken, type Paid, paymentMethod } from './card-tokens';
import { answerBank } from './challenges';
import { fillInForm } from './fill-in-form';
import type { Journey } from './journey';
import type { Outcome } from './outcome';
import { passOn } from './pass-on';
import { refusal } from './refusal';
import { tellOthers } from './tell-others';
import type { UserSession } from './user-session';

type Confirmed = Extract<v.InferOutput<typeof registrationStatus>, { status: 'confirmed' }>;

/**
 * Fills in the forms, pays, and polls until the registration is decided. Throws when an answer is not what the API
 * promises.
 */
export const fillInAndPay = async (
  session: UserSession,
  journey: Journey,
  page: RaceMessage,
  held: HoldGranted,
): Promise<Outcome> => {
  const { site, person, companions = [], card, secondCard, challenge, habits = steadfast, recipient } = journey;
  const { hold, waiver, registrationId } = held;
  if (waiver.hash !== page.waiver.hash) throw new Error('the waiver of the hold is not the one of the page');
  // One form for each runner, and one for the card.
  for (let form = 0; form < 2 + companions.length; form++) {
    await session.think();
    if (session.random() < habits.abandons) return { kind: 'abandoned' };
  }
  const first = held.form === undefined ? undefined : await fillInForm(session, journey, held, held.form, page.date);
  if (first?.kind === 'refused') return first.outcome;
  let filled = first;
  const url = `${site.url}/api/registrations/${registrationId}`;
  const submit = (step: string, paid: Paid) =>
    session.ask(step, {
      method: 'PUT',
      url,
      json: {
        hold,
        ...(filled
          ? { quote: filled.given.quote, entry: filled.given.entry }
          : { runner: person, ...(companions.length > 0 && { companions }) }),
        waiver: { hash: waiver.hash, accepted: true },
        ...paid,
      },
    });
  const paid = await (challenge
    ? confirmationToken(session, site, challenge.card)
    : paymentMethod(session, site, card));
  let submitted = await submit('submit', paid);
  const isAsked = submitted.status === 200;
  if (isAsked !== (challenge !== undefined) && submitted.status < 300)
    throw new Error(challenge ? 'the bank was to ask, and nobody was told' : 'a bank asked that never asks');
  if (isAsked && challenge) {
    const answered = await answerBank(session, site, challenge.reaction, submitted, (resume) =>
      submit('submit again', { ...paid, resume }),
    );
    if (answered.kind === 'abandoned')
      return { kind: 'abandoned', challenge: 'abandoned', ...(filled && { basket: filled.basket.told() }) };
    submitted =
      answered.kind === 'passed' ? answered.answer : await submit('submit', await paymentMethod(session, site, card));
  }
  if (filled && secondCard !== undefined && problemIn(submitted) === 'card-declined') {
    const changed = await filled.change();
    if (changed.kind === 'refused') return changed.outcome;
    filled = changed;
    submitted = await submit('submit', await paymentMethod(session, site, secondCard));
  }
  const price = filled
    ? { total: filled.given.total, share: filled.given.shares[0]?.amount ?? 0 }
    : { total: held.quote.total, share: Math.floor(held.quote.total / (1 + companions.length)) };
  const ended = (outcome: Outcome, lines?: Confirmed['lines']): Outcome => ({
    ...outcome,
    ...(isAsked && challenge && { challenge: challenge.reaction }),
    ...(filled && { basket: filled.basket.told(lines) }),
  });
  if (submitted.status !== 202) return ended(refusal(submitted));
  let { pollAfter } = read(registrationAccepted, submitted);
  const since = performance.now();
  while (session.hasTime) {
    await session.pause(pollSeconds(pollAfter, session.random()));
    const status = read(registrationStatus, await session.ask('status', poll(url, since, hold)));
    if (status.status === 'processing') pollAfter = status.pollAfter;
    else if (status.status === 'confirmed') {
      if (filled) await tellOthers(session, journey, held, filled);
      const outcome = confirmed(held, price, status);
      const fee =
        outcome.kind === 'confirmed' && recipient ? await passOn(session, journey, held, recipient) : undefined;
      return ended({ ...outcome, ...(fee !== undefined && { passedOnFor: fee }) }, status.lines);
    } else if (status.status === 'cancelled' || status.status === 'deferred' || status.status === 'transferred')
      return { kind: 'error', detail: `was told ${status.status}, and never asked for it` };
    else return ended({ kind: status.status });
  }
  return ended({ kind: 'error', detail: 'gave up waiting for the confirmation' });
};

/** The page's poll, which says how long it has waited already. */
const poll = (url: string, since: number, bearer: string): Call => ({
  method: 'GET',
  url: url + waitedQuery((performance.now() - since) / 1000),
  bearer,
});

/**
 * Checks that everybody of the hold is registered, each for their share of the price shown. What is short is not charged.
 * Otherwise the outcome is an
 * error that says what was told instead.
 */
const confirmed = (
  { registrationId, eventId, companions = [] }: HoldGranted,
  { total, share }: { readonly total: number; readonly share: number },
  status: Confirmed,
): Outcome => {
  const { number, amount, lines = [], companions: others = [] } = status;
  const missing = companions.filter((id) => !others.some((other) => other.registrationId === id));
  if (missing.length > 0 || others.length !== companions.length)
    return { kind: 'error', detail: `came with ${companions.length}, and was told of ${others.length} of them` };
  const isShort = lines.some(({ state }) => state === 'short');
  if (isShort ? amount > share : amount !== share)
    return { kind: 'error', detail: `was told that it cost ${amount}, and not ${share}` };
  return {
    kind: 'confirmed',
    registrationId,
    eventId,
    number,
    total: total - (share - amount),
    ...(others.length > 0 && {
      companions: others.map((other) => ({ registrationId: other.registrationId, number: other.number })),
    }),
  };
};
