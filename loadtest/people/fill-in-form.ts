import * as v from 'valibot';
import type { Form } from '../../lambdas/api/form/definition/form';
import type { Entry } from '../../lambdas/api/form/entry';
import { answersFor, donationFor, itemsBut, itemsFor } from '../../lambdas/api/form/fill';
import { personFor, signedBy } from '../../lambdas/api/form/fill-people';
import { needsTeam, type TeamWish, teamKindsOf } from '../../lambdas/api/form/team';
import { publishedForm } from '../../lambdas/api/messages/form/forms';
import type { HoldGranted } from '../../lambdas/api/messages/holds';
import { type QuoteGiven, quoteGiven } from '../../lambdas/api/messages/quotes';
import { problemIn, read } from '../browser/answers';
import { randomOf } from '../generator/random';
import type { Wish } from '../report/test-report';
import { type OpenBasket, openBasket, type Pieces } from './basket';
import type { Journey } from './journey';
import type { CollectingPage, Invitation } from './notices';
import type { Outcome } from './outcome';
import { refusal } from './refusal';
import type { UserSession } from './user-session';

/** Each is drawn from a stream of its own, so that everything else a runner draws stays the same. */
const ownStreams = { donate: 0xd0e5, teams: 0x7ea3, minors: 0x3196, transfers: 0x7af5, withCode: 0xc0de } as const;

/** Whether the n-th runner of a crowd is one of those of whom the wish says how many there are: the same for the same seed. */
export const isOneOf = (
  share: keyof typeof ownStreams,
  { seed, [share]: percent = 0 }: Pick<Wish, 'seed' | keyof typeof ownStreams>,
  n: number,
): boolean => percent > 0 && randomOf(seed ^ ownStreams[share], n)() * 100 < percent;

export type Filled =
  | {
      readonly kind: 'quoted';
      readonly given: QuoteGiven;
      readonly basket: OpenBasket;
      /** They founded a team, and nobody else knows how to join it yet. */
      readonly isCaptain: boolean;
      /** What they donate to, and could collect for themselves. */
      readonly cause?: string | undefined;
      /** Their card was declined: they take other items, and have that quoted. */
      readonly change: () => Promise<Filled>;
    }
  | { readonly kind: 'refused'; readonly outcome: Outcome };

const changed = v.object({ form: v.number() });
const lacking = v.object({
  items: v.array(v.object({ variant: v.string(), state: v.picklist(['held', 'gone']), left: v.number() })),
});

const wrong = v.object({ errors: v.array(v.object({ field: v.string() })) });

/** A form may change while it is filled in; a second time within one runner's minutes is a fault. */
const mostForms = 2;

/** A team that cannot be joined: somebody else was faster, or its captain changed their mind. */
const teamProblems = ['team-full', 'team-held', 'team-closed', 'team-code-wrong'];

/** Invents what everybody of a journey says. `date`: of the race. */
const entryFor = (form: Form, held: HoldGranted, journey: Journey, date: string, random: () => number): Entry => {
  const { person, companions = [], donates = false, hasMinor = false } = journey;
  const { registrationId, eventId } = held;
  const ids = [registrationId, ...(held.companions ?? [])];
  const minor = hasMinor ? personFor(form, { id: eventId, date }, random, true) : undefined;
  const people = [person, ...companions].map(({ firstName, lastName, email, birthDate }, n) => {
    const items = itemsFor(form, eventId, random);
    const isMinor = minor !== undefined && n === Math.min(1, companions.length);
    return {
      registrationId: ids[n] ?? '',
      ...{ firstName, lastName, email, birthDate: isMinor ? minor.birthDate : birthDate },
      answers: isMinor ? minor.answers : answersFor(form, eventId, 'person', random),
      ...(items.length > 0 && { items: [...items] }),
    };
  });
  // The others are adults, and the minor is one on the day of the race: so it is today, in every time zone.
  const today = new Date().toISOString().slice(0, 10);
  const donation = donates ? donationFor(form, random) : undefined;
  return {
    people: signedBy(form, people, today, random),
    order: { answers: answersFor(form, eventId, 'order', random), ...(donation && { donation }) },
  } as Entry;
};

/** What of an order names others: the team that is joined, and the page that the donation is for. */
interface Ties {
  readonly team?: TeamWish;
  readonly invitation?: Invitation;
  readonly page?: CollectingPage | undefined;
  /** The leg of a relay that each person asks for. Absent: they take what is left. */
  readonly legs?: readonly number[] | undefined;
}

/** Of the orders in a relay, the share whose people say which legs they run. */
const shareThatChoosesLegs = 0.5;

const legsFor = (form: Form, { eventId }: HoldGranted, people: number, random: () => number): Pick<Ties, 'legs'> => {
  const most = Math.max(0, ...teamKindsOf(form, eventId).map(({ legs = [] }) => legs.length));
  if (most === 0 || random() >= shareThatChoosesLegs) return {};
  const first = Math.floor(random() * most);
  return { legs: Array.from({ length: people }, (_, n) => ((first + n) % most) + 1) };
};

/** A team to join, if they know one, or a new one. Undefined: they run without. */
const teamFor = (
  form: Form,
  { registrationId, eventId }: HoldGranted,
  { person, companions = [], wantsTeam = false, acquaintances }: Journey,
  random: () => number,
): Pick<Ties, 'team' | 'invitation'> => {
  const kinds = teamKindsOf(form, eventId).filter(({ size }) => size > companions.length);
  if (kinds.length === 0 || !(wantsTeam || needsTeam(form, eventId))) return {};
  const invitation = acquaintances?.teams.pick((one) => one.eventId === eventId, random);
  if (invitation) return { team: { join: { id: invitation.id, code: invitation.code } }, invitation };
  const kind = kinds[Math.floor(random() * kinds.length)];
  return kind ? { team: { create: { kind: kind.id, name: `${person.lastName} ${registrationId.slice(-8)}` } } } : {};
};

const pageFor = ({ order: { donation } }: Entry, { acquaintances }: Journey, random: () => number) =>
  donation && acquaintances?.pages.pick(({ cause }) => cause === donation.cause, random);

/** The entry as it is sent. */
const tied = (entry: Entry, { team, page, legs }: Ties): Entry => ({
  ...entry,
  ...(legs && { people: entry.people.map((person, n) => ({ ...person, leg: legs[n] })) as Entry['people'] }),
  order: { ...entry.order, ...(team && { team }), ...(page && { collected: { fundraiser: page.slug } }) },
});

/** The same entry with other items, where some variants cannot be had. */
const entryBut = (
  entry: Entry,
  form: Form,
  eventId: string,
  missing: ReadonlySet<string>,
  random: () => number,
): Entry => ({
  ...entry,
  people: entry.people.map(({ items, without: _, ...person }) => ({
    ...person,
    ...itemsBut(form, eventId, items ?? [], missing, random),
  })) as Entry['people'],
});

/** The same entry with items that are drawn once more. */
const otherItems = (entry: Entry, form: Form, eventId: string, ...rest: [ReadonlySet<string>, () => number]): Entry => {
  const [, random] = rest;
  const people = entry.people.map((person) => ({ ...person, items: [...itemsFor(form, eventId, random)] }));
  return entryBut({ ...entry, people: people as Entry['people'] }, form, eventId, ...rest);
};

const piecesOf = ({ people }: Entry): Pieces => {
  const pieces: Record<string, number> = {};
  for (const { variant, quantity } of people.flatMap(({ items = [] }) => items))
    pieces[variant] = (pieces[variant] ?? 0) + quantity;
  return pieces;
};

/**
 * Fills in whatever form the hold names, for everybody, and has it quoted. Reads the form once more when it has changed, and
 * takes another size when one cannot be had. Goes on without a code that is used up, or whose last uses others have, in
 * another team when one cannot be joined, on any leg when theirs is taken, and without a page that collects no more. `date`: of the race.
 */
export const fillInForm = async (
  session: UserSession,
  journey: Journey,
  held: HoldGranted,
  first: number,
  date: string,
): Promise<Filled> => {
  const { site, raceId, acquaintances } = journey;
  const { registrationId, eventId, hold } = held;
  const { random } = session;
  const basket = openBasket();
  const missing = new Set<string>();
  const formOf = async (revision: number) => {
    const url = `${site.url}/api/races/${encodeURIComponent(raceId)}/forms/${revision}`;
    // The definition was checked when it was saved; its schema here says that it is one.
    return read(publishedForm, await session.ask('form', { method: 'GET', url })) as unknown as Form;
  };
  let [revision, form, forms] = [first, await formOf(first), 1];
  let entry = entryFor(form, held, journey, date, random);
  const tiesOf = (): Ties => ({
    ...teamFor(form, held, journey, random),
    ...legsFor(form, held, entry.people.length, random),
    page: pageFor(entry, journey, random),
  });
  let ties = tiesOf();
  let { code } = journey;
  const quoted = async (tried?: QuoteGiven): Promise<Filled> => {
    for (;;) {
      const sent = tied(entry, ties);
      const answer = await session.ask(
        'quote',
        {
          method: 'PUT',
          url: `${site.url}/api/registrations/${registrationId}/quote`,
          json: {
            ...{ hold, form: revision, entry: sent },
            ...(code !== undefined && { codes: [code] }),
            ...(tried && { previous: { quote: tried.quote, tried: true } }),
          },
        },
        ...['item-held', 'code-held', 'team-held'],
      );
      if (answer.status === 200) {
        const given = read(quoteGiven, answer);
        basket.quoted(given, ties.page !== undefined);
        const { team, page } = ties;
        const cause = page ? undefined : entry.order.donation?.cause;
        const isCaptain = team !== undefined && 'create' in team;
        return { kind: 'quoted', given, basket, isCaptain, cause, change: () => withOthers(given) };
      }
      const problem = problemIn(answer);
      if ((problem === 'item-gone' || problem === 'item-held') && session.hasTime) {
        const { items } = read(lacking, answer);
        basket.asked(piecesOf(entry), items);
        for (const { variant } of items) missing.add(variant);
        entry = entryBut(entry, form, eventId, missing, random);
      } else if (code !== undefined && (problem === 'code-used-up' || problem === 'code-held')) {
        code = undefined;
      } else if (ties.invitation && teamProblems.includes(problem)) {
        acquaintances?.teams.drop(ties.invitation);
        ties = { page: ties.page, legs: ties.legs, ...teamFor(form, held, journey, random) };
      } else if (ties.legs && problem === 'invalid-request' && isAbout(/^people\.\d+\.leg$/, answer)) {
        ties = { ...ties, legs: undefined };
      } else if (ties.page && problem === 'invalid-request' && isAbout(/^order\.collected/, answer)) {
        acquaintances?.pages.drop(ties.page);
        ties = { ...ties, page: undefined };
      } else if (problem === 'form-changed' && forms < mostForms) {
        revision = read(changed, answer).form;
        [form, forms] = [await formOf(revision), forms + 1];
        entry = entryFor(form, held, journey, date, random);
        ties = tiesOf();
      } else return { kind: 'refused', outcome: { ...refusal(answer), basket: basket.told() } };
    }
  };
  const withOthers = (tried: QuoteGiven) => {
    entry = otherItems(entry, form, eventId, missing, random);
    return quoted(tried);
  };
  return quoted();
};

const isAbout = (which: RegExp, answer: Parameters<typeof read>[1]): boolean =>
  read(wrong, answer).errors.some(({ field }) => which.test(field));
