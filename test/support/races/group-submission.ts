import type { Submission } from '../../../lambdas/domain/registration';
import { uuid7 } from '../../../lambdas/platform/uuid';
import type { Block } from '../../../lambdas/spots/blocks/block';
import { type MadeRace, submissionFor } from './race';

interface Wish {
  readonly id?: string;
  /** The group; the one who pays comes first. */
  readonly people?: readonly string[];
  readonly total?: number;
}

/** A paid submission for a group: the named spots of a block, one for each; the one who pays comes first. */
export const groupFor = (
  race: MadeRace,
  block: Pick<Block, 'id' | 'numbers'>,
  places: readonly number[],
  { id = uuid7(), people = [], total = 4500 * places.length }: Wish = {},
): Submission => {
  const [lead, ...others] = places.map((n, at) => {
    const person = people[at];
    return submissionFor(race, block, n, { ...(at === 0 && { id }), ...(person && { person }) });
  });
  if (!lead) throw new Error('nobody is no group');
  return {
    ...lead,
    hold: {
      ...lead.hold,
      companions: others.map(({ hold: { registrationId, spot } }) => ({ registrationId, spot })),
      quote: { currency: 'EUR', lines: [{ label: `${places.length} × Ten`, amount: total }], total },
    },
    companions: others.map(({ runner }) => runner),
  };
};
