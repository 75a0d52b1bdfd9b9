import { canonicalJson } from '../domain/canonical-json';
import { basePriceOf, type Hold, isExpired, seatsOf } from '../domain/hold';
import type { MissingLimited, TooManyLimited } from '../domain/limited';
import { currencyOf } from '../domain/money/currencies';
import type { CheckCodes, CodesChecked } from '../domain/money/discount';
import { type Entry, hashOfHold, type SignedQuote, triedAfter } from '../domain/money/quote';
import { latestBirthDate, type PeopleFault, peopleFaults, personOf } from '../domain/person/person';
import { collectedBy } from './collected-by';
import { claimsBefore, signedLines, wantedIn, withTeam } from './limited-lines';
import type {
  CheckTeam,
  ClaimLimited,
  EntryFault,
  FindFundraiser,
  Forms,
  JudgeEntry,
  KnownRunners,
  Priced,
  PriceEntry,
  QuoteCounts,
  QuoteTokens,
  ReadEntry,
  TakeForNothing,
} from './ports';
import { type Registered, whoIsRegistered, whoIsRemembered } from './who-is-registered';

interface Needs {
  readonly tokens: QuoteTokens;
  readonly forms: Forms;
  readonly counts: QuoteCounts;
  readonly readEntry: ReadEntry;
  readonly judge: JudgeEntry;
  readonly checkCodes: CheckCodes;
  readonly checkTeam: CheckTeam;
  readonly priceEntry: PriceEntry;
  readonly claimLimited: ClaimLimited;
  readonly takeForNothing: TakeForNothing;
  readonly findFundraiser: FindFundraiser;
  readonly runners: KnownRunners;
  readonly hash: (text: string) => string;
  /** Called with the reason when something could not be counted or looked up. The quote is given all the same. */
  readonly report: (error: unknown) => void;
  readonly now: () => Date;
}

export interface QuoteCommand {
  readonly registrationId: string;
  readonly sessionHash: string;
  /** The network address the runner comes from. */
  readonly address: string;
  /** The signed hold, as the runner was given it. */
  readonly hold: string;
  /** The revision that was filled in. */
  readonly form: number;
  readonly entry: unknown;
  /** As the runner typed them. */
  readonly codes?: readonly string[] | undefined;
  readonly previous?: { readonly quote: string; readonly tried: boolean } | undefined;
}

export type QuoteAnswer =
  | {
      readonly kind: 'quoted';
      readonly quote: string;
      readonly form: number;
      /** As it is signed. */
      readonly entry: Entry;
      readonly dropped: readonly string[];
      readonly currency: string;
      readonly price: Priced;
      /** In the order of the people. */
      readonly registered: readonly Registered[];
      /** Milliseconds since the epoch. */
      readonly expiresAt: number;
    }
  /** `unsettled`: the hold knows a newer form than can be read at this moment. */
  | {
      readonly kind:
        | 'hold-invalid'
        | 'hold-expired'
        | 'no-form'
        | 'too-many-quotes'
        | 'not-the-one-who-waited'
        | 'unsettled'
        | 'team-code-wrong'
        | 'team-closed'
        | 'too-many-tries'
        | 'list-tried-too-often'
        | 'busy';
    }
  | { readonly kind: 'not-eligible'; readonly broken: readonly EntryFault[] }
  /** With a discount, the spots cost nothing. `place`: which of the codes it is. Absent: the one that opened the event. */
  | { readonly kind: 'too-many-free'; readonly place: number | undefined }
  /** The limited things of which too few are left. What was claimed of the others stays claimed. */
  | { readonly kind: 'missing'; readonly missing: readonly MissingLimited[] }
  | Exclude<CodesChecked, { kind: 'usable' | 'for-others' }>
  | (Omit<TooManyLimited, 'kind'> & { readonly kind: 'too-many-units' })
  | { readonly kind: 'form-changed'; readonly form: number; readonly faults: readonly EntryFault[] }
  | { readonly kind: 'wrong'; readonly faults: readonly (EntryFault | PeopleFault | HoldFault | TeamFault)[] };

/** The entry is not for the seats of its hold. `limit`: how many people it is for. */
type HoldFault =
  | { readonly field: 'people'; readonly code: 'people-count'; readonly limit: number }
  | { readonly field: string; readonly code: 'not-of-hold' };

/** `limit`: how many such a team may have. */
interface TeamFault {
  readonly field: 'order.team';
  readonly code: 'too-many-in-team';
  readonly limit: number;
}

export type QuoteRegistration = (command: QuoteCommand) => Promise<QuoteAnswer>;

/** Enough to change one's mind often, and too few to make the caches busy. */
const maxQuotesPerHold = 30;
/** How long a quote waits for units: as long as a slow database needs to cut two blocks, one after the other. */
const claimDeadlineMs = 4_000;
/** How many quotes of a hold say who is registered already: too few to try a list of people. */
const maxTellingQuotes = 10;

/**
 * Checks an entry against the present form of its race, prices it and signs the price. Everything that could be checked in
 * two places is checked here, once: paying only compares hashes.
 */
export const quoteRegistration = (needs: Needs): QuoteRegistration => {
  const { tokens, counts, report, now } = needs;
  const quote = quoteOfHold(needs);
  return async (command) => {
    const { registrationId, sessionHash } = command;
    const hold = await tokens.readHold(command.hold);
    if (!hold || hold.registrationId !== registrationId || hold.sessionHash !== sessionHash)
      return { kind: 'hold-invalid' };
    if (isExpired(hold, now())) return { kind: 'hold-expired' };
    if (hold.form === undefined) return { kind: 'no-form' };
    const answer = await quote(command, hold, hold.form, countOne(needs, registrationId));
    if (waitsForOthers(answer)) await counts.spareOne(registrationId).catch(report);
    return answer;
  };
};

/** The runner asks for the same again, and has learned nothing that they could not read elsewhere. */
const waitsForOthers = (answer: QuoteAnswer): boolean =>
  answer.kind === 'busy' ||
  answer.kind === 'unsettled' ||
  (answer.kind === 'missing' && answer.missing.every(({ state }) => state === 'held'));

/** `counted`: how many quotes of this hold were counted. */
const quoteOfHold = (needs: Needs) => {
  const { tokens, forms, readEntry, judge, priceEntry, claimLimited, hash, now } = needs;
  return async (
    command: QuoteCommand,
    hold: Hold,
    holdForm: number,
    counted: Promise<number>,
  ): Promise<QuoteAnswer> => {
    const { registrationId } = command;
    const revision = (await forms.current(hold.raceId)) ?? holdForm;
    // The cache of this process is a few seconds older than the one that the hold was made with.
    const found = revision < holdForm ? undefined : await forms.find(hold.raceId, revision);
    // Before the entry is read: that takes longer than all before it.
    const nth = await counted;
    if (nth > maxQuotesPerHold) return { kind: 'too-many-quotes' };
    const read = found && readEntry(found.form, hold, command.entry);
    if (!read) return { kind: 'unsettled' };
    if ('faults' in read)
      return revision === command.form
        ? { kind: 'wrong', faults: read.faults }
        : { kind: 'form-changed', form: revision, faults: read.faults };

    const { entry, dropped } = read;
    const faults = [...holdFaults(hold, entry), ...peopleFaults(named(entry), latestBirthDate(now()))];
    if (faults.length > 0) return { kind: 'wrong', faults };
    const persons = entry.people.map(personOf);
    if (hold.owner !== undefined && hold.owner !== hash(persons[0] ?? '')) return { kind: 'not-the-one-who-waited' };

    // Rules and documents are for those who run.
    const judged = hold.kind ? { broken: [], faults: [] } : await judge(found.form, hold, entry, command);
    if (!judged) return { kind: 'unsettled' };
    if (judged === 'list-tried-too-often') return { kind: judged };
    if (judged.broken.length > 0) return { kind: 'not-eligible', broken: judged.broken };
    if (judged.faults.length > 0)
      return revision === command.form
        ? { kind: 'wrong', faults: judged.faults }
        : { kind: 'form-changed', form: revision, faults: judged.faults };

    const collected = await collectedBy(needs.findFundraiser, hold.raceId, entry);
    if (collected === 'nobody')
      return { kind: 'wrong', faults: [{ field: 'order.collected.fundraiser', code: 'no-such-fundraiser' }] };

    const { currency } = hold.quote;
    const base = { ...basePriceOf(hold), minCharge: currencyOf(currency)?.minCharge ?? 0 };
    const { codes: words = [], address } = command;
    const { raceId, access } = hold;
    const codes =
      words.length === 0 && access === undefined
        ? ({ kind: 'usable', discount: undefined, place: undefined } as const)
        : await needs.checkCodes({
            raceId,
            eventId: hold.eventId,
            registrationId,
            address,
            words,
            access,
            people: entry.people,
          });
    if (codes.kind === 'for-others')
      return {
        kind: 'not-eligible',
        broken: codes.people.map((n) => ({ field: `people.${n}`, code: 'not-on-the-list' })),
      };
    if (codes.kind !== 'usable') return codes;
    const { discount, place } = codes;
    const wish = entry.order.team;
    const asked = {
      raceId,
      eventId: hold.eventId,
      sessionHash: hold.sessionHash,
      address,
      legs: entry.people.map(({ leg }) => leg),
    };
    const team = await needs.checkTeam(found.form, { ...asked, wish });
    if (team?.kind === 'too-many-people')
      return { kind: 'wrong', faults: [{ field: 'order.team', code: 'too-many-in-team', limit: team.size }] };
    if (team?.kind === 'wrong-legs') return { kind: 'wrong', faults: team.faults };
    if (team && team.kind !== 'founds' && team.kind !== 'may-join') return { kind: team.kind };
    const newTeam = team?.kind === 'founds' ? team.newTeam : undefined;
    const priced = priceEntry(found.form, base, entry, discount, codes.access);
    if (priced === 'too-large') return { kind: 'wrong', faults: [{ field: 'people', code: 'total-too-large' }] };
    const price = withTeam(priced, team?.kind === 'may-join' ? team.team : newTeam && 'new');

    const holdHash = hashOfHold(hold, hash);
    const before = command.previous && (await tokens.readQuote(command.previous.quote));
    // A quote of another hold says nothing about the payment of this one.
    const tried = before?.holdHash === holdHash ? triedAfter(before, command.previous?.tried === true) : undefined;
    const wanted = wantedIn(price);
    const entryHash = hash(canonicalJson(entry));
    const once = [...new Set([discount, codes.access].flatMap((code) => (code?.isOnce ? [code.ref] : [])))];
    const claims = claimsBefore(before, holdHash);
    const isFree = hold.quote.total > 0 && price.total === 0 && !wanted.some(({ kind }) => kind === 'code');
    // Only the first such quote of a hold counts.
    const wasFree = before?.holdHash === holdHash && before.total === 0 && claims.previousUses.length === 0;
    if (isFree && !wasFree && !(await needs.takeForNothing(hold, command.address)))
      return { kind: 'too-many-free', place };
    const isTold = nth <= maxTellingQuotes;
    // With what the claims ask of the same cache, in one write.
    const remembered = isTold ? whoIsRemembered(needs, hold, persons) : undefined;
    const claimed =
      wanted.length + claims.previous.length === 0
        ? ({ kind: 'claimed', claims: [], givenUp: Promise.resolve() } as const)
        : await claimLimited(
            { ...command, raceId, wanted, ...claims, counted: hold.counted, expiresAt: hold.expiresAt },
            now().getTime() + claimDeadlineMs,
          );
    if (claimed.kind === 'too-many') return { ...claimed, kind: 'too-many-units' };
    if (claimed.kind !== 'claimed') return claimed;
    const signed: SignedQuote = {
      registrationId,
      holdHash,
      entryHash,
      form: revision,
      ...signedLines(price, claimed.claims),
      ...(once.length > 0 && { once }),
      ...(judged.limitGroup !== undefined && { limitGroup: judged.limitGroup }),
      ...(newTeam && { newTeam }),
      ...(collected && { collected }),
      total: price.total,
      ...(tried && { tried }),
    };
    const [quote, registered] = await Promise.all([
      tokens.signQuote(signed),
      isTold
        ? whoIsRegistered(needs, hold, persons, { limitGroup: judged.limitGroup, remembered })
        : entry.people.map(() => 'unknown' as const),
      claimed.givenUp,
    ]);
    const { expiresAt } = hold;
    return { kind: 'quoted', quote, form: revision, entry, dropped, currency, price, registered, expiresAt };
  };
};

/** A quote that cannot be counted counts as the last one that is allowed, which tells nothing about other people. */
const countOne = ({ counts, report }: Needs, registrationId: string): Promise<number> =>
  counts.countOneMore(registrationId).catch((error: unknown) => {
    report(error);
    return maxQuotesPerHold;
  });

const named = ({ people }: Entry) => people.map((who, n) => ({ field: `people.${n}`, who }));

const holdFaults = (hold: Hold, { people }: Entry): readonly HoldFault[] => {
  const seats = seatsOf(hold);
  if (people.length !== seats.length) return [{ field: 'people', code: 'people-count', limit: seats.length }];
  return people.flatMap(({ registrationId }, n) =>
    registrationId === seats[n]?.registrationId
      ? []
      : [{ field: `people.${n}.registrationId`, code: 'not-of-hold' as const }],
  );
};
