import type { Credit } from '../../domain/money/credit';
import type { Registered, TransferOffer, WaitingPlace } from '../ports';
import { wornBy } from './confirmation-template';
import { type Content, nameOf, type Words } from './render';
import { wordsOfShort } from './short-templates';

export interface InFront {
  readonly place: WaitingPlace;
  readonly href: string;
}

/**
 * The registration was refused, and why; and the place on the waiting list, if there is one. `undefined` when the
 * registration was confirmed.
 */
export const notRegistered = (
  words: Words,
  registered: Registered,
  href: string,
  inFront?: InFront,
): Content | undefined => {
  const { outcome, group } = registered;
  if (outcome === 'confirmed') return undefined;
  const { notRegistered: texts, seeWhatHappened } = words.texts;
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      wordsOfShort(words, registered)?.refused ?? texts.lead(group?.size, words.inFull(registered)),
      ...(registered.kind ? [] : [(group ? texts.groupReasons : texts.reasons)[outcome]]),
      texts.money,
      ...(inFront ? [turnOf(words, inFront.place)] : []),
    ],
    facts: [],
    links: inFront
      ? [{ label: labelOf(words, inFront.place), href: inFront.href }]
      : [{ label: seeWhatHappened, href }],
    closing: texts.closing,
  };
};

const turnOf = ({ texts, inTime }: Words, { offer, size, timeZone }: WaitingPlace): string =>
  offer ? texts.notRegistered.offered(size, inTime(offer.until, timeZone)) : texts.notRegistered.inFront(size);

const labelOf = ({ texts }: Words, { offer, size }: WaitingPlace): string =>
  offer ? texts.takeOrDecline(size) : texts.notRegistered.seePlace;

/** The payment failed after the registration. `undefined` unless it failed. */
export const paymentFailed = (words: Words, registered: Registered, href: string): Content | undefined => {
  const { payment, group } = registered;
  if (payment?.state !== 'failed') return undefined;
  const { paymentFailed: texts, seeWhatHappened } = words.texts;
  const amount = words.inMoney(group?.total ?? payment.amount, payment.currency);
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      wordsOfShort(words, registered)?.unpaid(amount) ?? texts.lead(group?.size, words.inFull(registered), amount),
      texts.again,
    ],
    facts: [],
    links: [{ label: seeWhatHappened, href }],
    closing: texts.closing,
  };
};

/** The spot was given back, with the amount of the refund. `undefined` unless the registration was cancelled. */
export const cancellation = (
  words: Words,
  registered: Registered,
  href: string,
  credit?: Credit,
): Content | undefined => {
  const { ended, cancelledBy, raceName, raceCancelled } = registered;
  const number = wornBy(registered);
  if (ended !== 'cancelled') return undefined;
  const isByDirector = cancelledBy === 'director';
  const { cancellation: texts, numberGone, seeRegistration } = words.texts;
  const own = isByDirector ? texts.byDirector : (wordsOfShort(words, registered)?.cancelled ?? texts.byRunner);
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      ...(isByDirector && raceCancelled
        ? [texts.ofRace(raceName, words.inFull(registered)), raceCancelled]
        : [own(words.inFull(registered))]),
      ...(number === undefined || registered.kind === 'gift' ? [] : [numberGone(number)]),
      ...moneyBack(words, registered),
      ...(credit
        ? [texts.creditBack(credit.code, credit.series, words.inTime(new Date(credit.expiresAt), registered.timeZone))]
        : []),
      ...(registered.group && !raceCancelled ? [texts.alone] : []),
    ],
    facts: [],
    links: [{ label: seeRegistration, href }],
    closing: isByDirector ? texts.closingByDirector : texts.closing,
  };
};

const moneyBack = (
  { inMoney, texts: { cancellation: texts } }: Words,
  { payment, isPaidByAnother, group }: Registered,
): readonly string[] => {
  if (!payment || payment.amount === 0) return [];
  const { amount, refund, givenBack, currency } = payment;
  if (refund === undefined) return [givenBack === 'all' ? texts.givenBack : texts.noMoney];
  const whole = refund === amount ? undefined : inMoney(amount, currency);
  const card = isPaidByAnother ? 'first' : group?.payer === undefined ? 'own' : 'payer';
  const money = texts.money(inMoney(refund, currency), whole, group !== undefined, card);
  return [givenBack ? `${money} ${texts.partlyGivenBack}` : money];
};

/** The spot was given up for an entry in a later race. `undefined` unless it was. */
export const deferred = (words: Words, registered: Registered, credit: Credit, href: string): Content | undefined => {
  const { ended, timeZone } = registered;
  const number = wornBy(registered);
  if (ended !== 'deferred') return undefined;
  const { deferred: texts, numberGone, seeRegistration } = words.texts;
  const { code, worth, fee, currency, series, expiresAt } = credit;
  const until = words.inTime(new Date(expiresAt), timeZone);
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      texts.lead(words.inFull(registered)),
      ...(number === undefined ? [] : [numberGone(number)]),
      texts.credit(worth === 'entry' ? undefined : words.inMoney(worth, currency), series, until),
      ...(worth === 'entry' ? [texts.whole] : []),
      texts.use(code),
      ...(fee > 0 ? [texts.fee(words.inMoney(fee, currency))] : []),
      texts.noMoney,
    ],
    facts: [[texts.code, code]],
    links: [{ label: seeRegistration, href }],
    closing: texts.closing,
  };
};

/** The spot was transferred to somebody else, as its runner wished. `undefined` unless it was. */
export const transferred = (words: Words, registered: Registered, href: string): Content | undefined => {
  const { ended, payment, passedTo } = registered;
  const number = wornBy(registered);
  if (ended !== 'transferred') return undefined;
  const { transferred: texts, numberGone, seeRegistration } = words.texts;
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [
      texts.lead(words.inFull(registered), nameOf(passedTo ?? '')),
      ...(number === undefined ? [] : [numberGone(number)]),
      ...(payment && payment.amount > 0 ? [texts.noMoney] : []),
    ],
    facts: [],
    links: [{ label: seeRegistration, href }],
    closing: texts.closing,
  };
};

/** What a director changed about a runner. `undefined` unless they still have their spot. */
export const changed = (
  words: Words,
  what: 'corrected' | 'moved',
  registered: Registered,
  href: string,
): Content | undefined => {
  const { outcome, ended, number } = registered;
  if (outcome !== 'confirmed' || ended || number === undefined) return undefined;
  const { [what]: texts, seeRegistration } = words.texts;
  return {
    subject: texts.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [texts.lead(words.inFull(registered)), texts.same],
    facts: [],
    links: [{ label: seeRegistration, href }],
    closing: texts.closing,
  };
};

/**
 * One or several spots are kept for a place on the waiting list. `undefined` unless the offer of this count still
 * stands.
 */
export const offer = (words: Words, place: WaitingPlace, count: number, href: string): Content | undefined => {
  if (place.offer?.count !== count) return undefined;
  const until = words.inTime(place.offer.until, place.timeZone);
  const { size } = place;
  const { offer: texts, spots, takeOrDecline } = words.texts;
  return {
    subject: texts.subject(size, words.inShort(place)),
    greeting: words.greetingOf(place.firstName),
    paragraphs: [texts.lead(spots(size), words.inFull(place)), texts.before(size, until), texts.decline(size)],
    facts: [[texts.keptUntil, until], ...words.factsOf(place)],
    links: [{ label: takeOrDecline(size), href }],
    closing: texts.closing,
  };
};

/** Asks for one click that confirms a place: nobody joins the list with a stranger's address. */
export const placeConfirmation = (words: Words, place: WaitingPlace, href: string): Content => {
  const { size } = place;
  const { placeConfirmation: texts, spots } = words.texts;
  return {
    subject: texts.subject(words.inShort(place)),
    greeting: words.greetingOf(place.firstName),
    paragraphs: [texts.lead(spots(size), words.inFull(place)), texts.until(size)],
    facts: words.factsOf(place),
    links: [{ label: texts.link, href }],
    closing: texts.closing,
  };
};

/** A director took the place off the list. `undefined` when that is no longer so. */
export const placeRemoved = (words: Words, place: WaitingPlace): Content | undefined => {
  if (!place.isRemoved) return undefined;
  const { placeRemoved: texts, spots } = words.texts;
  return {
    subject: texts.subject(words.inShort(place)),
    greeting: words.greetingOf(place.firstName),
    paragraphs: [texts.lead(spots(place.size), words.inFull(place)), texts.nothing(place.size)],
    facts: [],
    links: [],
    closing: texts.closing,
  };
};

/** A runner wants to transfer their spot to the recipient. */
export const transferOffer = (words: Words, offered: TransferOffer, href: string): Content => {
  const { transferOffer: texts } = words.texts;
  const from = nameOf(offered.from) ?? texts.aRunner;
  const until = words.inTime(offered.until, offered.timeZone);
  const fee = offered.fee && words.inMoney(offered.fee.amount, offered.fee.currency);
  return {
    subject: texts.subject(words.inShort(offered)),
    greeting: words.greetingOf(offered.firstName),
    paragraphs: [texts.lead(from, words.inFull(offered)), texts.take(until, fee), texts.ignore],
    facts: [[texts.offeredUntil, until], ...words.factsOf(offered)],
    links: [{ label: texts.link, href }],
    closing: texts.closing(from),
  };
};

export interface Linked {
  readonly registered: Registered;
  readonly href: string;
}

export interface LinkedPlace {
  readonly place: WaitingPlace;
  readonly href: string;
}

/** `joined-again`: somebody who is registered or on the list already has asked for a place. */
export type WhyLinks = 'lost' | 'joined-again';

/** The links that somebody lost. `undefined` when there is no registration and no place to link to. */
export const registrationLink = (
  words: Words,
  registrations: readonly Linked[],
  places: readonly LinkedPlace[],
  why: WhyLinks = 'lost',
): Content | undefined => {
  const [one] = [...registrations.map(({ registered }) => registered), ...places.map(({ place }) => place)];
  if (!one) return undefined;
  const { registrationLink: texts, hello } = words.texts;
  const several = registrations.length + places.length > 1;
  const what = texts.what(registrations.length, places.length);
  return {
    subject: several ? texts.subject(what) : texts.subjectOfOne(what, words.inShort(one)),
    // Several members of a family may be registered under one address.
    greeting: several ? hello(undefined) : words.greetingOf(one.firstName),
    paragraphs: [
      (why === 'joined-again' ? texts.joinedAgain : texts.lost)(several, what),
      ...registrations.flatMap(({ registered }) => {
        const { due } = registered;
        return due ? [texts.due(words.inMoney(due.amount, due.currency), words.inShort(registered))] : [];
      }),
    ],
    facts: [],
    links: [
      ...registrations.map(({ registered, href }) => ({
        label: texts.registration(words.inShort(registered), wornBy(registered)),
        href,
      })),
      ...places.map(({ place, href }) => ({
        label: place.offer ? texts.offeredPlace(words.inShort(place), place.size) : texts.place(words.inShort(place)),
        href,
      })),
    ],
    closing: texts.closing,
  };
};
