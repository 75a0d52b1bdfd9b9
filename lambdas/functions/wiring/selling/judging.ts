import { dayIn } from '../../../api/form/age';
import type { Form } from '../../../api/form/definition/form';
import type { Answers } from '../../../api/form/definition/question';
import { limitGroupOf, needsAllowList, rulesBroken } from '../../../api/form/rule';
import { type Signer, signingFaults } from '../../../api/form/signing';
import { countTry, maxHoldSeconds } from '../../../codes/tries';
import type { Entry } from '../../../domain/money/quote';
import type { AllowList } from '../../../forms/ports';
import type { Judged, JudgeEntry } from '../../../quote/ports';
import type { Races } from '../../../races/race';
import type { Tally } from '../../../spots/limits/limits';

interface Needs {
  readonly races: Pick<Races, 'find'>;
  readonly allowList: AllowList;
  readonly now: () => Date;
}

/** Codes of faults for the rules that somebody breaks. */
const codes = {
  'too-young': 'too-young',
  'too-old': 'too-old',
  gender: 'another-gender',
  'too-slow': 'too-slow',
  'not-allowed': 'not-on-the-list',
} as const;

/** A rule that somebody breaks, as a fault of `field`. */
export const faultOfRule = (field: string, { rule, limit }: ReturnType<typeof rulesBroken>[number]) => ({
  field,
  code: codes[rule],
  ...(limit !== undefined && { limit }),
});

/**
 * Whether the people of an entry may run by the rules of the form, and whether everything is signed, on this day in the
 * race's time zone. Undefined while the race cannot be read.
 */
export const judgeEntry =
  ({ races, allowList, now }: Needs) =>
  async (
    anyForm: unknown,
    { raceId, eventId }: { readonly raceId: string; readonly eventId: string },
    { people }: Entry,
  ): Promise<Judged | undefined> => {
    const race = await races.find(raceId);
    if (!race) return undefined;
    // Forms were checked when they were saved, and the entry has been read by the form's schema.
    const form = anyForm as Form;
    const allowed = needsAllowList(form, eventId) ? await allowList.areAllowed(eventId, people) : undefined;
    const broken = people.flatMap(({ birthDate, answers }, n) =>
      rulesBroken(
        form,
        { id: eventId, date: race.date },
        { birthDate, answers: answers as Answers, isAllowed: allowed && allowed[n] === true },
      ).map((one) => faultOfRule(`people.${n}`, one)),
    );
    const limitGroup = limitGroupOf(form, eventId);
    return {
      broken,
      faults: signingFaults(form, people as readonly Signer[], dayIn(race.timeZone, now())),
      ...(limitGroup !== undefined && { limitGroup }),
    };
  };

/**
 * The same for a quote, which is free: an order with somebody who is not on the list of its event counts as a code that cannot be used
 * does. Otherwise a stranger could read the list by trying one address after the other. It counts before the list is read, so many
 * orders at once are no way around.
 */
export const judgeQuote = ({ tally, ...needs }: Needs & { readonly tally: Tally }): JudgeEntry => {
  const judge = judgeEntry(needs);
  return async (form, event, entry, { registrationId, address }) => {
    if (!needsAllowList(form as Form, event.eventId)) return judge(form, event, entry);
    const counted = await countTry(
      { tally, now: needs.now },
      { what: 'list', raceId: event.raceId, address, much: entry.people.length },
      { who: `hold:${registrationId}`, seconds: maxHoldSeconds, much: 1 },
    );
    if (counted.isTooMany) return 'list-tried-too-often';
    let isGuess = false;
    try {
      const judged = await judge(form, event, entry);
      isGuess = judged?.broken.some(({ code }) => code === codes['not-allowed']) ?? false;
      return judged;
    } finally {
      if (!isGuess) await counted.takeBack();
    }
  };
};
