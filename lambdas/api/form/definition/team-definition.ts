import * as v from 'valibot';
import { eventId } from '../../fields';
import { maxLegs, maxTeamSize, type Teams } from '../team';

/** Fields that the definition of questions has, too. */
interface Fields<Id extends v.GenericSchema<string, string>, Label extends v.GenericSchema> {
  readonly id: Id;
  readonly text: (max: number) => Label;
}

const maxKinds = 10;

/** The schema of the kinds of teams, as a director writes them. */
export const teamFields = <Id extends v.GenericSchema<string, string>, Label extends v.GenericSchema>({
  id,
  text,
}: Fields<Id, Label>) => {
  const kind = v.strictObject({
    id,
    label: text(200),
    help: v.optional(text(500)),
    events: v.optional(v.pipe(v.array(eventId), v.minLength(1), v.maxLength(20))),
    size: v.pipe(v.number(), v.integer('whole-number'), v.minValue(2), v.maxValue(maxTeamSize)),
    /** Of a relay: as many as its size. */
    legs: v.optional(
      v.pipe(v.array(v.strictObject({ label: text(200) })), v.minLength(2), v.maxLength(maxLegs, 'too-many-things')),
    ),
    retired: v.optional(v.boolean()),
  });
  return {
    teams: v.optional(
      v.strictObject({ kinds: v.pipe(v.array(kind), v.minLength(1), v.maxLength(maxKinds, 'too-many-things')) }),
    ),
  };
};

interface Fault {
  readonly at: readonly (string | number)[];
  readonly code: string;
}

/** What is wrong with kinds of teams beyond their own fields. `own`: the language that every text has. */
export const teamFaults = ({ teams }: Teams, own: string): readonly Fault[] =>
  (teams?.kinds ?? []).flatMap(({ id, label, help, size, legs = [] }, n, all): readonly Fault[] => [
    ...(all.findIndex((one) => one.id === id) < n ? [{ at: ['teams', 'kinds', n, 'id'], code: 'twice' }] : []),
    ...(own in label ? [] : [{ at: ['teams', 'kinds', n, 'label'], code: 'no-own-language' }]),
    ...(help && !(own in help) ? [{ at: ['teams', 'kinds', n, 'help'], code: 'no-own-language' }] : []),
    ...(legs.length > 0 && legs.length !== size ? [{ at: ['teams', 'kinds', n, 'size'], code: 'size-of-legs' }] : []),
    ...legs.flatMap((leg, at) =>
      own in leg.label ? [] : [{ at: ['teams', 'kinds', n, 'legs', at, 'label'], code: 'no-own-language' }],
    ),
  ]);
