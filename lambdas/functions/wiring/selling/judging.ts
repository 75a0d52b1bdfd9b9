import { dayIn } from '../../../api/form/age';
import type { Form } from '../../../api/form/definition/form';
import type { Answers } from '../../../api/form/definition/question';
import { limitGroupOf, needsAllowList, rulesBroken } from '../../../api/form/rule';
import { type Signer, signingFaults } from '../../../api/form/signing';
import type { AllowList } from '../../../forms/ports';
import type { JudgeEntry } from '../../../quote/ports';
import type { Races } from '../../../races/race';

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
  ({ races, allowList, now }: Needs): JudgeEntry =>
  async (anyForm, { raceId, eventId }, { people }) => {
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
